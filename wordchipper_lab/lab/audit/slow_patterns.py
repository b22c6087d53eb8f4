"""Split patterns that take far more than twice as long for a text of twice the length: found by trying.

Characters that the pattern tells apart are repeated, one or two in turns, with or without another one behind: that
makes backtracking programs try all places where a repetition might end. What takes much longer than most is measured at
growing lengths. A pattern that is slow only on certain words is not found. The package's own automaton takes linear
time for every pattern, so this is about its regex lexer, and about other programs.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from dataclasses import dataclass

from ...errors import WordchipperLabError
from ...spanners import AutomatonLexer
from ..divergence.alphabet import common_alphabet
from .finding import AuditExample, Finding
from .slow_engines import ENGINES, GAVE_UP, Engine, Repeated
from .subject import MOST_EXAMPLES, Subject

__all__ = ["SlowText", "find_slow_patterns", "slow_texts"]

_CHARACTERS = "a1 \nA\t!'/" + "\u00e9\u4e2d\u0301\u00a0\U0001f600"
_MOST_CHARACTERS = 20
_LENGTH = 512
_MOST_IN_ALL = 3.0  # seconds for one pattern
_SUSPECT = 5.0  # times as long as most
_MOST_SUSPECTS = 12
_GROWTH = 2.8  # at least, when a text is twice as long; quadratic time gives 4
_LENGTHS = (256, 512, 1024, 2048)
_SHORT_LENGTHS = (12, 16, 20, 24, 28, 32)
_EACH = 3  # times, of which the shortest counts


@dataclass(frozen=True)
class SlowText:
    """A text that takes an engine long, by its length: seconds[i] for texts[i]; `GAVE_UP` where it does not finish."""

    texts: tuple[Repeated, ...]
    seconds: tuple[float, ...]

    def __str__(self) -> str:
        took = ", ".join(
            f"{len(repeated.text):,}: {'gives up' if seconds == GAVE_UP else f'{1000 * seconds:.1f} ms'}"
            for repeated, seconds in zip(self.texts, self.seconds, strict=True)
        )
        last = self.texts[-1]
        behind = f", then {last.tail!r}" if last.tail else ""
        return f"{last.unit!r} again and again{behind}; by characters {took}"


def slow_texts(pattern: str, engine: Engine) -> list[SlowText]:
    """Texts on which a search takes more than linear time, the slowest first; at most five.

    >>> slow_texts("(?:a|b)+|.", ENGINES["regex"]("(?:a|b)+|."))
    []
    """
    characters = _characters(pattern)
    ways = [(unit, tail) for unit in characters for tail in ("", *characters) if tail != unit]
    pairs = [one + other for one in characters for other in characters if one != other]
    ways += [(unit, tail) for unit in pairs for tail in ("", "a", " ", "!")]
    taken = engine.measure([_repeated(unit, tail, _LENGTH) for unit, tail in ways], _MOST_IN_ALL)
    if not taken:
        return []
    usual = statistics.median(taken)
    suspects = sorted(zip(taken, ways, strict=False), reverse=True)[:_MOST_SUSPECTS]
    found: list[SlowText] = []
    for seconds, (unit, tail) in suspects:
        if seconds < _SUSPECT * usual and usual < GAVE_UP:
            break
        if any(set(unit) >= set(slow.texts[0].unit) for slow in found):
            continue
        lengths = _SHORT_LENGTHS if seconds == GAVE_UP else _LENGTHS
        slow = _grown(engine, [_repeated(unit, tail, length) for length in lengths])
        if slow is not None:
            found.append(slow)
        if len(found) == MOST_EXAMPLES:
            break
    return found


def _grown(engine: Engine, texts: list[Repeated]) -> SlowText | None:
    """The texts and their times, up to the first on which the engine gives up, if they grow faster than lengths."""
    measured = engine.measure([text for text in texts for _ in range(_EACH)], 2 * _MOST_IN_ALL)
    each = [min(measured[i : i + _EACH]) for i in range(0, len(measured), _EACH)]
    if GAVE_UP in each:
        each = each[: each.index(GAVE_UP) + 1]
    elif each[-1] < _GROWTH**2 * each[-3]:
        return None
    return SlowText(tuple(texts[: len(each)]), tuple(each))


def _repeated(unit: str, tail: str, n_characters: int) -> Repeated:
    return Repeated(unit, n_characters // len(unit), tail)


def _characters(pattern: str) -> str:
    """Common characters of all kinds, and one of each other kind that the pattern tells apart."""
    try:
        alphabet = common_alphabet(AutomatonLexer(pattern))
    except WordchipperLabError:
        return _CHARACTERS
    chosen: dict[int, str] = {}
    for character in _CHARACTERS + alphabet.characters:
        chosen.setdefault(int(alphabet.read(character)[0]), character)
    return "".join(list(chosen.values())[:_MOST_CHARACTERS])


def find_slow_patterns(subject: Subject) -> Iterator[Finding]:
    """Each step's pattern, in each of the `ENGINES`."""
    patterns = [step.pattern for step in subject.pipeline.splits if step.pattern] or [subject.tok.pattern]
    for pattern in dict.fromkeys(patterns):
        for name, engine in ENGINES.items():
            try:
                found = slow_texts(pattern, engine(pattern))
            except WordchipperLabError:
                continue
            if found:
                is_ours = name == "regex" and subject.tok.lexer == "regex"
                yield Finding(
                    "patterns that are slow on some text",
                    "error" if is_ours else "warning",
                    f"The split pattern {pattern[:60]!r} takes {name} more than linear time: a text that is twice as "
                    "long takes several times as long.",
                    len(found),
                    tuple(AuditExample(None, b"", note=str(slow)) for slow in found),
                    found[0].texts[-1].text,
                )
