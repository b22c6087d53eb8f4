"""Automaton and logos equal the regex on all strings of k representative characters."""

from __future__ import annotations

from itertools import product, repeat

import numpy as np
import pytest
import regex

from wordchipper_lab.lab.divergence.alphabet import common_alphabet
from wordchipper_lab.spanners import build_lexer
from wordchipper_lab.spanners.span_lexer import SpanLexer, collect_spans


@pytest.fixture(scope="session")
def short_texts(representatives) -> list[str]:
    return ["".join(characters) for k in range(1, 5) for characters in product(representatives, repeat=k)]


@pytest.fixture(scope="session")
def expected(pattern, short_texts, regex_ends) -> np.ndarray:
    return regex_ends(pattern, short_texts)


def test_732_540_texts(short_texts) -> None:
    assert len(short_texts) == len(set(short_texts)) == 29 + 29**2 + 29**3 + 29**4 == 732_540


@pytest.mark.sampled("[o200k-automaton")
@pytest.mark.parametrize("kind", ["automaton", "logos"])
def test_equal_on_all_short_texts(kind, pattern, short_texts, expected, lex_all, assert_same_ends) -> None:
    spans = lex_all(build_lexer(pattern, kind), short_texts)
    assert not spans.kinds.any()
    assert_same_ends(short_texts, expected, spans.ends)


class AllTexts:
    """All texts over `characters` as rows of code points, and span ends of a pattern that does not look back.

    The matches in a text are its first match and then those in the rest, which is a shorter text. So one
    match per text is enough, in a quarter of the time that all matches take: 20,511,149 texts of 5 in half
    a minute. Ends are bits: bit i for an end after character i.
    """

    def __init__(self, pattern: str, characters: str) -> None:
        self._n, self._match = len(characters), regex.compile(pattern, regex.V0).match
        self._code_points = np.array([ord(character) for character in characters], dtype="<u4")
        self.ends = [np.zeros(1, dtype=np.uint8)]  # for the texts of each length, in the order of `texts`

    def texts(self, length: int, first: int) -> np.ndarray:
        """The texts of this length that begin with character number `first`."""
        places = np.indices((1, *(self._n,) * (length - 1))).reshape(length, -1).T
        places[:, 0] = first
        return self._code_points[places]

    def find_ends(self, texts: np.ndarray) -> np.ndarray:
        """The end bits of each text; those of all shorter texts are known."""
        n, length = texts.shape
        starts = range(0, n * length, length)
        found = map(self._match, repeat(decode(texts)), starts, range(length, n * length + 1, length))
        sizes = np.fromiter((match.end() for match in found), np.int64, n) - np.array(starts)
        ends = np.zeros(n, dtype=np.uint8)
        for size in range(1, length + 1):
            chosen = np.flatnonzero(sizes == size)
            rest = chosen % self._n ** (length - size)  # its index among the texts of its length
            ends[chosen] = (1 << (size - 1)) | (self.ends[length - size][rest] << size)
        assert (ends >= 1 << (length - 1)).all(), "the pattern leaves a gap"
        return ends

    def find_all_ends(self, length: int) -> None:
        """Find the ends of all texts of the next length."""
        assert len(self.ends) == length
        found = [self.find_ends(self.texts(length, first)) for first in range(self._n)]
        self.ends.append(np.concatenate(found))


def decode(texts: np.ndarray) -> str:
    return texts.tobytes().decode("utf-32-le")


def widths(texts: np.ndarray) -> np.ndarray:
    """The number of bytes of each character."""
    return np.searchsorted([0x80, 0x800, 0x10000], texts, side="right") + 1


def in_bytes(texts: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Byte ends in the texts laid end to end."""
    is_end = (ends[:, np.newaxis] >> np.arange(texts.shape[1])) & 1
    return np.cumsum(widths(texts))[is_end.ravel() == 1]


def lex(lexer: SpanLexer, texts: np.ndarray) -> np.ndarray:
    data = np.frombuffer(bytearray(decode(texts).encode()), dtype=np.uint8)
    text_ends = np.cumsum(widths(texts).sum(axis=1))
    return collect_spans(lexer, data, text_ends, np.zeros(len(texts), dtype=np.uint8)).ends


@pytest.fixture(scope="module")
def all_texts(pattern, representatives) -> AllTexts:
    found = AllTexts(pattern, representatives)
    for length in range(1, 5):
        found.find_all_ends(length)
    return found


@pytest.mark.deep
def test_one_match_of_each_text_is_enough(all_texts, expected) -> None:
    """The ends put together this way are those of all matches in each text."""
    rows = [
        (np.concatenate([all_texts.texts(length, first) for first in range(29)]), all_texts.ends[length])
        for length in range(1, 5)
    ]
    found = [in_bytes(texts, ends) for texts, ends in rows]
    begins = np.cumsum([0, *(widths(texts).sum() for texts, _ in rows)])
    together = np.concatenate([ends + begin for ends, begin in zip(found, begins, strict=False)])
    assert np.array_equal(together, expected)


@pytest.mark.deep
def test_equal_on_all_texts_of_5(pattern, assert_same_ends) -> None:
    """Of the characters the family distinguishes, and one per width in bytes: 18 for r50k, 15 for cl100k, 29 for o200k."""
    alphabet = common_alphabet(build_lexer(pattern, "automaton"), build_lexer(pattern, "logos"))
    characters = "".join(dict.fromkeys(alphabet.characters + "\u00a0\u4e2d\U0001f600"))
    check_texts_of_5(pattern, characters, assert_same_ends)


@pytest.mark.exhaustive
@pytest.mark.parametrize("pattern", ["r50k", "cl100k"], indirect=True)
def test_equal_on_all_texts_of_5_of_29_characters(pattern, representatives, assert_same_ends) -> None:
    check_texts_of_5(pattern, representatives, assert_same_ends)


def check_texts_of_5(pattern: str, characters: str, assert_same_ends) -> None:
    all_texts = AllTexts(pattern, characters)
    for length in range(1, 5):
        all_texts.find_all_ends(length)
    lexers = [build_lexer(pattern, kind) for kind in ("automaton", "logos")]
    for first in range(len(characters)):
        texts = all_texts.texts(5, first)
        expected = in_bytes(texts, all_texts.find_ends(texts))
        for lexer in lexers:
            found = lex(lexer, texts)
            if not np.array_equal(found, expected):
                assert_same_ends([decode(text) for text in texts], expected, found)
