"""Memos grow with the texts, up to their limit, and change nothing but the time."""

from __future__ import annotations

import random

import numpy as np
import pytest

from wordchipper_lab.encoders.memo_growth import grown_memo
from wordchipper_lab.encoders.span_memo import holds_all_tokens, new_span_memo, wants_to_grow
from wordchipper_lab.encoders.token_encoder import TokenEncoder
from wordchipper_lab.spanners import build_lexer
from wordchipper_lab.spanners.text_spanner import TextSpanner
from wordchipper_lab.vocab.token_bytes import iterate_tokens
from wordchipper_lab.vocab.unified import load_vocab


def text_of_many_words(seed: int, n: int) -> str:
    """Words of 1 to 60 letters, in part Thai and Chinese, some of which come back."""
    chosen = random.Random(seed)
    alphabets = ["etaoinshrdlu", "\u0e01\u0e32\u0e19\u0e23\u0e30", "\u4e2d\u6587\u5b57\u7b26"]
    words = [
        "".join(chosen.choices(chosen.choice(alphabets), k=chosen.choice((2, 5, 9, 14, 30, 60))))
        for _ in range(n // 3)
    ]
    return " ".join(chosen.choices(words, k=n))


@pytest.fixture(scope="module")
def plain() -> TokenEncoder:
    return encoder_with(0)


def encoder_with(memo_bytes: int) -> TokenEncoder:
    vocab = load_vocab("r50k_base")
    spanner = TextSpanner(build_lexer("r50k_base", "auto"), vocab.special_tokens)
    return TokenEncoder(vocab, spanner, "bpe_backtrack", memo=memo_bytes > 0, memo_bytes=memo_bytes or 1)


@pytest.mark.parametrize("memo_bytes", [1, 4096, 100_000, 1 << 22])
def test_the_ids_are_those_without_a_memo(plain: TokenEncoder, memo_bytes: int) -> None:
    encoder = encoder_with(memo_bytes)
    for seed in range(3):
        text = text_of_many_words(seed, 20_000)
        expected = plain.encode(text)
        assert np.array_equal(encoder.encode(text), expected)
        assert encoder.count(text) == len(expected)
        parts = [text[at : at + 5000] for at in range(0, len(text), 5000)]
        assert np.array_equal(
            encoder.encode_batch(parts, "parse", 2).tokens, plain.encode_batch(parts, "parse", 1).tokens
        )
        found = encoder.encode_with_spans(text)
        assert np.array_equal(found.tokens, expected)


def test_memos_grow_to_their_limit_and_no_further() -> None:
    encoder = encoder_with(1 << 20)
    encoder.encode(text_of_many_words(9, 100_000))
    encoder._workspace().settle_memo()
    memo = encoder._workspace().memo
    grown = memo.short.nbytes + memo.long.slots.nbytes + memo.long.ring.nbytes
    assert 1 << 19 < grown <= 1 << 20
    assert not wants_to_grow(memo)
    assert not holds_all_tokens(memo)
    assert grown_memo(memo, 1 << 20, encoder.vocab.tables).short is memo.short


def test_a_large_memo_holds_all_short_tokens(plain: TokenEncoder) -> None:
    encoder = encoder_with(1 << 26)
    text = " ".join(np.base_repr(n * 7919, 36) for n in range(40_000))
    assert np.array_equal(encoder.encode(text), plain.encode(text))
    encoder._workspace().settle_memo()
    assert holds_all_tokens(encoder._workspace().memo)
    every_token = " ".join(
        token.decode(errors="replace") for _, token in iterate_tokens(encoder.vocab.ranked)
    )
    assert np.array_equal(encoder.encode(every_token), plain.encode(every_token))


def test_a_memo_begins_small() -> None:
    memo = new_span_memo(1 << 26)
    assert memo.short.nbytes + memo.long.slots.nbytes + memo.long.ring.nbytes < 300_000
