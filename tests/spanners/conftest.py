"""29 representative characters, and helpers to lex many short texts at once."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate, chain, repeat

import numpy as np
import pytest
import regex

from wordchipper_lab.spanners import Spans
from wordchipper_lab.spanners.automaton.unicode_version import as_unicode_16
from wordchipper_lab.spanners.span_lexer import SpanLexer, collect_spans
from wordchipper_lab.vocab.patterns import CL100K_PATTERN, O200K_PATTERN, R50K_PATTERN

FAMILIES = {"r50k": R50K_PATTERN, "cl100k": CL100K_PATTERN, "o200k": O200K_PATTERN}

# One for each of the 28 joint cells of the three patterns (test_cells proves it), of 1 to 4 bytes, and a
# second whitespace character: tab and no-break space share a cell but differ in width.
REPRESENTATIVES = "\n\t\u00a0 '/1AdDeElLmMrRsStTvV\u017f\u00e9\u4e2d\u0301\U0001f600"
assert len(set(REPRESENTATIVES)) == 29


@pytest.fixture(scope="session")
def representatives() -> str:
    return REPRESENTATIVES


def _is_plain(character: str) -> bool:
    """True in ranges of thousands of characters that Unicode treats alike, but for one in 37 as a sample."""
    codepoint = ord(character)
    return (
        0x3400 < codepoint < 0x9FFF or 0xAC00 < codepoint < 0xD7A3 or codepoint >= 0x20000
    ) and codepoint % 37 != 0


@pytest.fixture(scope="session")
def is_plain() -> Callable[[str], bool]:
    return _is_plain


@pytest.fixture(scope="session", params=FAMILIES)
def pattern(request: pytest.FixtureRequest) -> str:
    """Each distinct built-in pattern in turn."""
    return FAMILIES[request.param]


def _lex_all(lexer: SpanLexer, texts: list[str]) -> Spans:
    """Spans of many texts laid end to end; each text is a region, so a span ends at its end."""
    data = np.frombuffer(bytearray("".join(texts).encode()), dtype=np.uint8)
    text_ends = char_starts(data)[np.cumsum(np.fromiter(map(len, texts), dtype=np.int64))]
    return collect_spans(lexer, data, text_ends, np.zeros(len(texts), dtype=np.uint8))


def char_starts(data: np.ndarray) -> np.ndarray:
    """The byte with which each character begins, and the end of all."""
    return np.append(np.flatnonzero((data & 0xC0) != 0x80), len(data))


@pytest.fixture(scope="session")
def lex_all() -> Callable[[SpanLexer, list[str]], Spans]:
    return _lex_all


def _regex_ends(pattern: str, texts: list[str]) -> np.ndarray:
    """What `_lex_all` must give for a pattern without gaps: byte ends straight from the ``regex`` package."""
    find = regex.compile(
        pattern, regex.V0
    ).findall  # twice as fast as `finditer`; none of the patterns looks back
    text = "".join(texts)
    shown = as_unicode_16(text)  # as many characters as `text`
    text_ends = list(accumulate(map(len, texts)))
    found = map(find, repeat(shown), [0, *text_ends], text_ends)
    ends = np.fromiter(accumulate(map(len, chain.from_iterable(found))), dtype=np.int64)
    assert ends[-1] == len(text), f"the pattern leaves a gap in {_first_with_a_gap(find, texts)!r}"
    return char_starts(np.frombuffer(text.encode(), dtype=np.uint8))[ends]


def _first_with_a_gap(find: Callable[[str], list[str]], texts: list[str]) -> str:
    return next(text for text in texts if "".join(find(as_unicode_16(text))) != as_unicode_16(text))


@pytest.fixture(scope="session")
def regex_ends() -> Callable[[str, list[str]], np.ndarray]:
    return _regex_ends


def _explain(texts: list[str], expected: np.ndarray, found: np.ndarray) -> str:
    """The first text in which two span rows differ, for a failing test's message."""
    first = np.flatnonzero(expected[: len(found)] != found[: len(expected)])
    place = (
        int(min(expected[first[0]], found[first[0]]))
        if len(first)
        else min(map(int, (expected[-1], found[-1])))
    )
    text_ends = np.cumsum([len(text.encode()) for text in texts])
    index = int(np.searchsorted(text_ends, place))
    start = int(text_ends[index - 1]) if index else 0
    rows = [[e - start for e in row.tolist() if start < e <= text_ends[index]] for row in (expected, found)]
    return f"{texts[index]!r}: expected span ends {rows[0]}, found {rows[1]}"


@pytest.fixture(scope="session")
def assert_same_ends() -> Callable[[list[str], np.ndarray, np.ndarray], None]:
    def check(texts: list[str], expected: np.ndarray, found: np.ndarray) -> None:
        assert np.array_equal(expected, found), _explain(texts, expected, found)

    return check
