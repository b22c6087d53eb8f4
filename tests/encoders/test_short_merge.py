"""short_merge equals the reference, on spans of every length it takes."""

from __future__ import annotations

import itertools
import random
from pydoc_data.topics import topics

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordchipper_lab.encoders.reference import merge_bytes
from wordchipper_lab.encoders.short_merge import (
    BEGUN,
    COUNTS,
    FIRSTS,
    FOUND,
    LONGEST_SHORT_SPAN,
    MOST_FIRST_TOKENS,
    MOST_WAITING,
    SHORT_WORDS,
    SIZES,
    STARTS,
    WAITING_WORDS,
    begin_to_wait,
    merge_waiting,
)
from wordchipper_lab.kernels.jit import jit
from wordchipper_lab.vocab.tables import VocabTables, build_tables
from wordchipper_lab.vocab.token_bytes import pack_tokens
from wordchipper_lab.vocab.unified import UnifiedVocab, load_vocab

SCRIPTS = (
    "ab e\u00e9\u0430\u0436\u0e01\u0e33\u4e2d\u6587\uc790\u0939\u093f\U0001f469\u200d\U0001f4bb\ufe0f  __==''"
)


@jit()
def run(tables, text, starts, waiting, short):
    """Merge the spans between `starts`; returns the number of the first that cannot wait, or -1."""
    first = np.int64(0)
    for i in range(len(starts) - 1):
        start, size = starts[i], starts[i + 1] - starts[i]
        begun = begin_to_wait(tables, text, start, size, short, first)
        if begun < 0:
            return i
        waiting[STARTS + i], waiting[SIZES + i] = np.uint64(start), np.uint64(size)
        waiting[BEGUN + i], waiting[FIRSTS + i] = np.uint64(begun), np.uint64(first)
        first += size if begun == 0 else begun
    merge_waiting(tables, text, len(starts) - 1, waiting, short)
    return -1


def merged(tables: VocabTables, spans: list[bytes]) -> list[list[int] | None]:
    """Their tokens; None for all from one on that cannot wait."""
    text = np.frombuffer(bytearray(b"".join(spans)), dtype=np.uint8)
    # What earlier spans left behind must not matter.
    waiting, short = np.full(WAITING_WORDS, 7, dtype=np.uint64), np.full(SHORT_WORDS, 7, dtype=np.uint32)
    starts = np.cumsum([0, *map(len, spans)])
    refused = int(run(tables, text, starts, waiting, short))
    if refused >= 0:
        return (
            [*merged(tables, spans[:refused]), *[None] * (len(spans) - refused)]
            if refused
            else [None] * len(spans)
        )
    return [
        short[FOUND + int(waiting[FIRSTS + i]) :][: int(waiting[COUNTS + i])].tolist()
        for i in range(len(spans))
    ]


def expected(vocab: UnifiedVocab, span: bytes) -> list[int]:
    # A span that is a token but cannot be merged is looked up whole before this; here only merging counts.
    return merge_bytes(span, vocab.find_token)


@pytest.mark.sampled("o200k_base")
@pytest.mark.parametrize("name", ["r50k_base", "o200k_base"])
def test_every_length(name: str) -> None:
    vocab, rng = load_vocab(name), random.Random(5)
    prose = "".join(topics.values()).encode()
    spans = []
    for size in range(1, MOST_FIRST_TOKENS + 1):
        spans += [bytes([byte]) * size for byte in (32, 65, 95, 0xE0, 0xFF)]
        spans += [rng.randbytes(size) for _ in range(4)]
        spans += [prose[at : at + size] for at in rng.sample(range(len(prose) - 64), 12)]
    rng.shuffle(spans)
    while spans:
        n = min(len(spans), rng.choice((1, 2, 31, 32, 33, MOST_WAITING)))
        batch, spans = spans[:n], spans[n:]
        assert merged(vocab.tables, batch) == [expected(vocab, span) for span in batch]


@settings(max_examples=300)
@given(st.text(st.sampled_from(SCRIPTS), min_size=1, max_size=40))
def test_any_script(text: str) -> None:
    span = text.encode()[:MOST_FIRST_TOKENS]
    for name in ("r50k_base", "cl100k_base"):
        assert merged(load_vocab(name).tables, [span]) == [expected(load_vocab(name), span)]


