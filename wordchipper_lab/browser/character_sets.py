r"""``python -m wordchipper_lab.browser.character_sets``: what the page's pattern compiler knows of Unicode.

Writes ``web/tokenizer/patterns/unicode_sets.js`` from the ``regex`` package and `as_unicode_16`, because JavaScript
engines differ in their Unicode versions. Lists of numbers are packed (`pack_numbers`), names are as ``regex`` compares
them: in capitals, without ``_``, ``-`` and spaces.

| part | contents |
|---|---|
| categories | runs over all codepoints: 30 x (length - 1) + category |
| scripts | runs over the codepoints that have one, all but ``Cn``, ``Co`` and ``Cs``: script, length - 1 |
| blocks | the gap after the block before, and the length, both in units of 16 codepoints |
| properties | categories, and the gaps between the places where membership begins or ceases to differ from theirs |
| case pairs | pairs that are the same when case is ignored, see `_pack_pairs` |
| stand-ins | first, length, and what is shown instead, other than U+FFFF for what Unicode 16 does not have |

Every version of ``regex`` gives the same file: characters newer than Unicode 16 are in no pair, and a script or
block that has none of Unicode 16 is left out. Other properties are only named.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from textwrap import wrap

import numpy as np
import regex
from regex._regex_core import PROPERTIES

from ..spanners.automaton.unicode_version import as_unicode_16
from .packed_numbers import LAST_DIGITS, pack_numbers

__all__ = ["UNICODE_SETS", "unicode_sets"]

UNICODE_SETS = Path(__file__).parent.parent / "web" / "tokenizer" / "patterns" / "unicode_sets.js"

_N_CODEPOINTS = 0x110000
_LINE = 100  # characters of a string
_DIVIDED = ("GC", "GENERALCATEGORY", "SC", "SCRIPT", "BLK", "BLOCK")
"""The properties whose values have names of their own: ``\\p{Lu}``, ``\\p{Han}``, ``\\p{InThai}``."""

_CHANGED = frozenset(["CWCM", "CWT", "CWU", "DIA", "EXTPICT"])
"""Properties that characters of Unicode 16 have got or lost since, so that versions of ``regex`` disagree."""

_Names = tuple[str, ...]


def unicode_sets() -> str:
    """The module's source, computed anew in about 2 s."""
    parts = {
        **_categories(),
        **_scripts(),
        **_blocks(),
        "PROPERTIES": list(_properties()),
        "OTHER_PROPERTIES": " ".join(sorted(name for each in _property_names(binary=False) for name in each)),
        "CASE_PAIRS": pack_numbers(_pack_pairs(_case_pairs())),
        "STAND_INS": pack_numbers(_stand_ins()),
    }
    head = (
        "// Unicode 16 as the regex package of Python has it, read by unicode_data.js. Made and described by\n"
        "// wordchipper_lab/browser/character_sets.py.\n"
    )
    return head + "".join(f"\nexport const {name} ={_quoted(part)};\n" for name, part in parts.items())


def _quoted(part: str | list[str]) -> str:
    """Strings of JavaScript, after an equals sign."""
    if isinstance(part, str):
        return f' "{part}"' if len(part) < _LINE // 2 else "\n  " + _lines(part, "\n  ")
    return " [\n" + "".join(f"  {_lines(each, chr(10) + '    ')},\n" for each in part) + "]"


def _lines(text: str, indent: str) -> str:
    parts = wrap(text, _LINE, drop_whitespace=False, break_on_hyphens=False)
    return f" +{indent}".join(f'"{part}"' for part in parts)


@lru_cache(maxsize=1)
def _characters() -> str:
    """All codepoints, the surrogates too, as ``regex`` is shown them."""
    return as_unicode_16("".join(map(chr, range(_N_CODEPOINTS))))


def _names_of(names: dict[str, int]) -> dict[int, _Names]:
    """Number -> its names, the shortest first."""
    found: dict[int, list[str]] = {}
    for name in sorted(names, key=lambda name: (len(name), name)):
        found.setdefault(names[name], []).append(name)
    return {number: tuple(each) for number, each in found.items()}


