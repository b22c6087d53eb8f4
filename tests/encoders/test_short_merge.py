"""short_merge equals the reference, on spans of every length it takes."""

from __future__ import annotations

import random
from pydoc_data.topics import topics

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordchipper_lab.encoders.reference import merge_bytes
from wordchipper_lab.encoders.short_merge import (
    COUNTS,
    FIRSTS,
    FOUND,
    LONGEST_SHORT_SPAN,
    MOST_WAITING,
    SHORT_WORDS,
    SIZES,
    STARTS,
    WAITING_WORDS,
    merge_waiting,
)
from wordchipper_lab.kernels.jit import jit
from wordchipper_lab.vocab.unified import UnifiedVocab, load_vocab

SCRIPTS = (
    "ab e\u00e9\u0430\u0436\u0e01\u0e33\u4e2d\u6587\uc790\u0939\u093f\U0001f469\u200d\U0001f4bb\ufe0f  __==''"
)


@jit()
def run(tables, text, n_waiting, waiting, short):
    merge_waiting(tables, text, n_waiting, waiting, short)


def merged(vocab: UnifiedVocab, spans: list[bytes]) -> list[list[int]]:
    text = np.frombuffer(bytearray(b"".join(spans)), dtype=np.uint8)
    # What earlier spans left behind must not matter.
    waiting, short = np.full(WAITING_WORDS, 7, dtype=np.uint64), np.full(SHORT_WORDS, 7, dtype=np.uint32)
    sizes = np.array([len(span) for span in spans], dtype=np.uint64)
    waiting[SIZES : SIZES + len(spans)] = sizes
    for column in (STARTS, FIRSTS):
        waiting[column : column + len(spans)] = np.cumsum(sizes) - sizes
    run(vocab.tables, text, len(spans), waiting, short)
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
    for size in range(1, LONGEST_SHORT_SPAN + 1):
        spans += [bytes([byte]) * size for byte in (32, 65, 95, 0xE0, 0xFF)]
        spans += [rng.randbytes(size) for _ in range(4)]
        spans += [prose[at : at + size] for at in rng.sample(range(len(prose) - 64), 12)]
    rng.shuffle(spans)
    while spans:
        n = min(len(spans), rng.choice((1, 2, 31, 32, 33, MOST_WAITING)))
        batch, spans = spans[:n], spans[n:]
        assert merged(vocab, batch) == [expected(vocab, span) for span in batch]


@settings(max_examples=300)
@given(st.text(st.sampled_from(SCRIPTS), min_size=1, max_size=40))
def test_any_script(text: str) -> None:
    span = text.encode()[:LONGEST_SHORT_SPAN]
    for name in ("r50k_base", "cl100k_base"):
        assert merged(load_vocab(name), [span]) == [expected(load_vocab(name), span)]
