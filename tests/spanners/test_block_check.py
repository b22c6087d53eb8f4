"""A lexer that is not built in is checked: breaking the contract is an error naming lexer and place."""

from __future__ import annotations

from functools import wraps

import pytest

import wordchipper_lab as wl
from wordchipper_lab.errors import LexerError
from wordchipper_lab.spanners import (
    LEXERS,
    SPECIAL,
    AutomatonLexer,
    SpanLexer,
    TextSpanner,
    WholeTextLexer,
    block_check,
    build_lexer,
)
from wordchipper_lab.training.fast import SpanCounter

TEXT = "low é low<|endoftext|>low"  # 26 bytes; the special token from 11 to 24, the letter at 4
HONEST = [3, 4, 6, 7, 10, 23, 26]


class Scripted(SpanLexer):
    """Gives exactly these blocks: (ends, kinds, return value, final cursor)."""

    def __init__(self, *blocks) -> None:
        self.blocks = list(blocks)

    def next_spans(self, text, region_ends, region_kinds, cursor, ends, kinds):
        found, found_kinds, n, place = self.blocks.pop(0)
        ends[: len(found)], kinds[: len(found)] = found, found_kinds
        cursor[:] = place
        return n


SPANS = [3, 4, 6, 7, 10, 23, 26]
KINDS = [0, 0, 0, 0, 0, SPECIAL, 0]
DONE = [3, 26]

BROKEN = {
    "beyond the text": (([3, 9999], [0, 0], 2, [0, 9999]), "ends at byte 9999, after the text of 26"),
    "negative": (([-5], [0], 1, [0, -5]), "a span that begins at byte 0 ends at -5"),
    "descending": (([4, 3, 10], [0, 0, 0], 3, [0, 10]), "begins at byte 4 ends at 3"),
    "empty": (([3, 3], [0, 0], 2, [0, 3]), "begins at byte 3 ends at 3"),
    "no progress": (([], [], 0, [0, 0]), "no spans for the bytes from 0 on"),
    "more than there is room for": ((SPANS, KINDS, 10**9, DONE), "but at most"),
    "fewer than none": ((SPANS, KINDS, -1, DONE), "next_spans returned -1"),
    "no number": ((SPANS, KINDS, None, DONE), "next_spans returned None"),
    "half a number": ((SPANS, KINDS, 1.5, DONE), "next_spans returned 1.5"),
    "within a character": (([3, 5], [0, 0], 2, [0, 5]), "ends at byte 5, inside a character"),
    "no such kind": (([3], [7], 1, [0, 3]), "kind 7"),
    "across a region": (([3, 12], [0, 0], 2, [0, 12]), "beyond the end of a text at byte 10"),
    "a word that claims to be special": (([3], [SPECIAL], 1, [0, 3]), "from byte 0 to 3 has the wrong kind"),
    "a special token as a word": (([10, 23], [0, 0], 2, [1, 23]), "from byte 10 to 23 has the wrong kind"),
    "a special token in two": (([10, 12, 23], [0, SPECIAL, SPECIAL], 3, [1, 23]), "from byte 10 to 12"),
    "a cursor that stays": (([3], [0], 1, [0, 0]), r"left its cursor at \[0, 0\]"),
    "a cursor in another region": (([3], [0], 1, [2, 3]), r"left its cursor at \[2, 3\]"),
}


def tokenizer(lexer: SpanLexer) -> wl.Tokenizer:
    return wl.Tokenizer.from_pretrained("r50k_base", lexer=lexer)


WAYS = {
    "spans": lambda lexer: tokenizer(lexer).spans(TEXT),
    "encode": lambda lexer: tokenizer(lexer).encode(TEXT),
    "count": lambda lexer: tokenizer(lexer).count(TEXT),
    "batch": lambda lexer: tokenizer(lexer).encode_batch([TEXT]),
    "spans and tokens": lambda lexer: tokenizer(lexer).encode_with_spans(TEXT),
    "training": lambda lexer: SpanCounter(TextSpanner(lexer, {"<|endoftext|>": 0})).add_texts([TEXT]),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize(("block", "message"), BROKEN.values(), ids=BROKEN)
def test_what_breaks_the_contract_is_refused(way, block, message) -> None:
    with pytest.raises(LexerError, match=f"<Scripted ''> breaks the lexer contract: .*{message}"):
        way(Scripted(block))


def test_a_lexer_that_keeps_it_is_believed_however_small_its_blocks() -> None:
    blocks = [
        ([end], [kind], 1, [0 if end < 10 else 1 if end < 23 else 2, end])
        for end, kind in zip(SPANS, KINDS, strict=True)
    ]
    assert tokenizer(Scripted(*blocks)).spans(TEXT).ends.tolist() == HONEST
    expected = tokenizer(build_lexer(r"\w+|\s"))
    assert tokenizer(Scripted(*blocks)).encode(TEXT) == expected.encode(TEXT)


class Subclass(AutomatonLexer):
    """A built-in lexer except for one method."""

    def next_spans(self, *arguments) -> int:
        n = super().next_spans(*arguments)
        arguments[4][n - 1] += 100
        return n


def test_what_overrides_a_built_in_lexer_is_checked_and_not_passed_by() -> None:
    wrapped = build_lexer(r"\w+|\s")
    honest = wrapped.next_spans

    @wraps(AutomatonLexer.next_spans)
    def altered(*arguments) -> int:
        n = honest(*arguments)
        arguments[4][n - 1] += 100
        return n

    wrapped.next_spans = altered
    for lexer in (Subclass(r"\w+|\s"), wrapped):
        for way in WAYS.values():
            with pytest.raises(
                LexerError, match=r"after the text of 26|left its cursor|beyond the end of a text"
            ):
                way(lexer)


class Words(WholeTextLexer):
    def __init__(self, words) -> None:
        self.words = words

    def find_words(self, text):
        return iter(self.words())


def without_end():
    while True:
        yield 0, 0


@pytest.mark.parametrize(
    "words", [without_end, lambda: [(0, 1, 2)], lambda: [("a", "b")], lambda: [None], lambda: [(0.5, 1.5)]]
)
def test_words_that_are_none_are_refused(words) -> None:
    for texts in (["low"], ["low", "é low"] * 9):
        with pytest.raises(LexerError, match="find_words returned"):
            tokenizer(Words(words)).encode_batch(texts)
    with pytest.raises(LexerError, match="find_words returned"):
        Words(words).spans("low" * 9)


def test_built_in_lexers_are_not_checked(monkeypatch) -> None:
    monkeypatch.setattr(block_check, "find_flaw", lambda *arguments: "it was checked")
    for kind in LEXERS.built_in:
        assert build_lexer("r50k_base", kind).spans("low low").ends.tolist() == [3, 7]