@pytest.mark.sampled("cl100k_base")
@pytest.mark.parametrize("name", ["r50k_base", "cl100k_base", "o200k_base"])
def test_beginning_with_characters(name: str) -> None:
    """Whatever stands beside them: characters that are tokens, others, ASCII, and bytes that are no character."""
    vocab, rng = load_vocab(name), random.Random(11)
    points = np.flatnonzero(vocab.tables.characters.reshape(-1, 4)[:, 0]).tolist()
    known = [chr(point) for point in points]
    others = [chr(point) for point in rng.sample(range(0x80, 0xD800), 400)] + ["\U0001f469", "\U00020000"]
    alphabets = [
        known,
        known + others,
        [*known, *" a.\n"],
        [*map(chr, points[:300])],
        [*map(chr, points[-300:])],
    ]
    spans = ["".join(rng.choices(rng.choice(alphabets), k=rng.randint(1, 21))).encode() for _ in range(1_500)]
    for script in (
        (0x400, 0x460),
        (0x600, 0x660),
        (0x900, 0x980),
        (0xE00, 0xE60),
        (0x3040, 0x3100),
        (0x4E00, 0x4F00),
    ):
        letters = [*map(chr, range(*script))]
        spans += ["".join(rng.choices(letters, k=rng.randint(1, 21))).encode() for _ in range(300)]
    spans += [bytes(rng.choices(range(0x80, 0x100), k=rng.randint(1, 64))) for _ in range(300)]
    overlong = [bytes([0xE0, 0x80 | point >> 6, 0x80 | point & 63]) for point in points if point < 0x800]
    spans += [b"".join(rng.choices(overlong, k=rng.randint(1, 20))) for _ in range(100)]
    spans = [span[: MOST_FIRST_TOKENS - rng.choice((0, 0, 1, 2))] for span in spans]
    for at in range(0, len(spans), MOST_WAITING):
        batch = spans[at : at + MOST_WAITING]
        assert merged(vocab.tables, batch) == [expected(vocab, span) for span in batch]


@pytest.mark.deep
def test_long_spans_wait_if_they_begin_with_few_tokens() -> None:
    vocab, rng = load_vocab("o200k_base"), random.Random(3)
    letters = [chr(point) for point in range(0x4E00, 0x9000) if vocab.tables.characters[4 * point]]
    for n in (22, 40, 63, 64):
        span = "".join(rng.choices(letters, k=n)).encode()
        found = merged(vocab.tables, [b"token", span, b"izer"])
        assert found[1] in (None, expected(vocab, span))
    many = ["".join(rng.choices(letters, k=50)).encode() for _ in range(200)]
    waited = [merged(vocab.tables, [span])[0] for span in many]
    assert sum(found is not None for found in waited) > 100
    assert all(found in (None, expected(vocab, span)) for found, span in zip(waited, many, strict=True))
    assert merged(vocab.tables, [b"a" * 65]) == merged(vocab.tables, ["\u4e2d".encode() * 65]) == [None]
    assert LONGEST_SHORT_SPAN == 192


@pytest.mark.parametrize("seed", range(12))
def test_tokens_in_any_order(seed: int) -> None:
    """Characters may be taken whole, or not, in vocabularies that no training makes."""
    rng = random.Random(seed)
    alphabet = "\u00e9\u0433\u0434\u4e2d\u6587\u0939\u093fa "
    several: dict[bytes, None] = {}
    while len(several) < 300:
        text = "".join(rng.choices(alphabet, k=4)).encode()
        begin = rng.randrange(6)
        token = text[begin : begin + rng.randint(2, 5)]
        if len(token) > 1:
            several[token] = None
    shuffled = rng.sample(list(several), len(several))
    tables = build_tables(pack_tokens([*(bytes([byte]) for byte in range(256)), *shuffled])).tables
    pairs = {
        (int(left), int(right)): token
        for token, (left, right) in enumerate(tables.splits.reshape(-1, 2).tolist())
        if left != token
    }
    spans = ["".join(rng.choices(alphabet, k=rng.randint(1, 20))).encode() for _ in range(600)]
    for at in range(0, len(spans), MOST_WAITING):
        batch = spans[at : at + MOST_WAITING]
        assert merged(tables, batch) == [by_pairs(span, pairs) for span in batch]


def by_pairs(span: bytes, pairs: dict[tuple[int, int], int]) -> list[int]:
    """Merge the pair with the lowest token again and again, the first of those that have it."""
    tokens = list(span)
    while found := [(pairs[pair], i) for i, pair in enumerate(itertools.pairwise(tokens)) if pair in pairs]:
        token, i = min(found)
        tokens[i : i + 2] = [token]
    return tokens