def _values_of(property_name: str) -> list[_Names]:
    return sorted(_names_of(PROPERTIES[property_name][1]).values())


def _divide(text: str, sources: list[str]) -> np.ndarray:
    """Number of the source that matches each character of `text`, -1 if none does: int16 (characters,)."""
    divided = np.full(len(text), -1, dtype=np.int16)
    for found in regex.finditer("|".join(f"({source}++)" for source in sources), text):
        divided[found.start() : found.end()] = found.lastindex - 1
    return divided


def _runs(values: np.ndarray) -> list[tuple[int, int]]:
    """(value, length) of each run of equal values."""
    starts = np.flatnonzero(np.diff(values, prepend=-2))
    return list(zip(values[starts].tolist(), np.diff(starts, append=len(values)).tolist(), strict=True))


def _is_single(names: _Names) -> bool:
    return len(names[0]) == 2 and names[0] not in ("C&", "LC")


@lru_cache(maxsize=1)
def _codes() -> np.ndarray:
    """The category of every codepoint."""
    codes = _divide(
        _characters(), [rf"\p{{gc={names[0]}}}" for names in filter(_is_single, _values_of("GC"))]
    )
    assert codes.min() == 0
    assert codes.max() == len(LAST_DIGITS) - 1
    return codes


def _categories() -> dict[str, str]:
    groups = []
    for names in _values_of("GC"):
        if not _is_single(names):
            inside = _divide(_characters(), [rf"\p{{gc={names[0]}}}"]) == 0
            groups.append(f"{'='.join(names)}:{_letters(np.unique(_codes()[inside]))}")
    return {
        "CATEGORY_NAMES": " ".join(map("=".join, filter(_is_single, _values_of("GC")))),
        "CATEGORY_GROUPS": " ".join(groups),
        "CATEGORY_RUNS": pack_numbers(30 * (length - 1) + code for code, length in _runs(_codes())),
    }


def _letters(codes: np.ndarray) -> str:
    return "".join(LAST_DIGITS[code] for code in codes.tolist())


def _scripts() -> dict[str, str]:
    unknown = next(names for names in _values_of("SC") if "UNKNOWN" in names)
    known = [names for names in _values_of("SC") if names != unknown]
    text = regex.sub(r"[\p{Cn}\p{Co}\p{Cs}]++", "", _characters())
    divided = _divide(text, [rf"\p{{sc={names[0]}}}" for names in known])
    assert divided.min() == 0
    runs = _runs(divided)
    count = np.bincount([script for script, _ in runs], minlength=len(known))
    order = [number for number in np.argsort(-count, kind="stable").tolist() if count[number]]
    place = {number: at for at, number in enumerate(order)}
    numbers = [number for script, length in runs for number in (place[script], length - 1)]
    names = " ".join("=".join(each) for each in (unknown, *(known[number] for number in order)))
    return {"SCRIPT_NAMES": names, "SCRIPT_RUNS": pack_numbers(numbers)}


def _blocks() -> dict[str, str]:
    none = next(names for names in _values_of("BLK") if "NOBLOCK" in names)
    blocks = [names for names in _values_of("BLK") if names != none]
    sixteenths = "".join(map(chr, range(0, _N_CODEPOINTS, 16)))
    divided = _divide(sixteenths, [rf"\p{{blk={names[0]}}}" for names in blocks]) + 1
    names, numbers, at, end = ["=".join(none)], [], 0, 0
    for number, length in _runs(divided):
        if number and regex.search(r"\P{Cn}", _characters()[16 * at : 16 * (at + length)]):
            names.append("=".join(blocks[number - 1]))
            numbers += [at - end, length]
            end = at + length
        at += length
    return {"BLOCK_NAMES": " ".join(names), "BLOCK_RUNS": pack_numbers(numbers)}


