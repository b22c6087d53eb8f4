"""The public interface: `Spans`, `build_lexer`, `SpanLexer.spans`."""

from __future__ import annotations

import numpy as np
import pytest

from wordchipper_lab.errors import PatternSyntaxError, TextError, UnknownNameError
from wordchipper_lab.spanners import (
    GAP,
    LEXERS,
    WORD,
    RegexLexer,
    Span,
    SpanLexer,
    Spans,
    WholeTextLexer,
    build_lexer,
    resolve_pattern,
)
from wordchipper_lab.vocab.patterns import CL100K_PATTERN

SPANS = Spans(np.array([2, 3, 7]), np.array([WORD, GAP, WORD], dtype=np.uint8))


def test_starts_are_the_previous_ends() -> None:
    assert SPANS.starts.tolist() == [0, 2, 3]
    assert len(SPANS) == 3


def test_items() -> None:
    assert SPANS[0] == Span(0, 2, "word")
    assert SPANS[-1] == SPANS[2] == list(SPANS)[2] == Span(3, 7, "word")
    assert [span.kind for span in SPANS] == ["word", "gap", "word"]
    with pytest.raises(IndexError):
        SPANS[3]
    with pytest.raises(IndexError):
        SPANS[-4]


def test_equality() -> None:
    assert Spans(SPANS.ends.copy(), SPANS.kinds.copy()) == SPANS
    assert Spans(SPANS.ends, np.zeros(3, dtype=np.uint8)) != SPANS
    assert Spans(SPANS.ends[:2], SPANS.kinds[:2]) != SPANS
    assert SPANS != [0, 2]


@pytest.mark.parametrize("kind", LEXERS)
@pytest.mark.parametrize("name", ["cl100k_base", "openai:cl100k_base", "openai::cl100k_base", CL100K_PATTERN])
def test_build_lexer_by_name_or_pattern(kind, name) -> None:
    lexer = build_lexer(name, kind)
    assert isinstance(lexer, SpanLexer)
    assert (lexer.kind, lexer.pattern) == (kind, CL100K_PATTERN)
    spans = lexer.spans("na\u00efve  idea")
    assert (spans.ends.dtype, spans.kinds.dtype) == (np.int64, np.uint8)
    assert [(s.start, s.end) for s in spans] == [(0, 6), (6, 7), (7, 12)]


def test_wrong_arguments() -> None:
    with pytest.raises(
        UnknownNameError, match="unknown lexer 'fast': expected one of regex, automaton, logos, vector"
    ):
        build_lexer("cl100k_base", "fast")
    with pytest.raises(PatternSyntaxError):
        build_lexer("(", "regex")
    with pytest.raises(TextError):
        build_lexer("cl100k_base").spans(b"bytes")
    assert resolve_pattern(r"\w+") == r"\w+"


@pytest.mark.parametrize("kind", LEXERS)
def test_lone_surrogates_are_replacement_characters(kind) -> None:
    lexer = build_lexer("cl100k_base", kind)
    assert lexer.spans("a\ud83d b") == lexer.spans("a\ufffd b")
    assert lexer.spans("\ud83d\ude00") == lexer.spans("\U0001f600")


def test_regex_lexer_takes_any_pattern_and_drops_empty_matches() -> None:
    spans = RegexLexer(r"(?<=a)b|\d*").spans("ab12\u00e9b")
    assert [(s.start, s.end, s.kind) for s in spans] == [
        (0, 1, "gap"),
        (1, 2, "word"),
        (2, 4, "word"),
        (4, 7, "gap"),
    ]


def test_a_lexer_of_ones_own() -> None:
    class Halves(WholeTextLexer):
        def find_words(self, text):
            return [(0, len(text) // 2), (len(text) // 2, len(text) - 1)]

    assert [(s.end, s.kind) for s in Halves().spans("\u00e9\u00e9ab!")] == [
        (4, "word"),
        (6, "word"),
        (7, "gap"),
    ]
    assert "Halves" in repr(Halves())
