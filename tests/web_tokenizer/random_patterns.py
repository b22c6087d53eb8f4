"""Random split patterns that are about what is in a character set: names, ranges, cases, traps of Unicode."""

from __future__ import annotations

import random
import re

from wordchipper_lab.browser.character_sets import UNICODE_SETS

__all__ = ["random_pattern", "set_names"]

CASED = "kK\u212asS\u017fiI\u0131\u0130\u00b5\u03bc\u039c\u1e9e\u00c5\u212b\u03a9\u2126\u03c9\u03c2\u03c3\u03a3\u0345\u03b9\u0399\u1fbe"
EDGES = (0, 0x85, 0xD7FF, 0xD800, 0xDFFF, 0xE000, 0xFFFD, 0xFFFF, 0x1FFFE, 0x10FFFF)
# U+0295 was reclassified, the others are newer than Unicode 16.
CHANGED = (0x295, 0x250, 0x2C6F, 0x558, 0x11DE0, 0x16FF4)
SHORT = [
    r"\s",
    r"\S",
    r"\d",
    r"\D",
    r"\w",
    r"\W",
    r"\pL",
    r"\PL",
    r"\p{N}",
    r"\p{Lo}",
    r"\P{M}",
    r"\p{^P}",
    r"\P{^S}",
    r"\p{Han}",
]
# These keep their meaning if case is ignored; of the others, some are changed by letters newer than Unicode 16.
CASELESS = [
    *SHORT,
    r"\p{Greek}",
    r"\p{Latin}",
    r"\p{Mn}",
    r"\p{Cyrillic}",
    r"\p{Alphabetic=No}",
    r"\p{Emoji}",
]
WRONG = [
    "-",
    "^",
    r"a-\d",
    r"\w-z",
    "z-a",
    r"\q",
    "[",
    "&&",
    "--",
    r"\U00110000",
    r"\x4",
    ".",
    r"\p{1e999}",
    r"\p{Nope}",
    r"\p{L",
]


def set_names(part: str) -> list[str]:
    """All names of categories, scripts, blocks or properties, as they stand in the browser's file."""
    found = re.search(rf"export const {part} =(.*?);\n\n", UNICODE_SETS.read_text("utf-8"), re.DOTALL)
    assert found
    lines = re.findall(r'^  "(\S+) ', found[1], re.MULTILINE)  # of a list of properties
    names = " ".join(lines) if part == "PROPERTIES" else "".join(re.findall(r'"([^"]*)"', found[1]))
    return [name for each in names.split() for name in each.partition(":")[0].split("=")]


NAMES = {part: set_names(part) for part in ("CATEGORY_NAMES", "SCRIPT_NAMES", "BLOCK_NAMES", "PROPERTIES")}
NAMES["CATEGORY_NAMES"] += set_names("CATEGORY_GROUPS")
PREFIXES = {
    "CATEGORY_NAMES": [""],
    "SCRIPT_NAMES": ["", "Is"],
    "BLOCK_NAMES": ["In"],
    "PROPERTIES": ["", "is_"],
}
VALUES = {
    **dict.fromkeys(("gc", "General_Category"), NAMES["CATEGORY_NAMES"]),
    **dict.fromkeys(("sc", "Script"), NAMES["SCRIPT_NAMES"]),
    **dict.fromkeys(("blk", "Block"), NAMES["BLOCK_NAMES"]),
    **{name: ["Y", "yes", "t", "No", "F", "Maybe"] for name in ("Alphabetic", "Emoji", "word")},
}


def random_pattern(draw: random.Random) -> str:
    """One to three sets, each maybe repeated, and maybe with case ignored."""
    parts = []
    for _ in range(draw.choice([1, 1, 2, 3])):
        ignores_case = draw.random() < 0.4
        source = _set(draw, ignores_case)
        parts.append(
            (f"(?i:{source})" if ignores_case else source)
            + draw.choice(["", "", "+", "*", "?", "{1,3}", "++"])
        )
    return draw.choice(["", "x|"]) + draw.choice(["", "|"]).join(parts)


def _set(draw: random.Random, ignores_case: bool) -> str:
    kind = draw.random()
    if kind < 0.3:
        return draw.choice([".", *SHORT, _character(draw, _codepoint(draw))])
    if kind < 0.5:
        return draw.choice(CASELESS) if ignores_case else _property(draw)
    members = (_member(draw, ignores_case) for _ in range(draw.choice([1, 1, 2, 2, 3, 5])))
    return f"[{draw.choice(['', '', '^'])}{''.join(members)}]"


def _member(draw: random.Random, ignores_case: bool) -> str:
    kind = draw.random()
    if kind < 0.4:
        return _character(draw, _codepoint(draw))
    if kind < 0.65:
        first = _codepoint(draw)
        last = min(first + draw.choice([0, 1, 2, 5, 30, 300, 5000]), 0x10FFFF)
        return f"{_character(draw, first)}-{_character(draw, last)}"
    if kind < 0.75:
        return draw.choice([r"\n", r"\r", r"\t", r"\f", r"\v", r"\a", *SHORT])
    return draw.choice(WRONG) if kind > 0.98 else draw.choice(CASELESS) if ignores_case else _property(draw)


def _codepoint(draw: random.Random) -> int:
    kind = draw.random()
    if kind < 0.35:
        return draw.randrange(0x20, 0x7F)
    if kind < 0.6:
        return ord(draw.choice(CASED))
    if kind < 0.9:
        return draw.randrange(0x80, draw.choice([0x600, 0x2200, 0x9000]))
    return draw.choice([*EDGES, *CHANGED])


def _character(draw: random.Random, codepoint: int) -> str:
    kind, character = draw.random(), chr(codepoint)
    if kind < 0.2 or codepoint in (*EDGES, *CHANGED):
        return f"\\U{codepoint:08X}" if codepoint > 0xFFFF or kind < 0.1 else f"\\u{codepoint:04x}"
    return character if character.isalnum() or (kind < 0.3 and not character.isascii()) else f"\\{character}"


def _property(draw: random.Random) -> str:
    kind = draw.random()
    if kind < 0.3:
        return draw.choice(SHORT)
    if kind < 0.6:
        part = draw.choice(list(NAMES))
        name = draw.choice(PREFIXES[part]) + _spelled(draw, draw.choice(NAMES[part]))
    else:
        name = draw.choice(list(VALUES))
        name = f"{_spelled(draw, name)}{draw.choice([':', '=', '= '])}{_spelled(draw, draw.choice(VALUES[name]))}"
    return f"\\{draw.choice('pP')}{{{draw.choice(['', '', '^'])}{name}}}"


def _spelled(draw: random.Random, name: str) -> str:
    at = draw.randint(1, len(name))
    return draw.choice([name, name.lower(), name.title(), name[:at] + draw.choice("_- ") + name[at:]])