def _properties() -> Iterator[str]:
    """``"NAME=ALIAS categories differences"`` for each property that a character has or has not."""
    for names in sorted(_property_names(binary=True)):
        inside = _divide(_characters(), [rf"\p{{{names[0]}=Y}}"]) == 0
        inside[0xD800:0xE000] = False
        yield f"{'='.join(names)} {' '.join(_as_categories(inside))}"


def _property_names(binary: bool) -> list[_Names]:
    """The names of each property that the file contains (`binary`), or that it only names."""
    names = _names_of({name: number for name, (number, _) in PROPERTIES.items() if name not in _DIVIDED})
    return [each for each in names.values() if binary == (each[0] not in _CHANGED and _is_binary(each[0]))]


def _is_binary(name: str) -> bool:
    return PROPERTIES[name][1].keys() == PROPERTIES["ANY"][1].keys()


def _as_categories(inside: np.ndarray) -> tuple[str, str]:
    """Categories from which a set differs in few places, and the gaps between these."""
    starts = np.flatnonzero((np.diff(_codes(), prepend=-1) != 0) | np.diff(inside, prepend=inside[0]))
    codes, is_inside = _codes()[starts], inside[starts]
    # Begin with the categories of which more than half is in the set; then change one as long as that helps.
    sizes = [np.bincount(_codes()[each], minlength=len(LAST_DIGITS)) for each in (inside, ~inside)]
    chosen = sizes[0] > sizes[1]

    def places() -> np.ndarray:
        return starts[np.diff(is_inside != chosen[codes], prepend=False)]

    fewest, before = len(places()), -1
    while fewest != before:
        before = fewest
        for code in range(len(chosen)):
            chosen[code] ^= True
            if len(places()) < fewest:
                fewest = len(places())
            else:
                chosen[code] ^= True
    return _letters(np.flatnonzero(chosen)), pack_numbers(np.diff(places(), prepend=0).tolist())


def _case_pairs() -> list[tuple[int, int]]:
    """All (a, b), a < b, that are the same for ``regex`` if case is ignored."""
    cased = "".join(sorted(set(regex.findall(r"[\p{Cased}\p{CWCM}\p{CWCF}]", _characters()))))
    pairs = set()
    for character in cased:
        for other in regex.findall(character, cased, regex.V0 | regex.IGNORECASE):
            if other != character:
                pairs.add((min(ord(character), ord(other)), max(ord(character), ord(other))))
    return sorted(pairs)


def _pack_pairs(pairs: list[tuple[int, int]]) -> list[int]:
    """For each distance: itself, the number of runs; for each run: gap after the last first, length, step.

    >>> _pack_pairs([(65, 97), (66, 98), (67, 99), (256, 257), (258, 259)])
    [1, 1, 256, 2, 2, 32, 1, 65, 3, 1]
    """
    numbers: list[int] = []
    for distance in sorted({b - a for a, b in pairs}):
        firsts = [a for a, b in pairs if b - a == distance]
        runs: list[list[int]] = []
        for first in firsts:
            if runs and (len(runs[-1]) == 1 or first - runs[-1][-1] == runs[-1][1] - runs[-1][0]):
                runs[-1].append(first)
            else:
                runs.append([first])
        numbers += [distance, len(runs)]
        for before, run in pairwise([[0], *runs]):
            numbers += [run[0] - before[-1], len(run), run[1] - run[0] if len(run) > 1 else 0]
    return numbers


def _stand_ins() -> Iterator[int]:
    """First, length, stand-in of the runs of characters that are shown as another one, other than U+FFFF."""
    shown = np.frombuffer(_characters().encode("utf-32-le", "surrogatepass"), dtype="<u4").astype(np.int64)
    shown[(shown == np.arange(len(shown))) | (shown == 0xFFFF)] = -1
    first = 0
    for stand_in, length in _runs(shown):
        if stand_in >= 0:
            yield from (first, length, stand_in)
        first += length


if __name__ == "__main__":
    UNICODE_SETS.write_text(unicode_sets(), encoding="utf-8")
    print(f"wrote {UNICODE_SETS} ({UNICODE_SETS.stat().st_size:,} bytes)")
