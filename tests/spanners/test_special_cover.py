"""Places that no special token can straddle, wherever the search began."""

from __future__ import annotations

import random

from wordchipper_lab.spanners.special_cover import (
    COVERED,
    FREE,
    SPECIAL_BEGINS,
    mark_characters,
    mark_places,
)


def mark_slowly(text: bytes, tokens: list[bytes]) -> list[int]:
    """The definition: all occurrences, and what the end may turn into."""
    marks = [FREE] * (len(text) + 1)
    for start in range(len(text)):
        for token in tokens:
            if text.startswith(token, start):
                marks[start] = marks[start] or SPECIAL_BEGINS
                for place in range(start + 1, start + len(token)):
                    marks[place] = COVERED
            elif token.startswith(text[start:]):
                for place in range(start + 1, len(text) + 1):
                    marks[place] = COVERED
    return marks


def test_equals_the_definition() -> None:
    """Texts over three letters, special tokens that overlap each other and themselves."""
    draw = random.Random(8)
    for _ in range(400):
        tokens = tuple("".join(draw.choices("abc", k=draw.randint(1, 5))) for _ in range(draw.randint(0, 4)))
        text = "".join(draw.choices(["a", "b", "c", "x", *tokens], k=draw.randint(0, 15)))
        expected = mark_slowly(text.encode(), [token.encode() for token in tokens])
        assert mark_places(text.encode(), tokens).tolist() == expected, (text, tokens)
        assert mark_characters(text.replace("x", "é"), tokens).tolist() == expected


def test_a_long_token_that_overlaps_itself() -> None:
    """Linear: a million letters, and a special token of 100,000 of them."""
    marks = mark_places(b"a" * 1_000_000 + b"x", ("a" * 100_000, "aaa"))
    assert marks[0] == SPECIAL_BEGINS
    assert (marks[1:1_000_000] == COVERED).all()
    assert marks[1_000_000] == FREE
