"""Token definitions, roles, repairs: the public building blocks, and what each repair is for."""

from __future__ import annotations

import numpy as np
import pytest

from wordchipper_lab.errors import PatternSyntaxError, UnknownNameError, UnsupportedPatternError
from wordchipper_lab.spanners import build_lexer, unregister_lexer
from wordchipper_lab.spanners.logos import (
    REPAIRS,
    Gap,
    LogosLexer,
    Newline,
    Punctuation,
    Standalone,
    TokenDefinition,
    Whitespace,
    Word,
    build_logos_lexer,
    logos_patterns,
    register_logos_lexer,
)
from wordchipper_lab.spanners.logos.contraction import contraction_split
from wordchipper_lab.vocab.patterns import CL100K_PATTERN, O200K_PATTERN, PATTERNS, R50K_PATTERN

SPACE = TokenDefinition("space", r"[^\S\r\n]+", Whitespace())
LETTERS = TokenDefinition("letters", r"\p{L}+", Word())


def split(lexer, text: str) -> list[str]:
    data = text.encode()
    return [data[span.start : span.end].decode() for span in lexer.spans(text)]


def test_the_books_example() -> None:
    """The lexer that the wordchipper book builds step by step, and the pattern that it stands for."""
    lexer = LogosLexer(
        [
            LETTERS,
            TokenDefinition("digits", r"\p{N}{1,3}", Standalone()),
            TokenDefinition("punctuation", r" ?[^\s\p{L}\p{N}]+[\r\n]*", Punctuation()),
            TokenDefinition("newline", r"\s*[\r\n]+", Newline()),
            SPACE,
        ]
    )
    assert split(lexer, "hello   world") == ["hello", "  ", " world"]
    assert split(lexer, "a  !b") == ["a", " ", " !", "b"]
    assert split(lexer, "a\t\t!") == ["a", "\t", "\t", "!"]
    assert split(lexer, "a  1234") == ["a", " ", " ", "123", "4"]
    assert split(lexer, "a\n\n b") == ["a", "\n\n", " b"]
    assert split(lexer, "a \n  ") == ["a", " \n  "]


def test_longest_then_priority_then_order() -> None:
    short = TokenDefinition("short", "ab", Standalone())
    assert split(LogosLexer([short, TokenDefinition("long", "abc?", Standalone())]), "abcab") == ["abc", "ab"]
    for first, second, is_gap in [(0, 0, True), (0, 1, False), (1, 0, True)]:
        definitions = [
            TokenDefinition("gap", "ab", Gap(), first),
            TokenDefinition("word", "ab", Standalone(), second),
        ]
        assert (LogosLexer(definitions).spans("ab")[0].kind == "gap") == is_gap


def test_back_to_the_last_token_that_ended() -> None:
    lexer = LogosLexer(
        [TokenDefinition("letter", "[abc]", Standalone()), TokenDefinition("long", "abab+c", Standalone())]
    )
    assert split(lexer, "ababbbbcabab") == ["ababbbbc", "a", "b", "a", "b"]


def test_gaps_join() -> None:
    spans = LogosLexer([LETTERS, TokenDefinition("star", r"\*", Gap())]).spans("a**1\u00e9 !")
    assert [(s.end, s.kind) for s in spans] == [(1, "word"), (4, "gap"), (6, "word"), (8, "gap")]


@pytest.mark.parametrize(
    ("family", "repair", "text", "with_repair", "without_repair"),
    [
        (R50K_PATTERN, "whitespace_split", "a  b", ["a", " ", " b"], ["a", "  ", "b"]),
        (CL100K_PATTERN, "whitespace_split", "a \u00a0b", ["a", " ", "\u00a0b"], ["a", " \u00a0", "b"]),
        (CL100K_PATTERN, "prefix_restart", 'a  "b', ["a", " ", ' "', "b"], ["a", " ", " ", '"b']),
        (CL100K_PATTERN, "contraction_split", "'The", ["'T", "he"], ["'The"]),
        (CL100K_PATTERN, "trailing_whitespace", "a\n ", ["a", "\n "], ["a", "\n", " "]),
        (O200K_PATTERN, "prefix_restart", "  !\u0301!", [" ", " !\u0301!"], [" ", " ", "!\u0301", "!"]),
    ],
)
def test_what_each_repair_is_good_for(family, repair, text, with_repair, without_repair) -> None:
    assert split(build_lexer(family, "regex"), text) == with_repair
    assert split(build_logos_lexer(family), text) == with_repair
    assert split(build_logos_lexer(family, without=[repair]), text) == without_repair


