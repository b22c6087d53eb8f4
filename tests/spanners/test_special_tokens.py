"""The search for special tokens: equal to the obvious one, and linear, however long the tokens are."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest
import tiktoken

from wordchipper_lab.spanners.spans import SPECIAL, WORD
from wordchipper_lab.spanners.special_automaton import DEPTH, NODE_FIELDS, build_special_automaton
from wordchipper_lab.spanners.special_tokens import (
    find_special,
    leave_behind,
    mark_regions,
    new_search,
    open_bytes,
)
from wordchipper_lab.tokenizer import Tokenizer
from wordchipper_lab.vocab.token_bytes import pack_tokens
from wordchipper_lab.vocab.unified import UnifiedVocab


def find_special_slowly(text: bytes, tokens: list[bytes]) -> list[tuple[int, int]]:
    """The definition: from left to right, the longest token that begins at each place."""
    found, position = [], 0
    while position < len(text):
        longest = max((len(token) for token in tokens if text.startswith(token, position)), default=0)
        if longest:
            found.append((position, position + longest))
        position += longest or 1
    return found


def find_in_parts(parts: list[bytes], tokens: list[bytes]) -> list[tuple[int, int]]:
    """The package's search over a text that arrives in parts."""
    automaton, search = build_special_automaton(tokens), new_search()
    found, before = [], 0
    for number, part in enumerate(parts):
        text, position = np.frombuffer(bytearray(part), dtype=np.uint8), 0
        while True:
            start, end = find_special(text, position, len(text), automaton, search, number == len(parts) - 1)
            if start == end:
                break
            found.append((before + start, before + end))
            position = end
        leave_behind(search, len(text))
        before += len(text)
    assert open_bytes(automaton, search) == 0
    return found


def test_every_text_over_two_letters() -> None:
    """Texts of 9 letters under 150 random sets of special tokens."""
    draw = random.Random(14)
    for _ in range(150):
        tokens = [bytes(draw.choices(b"ab", k=draw.randint(1, 6))) for _ in range(draw.randint(1, 5))]
        for letters in draw.sample(list(product(b"ab", repeat=9)), 25):
            text = bytes(letters)
            assert find_in_parts([text], tokens) == find_special_slowly(text, tokens), (tokens, text)


def test_long_random_texts_in_parts() -> None:
    """Parts of any size, three letters, tokens that repeat and overlap each other."""
    draw = random.Random(15)
    for _ in range(300):
        period = bytes(draw.choices(b"abc", k=draw.randint(1, 4)))
        tokens = [(period * 9)[: draw.randint(1, 20)] + bytes(draw.choices(b"abc", k=draw.randint(0, 2)))]
        tokens += [bytes(draw.choices(b"abc", k=draw.randint(1, 5))) for _ in range(draw.randint(0, 6))]
        text = b"".join(draw.choice([period, *tokens, b"a", b"b", b"x"]) for _ in range(draw.randint(1, 80)))
        cuts = sorted(draw.choices(range(len(text) + 1), k=draw.randint(0, 6)))
        parts = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
        assert find_in_parts(parts, tokens) == find_special_slowly(text, tokens), (tokens, text)


def test_as_tiktoken_finds_them() -> None:
    """Ids with overlapping special tokens. (Where one begins with another, tiktoken may take either.)"""
    special = {"<|a|>": 300, "|><|": 301, "b<|b": 302, "<|b|>": 303, ">a": 304}
    ours = Tokenizer(
        UnifiedVocab(
            pack_tokens([bytes([byte]) for byte in range(256)]), pattern=r"\w+|\W", special_tokens=special
        )
    )
    theirs = tiktoken.Encoding(
        "test",
        pat_str=r"\w+|\W",
        mergeable_ranks={bytes([byte]): byte for byte in range(256)},
        special_tokens=special,
    )
    draw = random.Random(16)
    for _ in range(500):
        text = "".join(draw.choices(["<|", "a", "b", "|>", "<", ">", "<|a|>", "é"], k=12))
        assert ours.encode(text) == theirs.encode(text, allowed_special="all"), text


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        ([b"a" * 100_000], b"a" * 99_999 + b"b"),
        ([b"a" * 100_000 + b"c", b"a"], b"a" * 300_000),
        ([b"ab" * 50_000 + b"c", b"ab", b"ba" * 20_000], b"ab" * 150_000 + b"a"),
        ([b"<|" * 1000 + b"%d" % i for i in range(1000)], b"<|" * 150_000),
    ],
)
def test_a_byte_is_read_once(tokens: list[bytes], text: bytes) -> None:
    """Text x token length would be 3e10 steps: 192 s for the first of these, which takes milliseconds."""
    automaton = build_special_automaton(tokens)
    array = np.frombuffer(bytearray(text * 3), dtype=np.uint8)
    ends, kinds = np.empty(len(array), dtype=np.int64), np.empty(len(array), dtype=np.uint8)
    n = mark_regions(array, np.array([len(array)]), automaton, WORD, SPECIAL, ends, kinds, new_search())
    assert (kinds[:n] == SPECIAL).any() == any(token in text * 3 for token in tokens)


def test_memory_of_a_long_token() -> None:
    """A special token of a million letters: 40 bytes for each, not one row of a table."""
    token = bytes(random.Random(17).choices(range(97, 123), k=1_000_000))
    automaton = build_special_automaton([token])
    assert sum(array.nbytes for array in automaton[:-1]) < 45_000_000
    assert automaton.nodes[-NODE_FIELDS + DEPTH] == 1_000_000
