"""The span memo: exact keys, and tokens that come back as they went in."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from wordchipper_lab.kernels.keys import MAX_TOKEN
from wordchipper_lab.kernels.memo import (
    LONGEST_MEMO_SPAN,
    MEMO_SLACK,
    MOST_MEMO_TOKENS,
    memo_key,
    memo_slot,
    memo_store,
    new_memo,
    unpack_memo,
)

spans = st.binary(min_size=1, max_size=LONGEST_MEMO_SPAN)


def key_of(span: bytes, behind: bytes = b"") -> tuple[int, int]:
    text = np.frombuffer(bytearray(span + behind + bytes(MEMO_SLACK)), dtype=np.uint8)
    first, second = memo_key(text, 0, len(span))
    return int(first), int(second)


@given(spans, spans, st.binary(max_size=16))
def test_equal_keys_mean_equal_spans(a: bytes, b: bytes, behind: bytes) -> None:
    assert key_of(a) == key_of(a, behind)
    assert (key_of(a) == key_of(b)) == (a == b)
    assert key_of(a)[1] != 0, "an empty entry must match no span"


@given(spans, st.lists(st.integers(0, MAX_TOKEN), min_size=1, max_size=MOST_MEMO_TOKENS + 2))
def test_tokens_come_back(span: bytes, tokens: list[int]) -> None:
    memo = new_memo(4)
    first, second = (np.uint64(word) for word in key_of(span))
    at = memo_slot(memo, first, second)
    assert at % 4 == 0
    assert 0 <= at < len(memo)
    stored = np.array([1, 2, *tokens], dtype=np.uint32)
    memo_store(memo, at, first, second, stored, 2, len(stored))
    if len(tokens) > MOST_MEMO_TOKENS:
        assert not memo.any()
        return
    out = np.zeros(3 + MOST_MEMO_TOKENS, dtype=np.uint32)
    assert unpack_memo(memo, at, out, 3) == 3 + len(tokens)
    assert out[3 : 3 + len(tokens)].tolist() == tokens