@pytest.mark.parametrize(
    ("family", "text", "expected"),
    [
        (CL100K_PATTERN, "'\u017fabc", ["'\u017f", "abc"]),  # long s folds to s
        (CL100K_PATTERN, "'llama 'LLama", ["'ll", "ama", " '", "LLama"]),
        (CL100K_PATTERN, "x\n\n  y\r\n", ["x", "\n\n", " ", " y", "\r\n"]),
        (R50K_PATTERN, "x\t\ty  's", ["x", "\t", "\t", "y", " ", " '", "s"]),
        (O200K_PATTERN, "\u00aaAB", ["\u00aa", "AB"]),  # Lo + Lu: the first branch ends after the Lo
        (O200K_PATTERN, "\u0301AB", ["\u0301", "AB"]),  # a mark is a word, not a prefix of capitals
        (O200K_PATTERN, "\u0301!!", ["\u0301", "!!"]),  # nor the beginning of punctuation
        (O200K_PATTERN, "!\u0301!!", ["!\u0301", "!!"]),
        (O200K_PATTERN, "!!\u0301!", ["!!\u0301!"]),
        (O200K_PATTERN, " !\u0301!", [" !\u0301!"]),
        (O200K_PATTERN, "a\n ", ["a", "\n", " "]),
        (O200K_PATTERN, "ABcD'Sx", ["ABc", "D'S", "x"]),
    ],
)
def test_repairs_beyond_the_published_roles(family, text, expected) -> None:
    assert split(build_lexer(family, "regex"), text) == expected
    assert split(build_lexer(family, "logos"), text) == expected


@pytest.mark.parametrize("name", PATTERNS)
def test_every_vocabulary_has_a_logos_lexer(name) -> None:
    lexer = build_lexer(name, "logos")
    assert (lexer.kind, lexer.pattern, lexer.name) == ("logos", PATTERNS[name], name)


def test_pattern_without_logos_lexer() -> None:
    with pytest.raises(UnsupportedPatternError, match=r"no logos lexer .* r50k, .*cl100k, o200k") as caught:
        build_lexer(r"\w+", "logos")
    assert caught.value.pattern == r"\w+"


def test_register() -> None:
    register_logos_lexer(r"\p{L}+", "letters", [LETTERS])
    assert logos_patterns()["letters"] == r"\p{L}+"
    assert [s.kind for s in build_lexer(r"\p{L}+", "logos").spans("a1b")] == ["word", "gap", "word"]
    unregister_lexer(r"\p{L}+")
    assert "letters" not in logos_patterns()


def test_wrong_definitions() -> None:
    with pytest.raises(UnsupportedPatternError, match="look-ahead or end of text"):
        LogosLexer([TokenDefinition("x", r"\s+(?!\S)", Whitespace())])
    with pytest.raises(UnsupportedPatternError, match="matches the empty string"):
        LogosLexer([TokenDefinition("x", "a*", Whitespace())])
    with pytest.raises(PatternSyntaxError):
        LogosLexer([TokenDefinition("x", "(", Whitespace())])
    with pytest.raises(UnknownNameError, match="repair 'all': expected one of whitespace_split"):
        LogosLexer([LETTERS], without=["all"])
    assert len(REPAIRS) == 4


@pytest.mark.parametrize(
    ("text", "split_at"),
    [("'The", 2), ("'s", 2), ("'ll", 3), ("'lL", 3), ("'l", 2), ("'x", 2), ("'", 1), ("", 0), ("'vE9", 3), ("'rx", 3), ("s's", 3),
     ("'\u017fa", 3), ("'\u017f", 3), ("'\u013f", 3), ("'\u0173", 3)],
)  # fmt: skip
def test_contraction_split(text, split_at) -> None:
    data = np.frombuffer(bytearray(text.encode()), dtype=np.uint8)
    assert contraction_split(data, 0, len(data)) == split_at
