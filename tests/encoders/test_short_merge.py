"""short_merge equals the reference, on spans of every length it takes."""

from __future__ import annotations

import random
from pydoc_data.topics import topics

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordchipper_lab.encoders.reference import merge_bytes
from wordchipper_lab.encoders.short_merge import LONGEST_SHORT_SPAN, SHORT_WORK, short_merge
from wordchipper_lab.kernels.jit import jit
from wordchipper_lab.vocab.unified import UnifiedVocab, load_vocab

SCRIPTS = (
    "ab e\u00e9\u0430\u0436\u0e01\u0e33\u4e2d\u6587\uc790\u0939\u093f\U0001f469\u200d\U0001f4bb\ufe0f  __==''"
)


@jit()
def run(pairs, byte_pairs, byte_tokens, text, tokens, scratch):
    return short_merge(pairs, byte_pairs, byte_tokens, text, 0, len(text), tokens, 0, scratch)


def merged(vocab: UnifiedVocab, span: bytes) -> list[int]:
    tables = vocab.tables
    text = np.frombuffer(bytearray(span), dtype=np.uint8)
    tokens = np.zeros(len(span), dtype=np.uint32)
    scratch = np.full(SHORT_WORK, 7, dtype=np.uint32)  # what an earlier span left behind must not matter
    n = run(tables.pairs, tables.byte_pairs, tables.byte_tokens, text, tokens, scratch)
    return tokens[:n].tolist()


def expected(vocab: UnifiedVocab, span: bytes) -> list[int]:
    # A span that is a token but cannot be merged is looked up whole before this; here only merging counts.
    return merge_bytes(span, vocab.find_token)


@pytest.mark.sampled("o200k_base")
@pytest.mark.parametrize("name", ["r50k_base", "o200k_base"])
def test_every_length(name: str) -> None:
    vocab, rng = load_vocab(name), random.Random(5)
    prose = "".join(topics.values()).encode()
    for size in range(1, LONGEST_SHORT_SPAN + 1):
        spans = [bytes([byte]) * size for byte in (32, 65, 95, 0xE0, 0xFF)]
        spans += [rng.randbytes(size) for _ in range(4)]
        spans += [prose[at : at + size] for at in rng.sample(range(len(prose) - 64), 12)]
        for span in spans:
            assert merged(vocab, span) == expected(vocab, span), span


@settings(max_examples=300)
@given(st.text(st.sampled_from(SCRIPTS), min_size=1, max_size=20))
def test_any_script(text: str) -> None:
    span = text.encode()[:LONGEST_SHORT_SPAN]
    for name in ("r50k_base", "cl100k_base"):
        assert merged(load_vocab(name), span) == expected(load_vocab(name), span)
