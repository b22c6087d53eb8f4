"""The memo of long spans returns what was put in, even after its ring has wrapped around many times."""

from __future__ import annotations

import mmap
import random

import numpy as np

from wordchipper_lab.kernels.keys import span_key
from wordchipper_lab.kernels.long_memo import (
    LONGEST_LONG_SPAN,
    LongMemo,
    find_long,
    is_crowded_long,
    larger_long_memo,
    new_long_memo,
    recall_tokens,
    store_long,
    store_tokens,
)


def as_array(span: bytes) -> np.ndarray:
    return np.frombuffer(bytearray(span), dtype=np.uint8)


def find(memo: LongMemo, span: bytes) -> list[int] | None:
    out = np.full(LONGEST_LONG_SPAN + 8, 99, dtype=np.uint32)
    text = as_array(span)
    n = find_long(memo, np.uint64(span_key(text, 0, len(span))), text, 0, len(span), out, 3)
    return None if n < 0 else out[3:n].tolist()


def store(memo: LongMemo, span: bytes, tokens: list[int]) -> None:
    array, text = np.array([5, *tokens], dtype=np.uint32), as_array(span)
    store_long(memo, np.uint64(span_key(text, 0, len(span))), text, 0, len(span), array, 1, len(array))


def test_found_again_and_nothing_else() -> None:
    memo = new_long_memo(64)
    span = bytes(range(40))
    assert find(memo, span) is None
    store(memo, span, [1, 2, 3])
    assert find(memo, span) == [1, 2, 3]
    for other in (span[:39], span + b"x", span[:20] + b"!" + span[21:], b"!" + span[1:], span[:39] + b"!"):
        assert find(memo, other) is None


def test_never_a_wrong_answer_however_often_the_ring_goes_round() -> None:
    rng = random.Random(1)
    memo = new_long_memo(256)
    known: dict[bytes, list[int]] = {}
    hits = 0
    for _ in range(4000):
        span = (
            rng.choice(list(known)) if known and rng.random() < 0.5 else rng.randbytes(rng.randint(16, 255))
        )
        found = find(memo, span)
        if found is not None:
            hits += 1
            assert found == known[span]
        else:
            known[span] = [rng.randrange(1 << 21) for _ in range(rng.randint(1, len(span)))]
            store(memo, span, known[span])
            assert find(memo, span) == known[span]
    assert memo.used[0] > 3 * len(memo.ring)
    assert hits > 50


def test_a_record_that_was_overwritten_is_unknown() -> None:
    memo = new_long_memo(64)
    first = b"a" * 255
    store(memo, first, [1])
    tokens = np.arange(9, dtype=np.uint32)
    place = store_tokens(memo, tokens, 0, 9)
    rng = random.Random(2)
    out = np.zeros(16, dtype=np.uint32)
    assert recall_tokens(memo, place, 9, out, 2) == 11
    assert out[2:11].tolist() == tokens.tolist()
    while memo.used[0] <= len(memo.ring) + 255 + 36:
        store(memo, rng.randbytes(255), [2])
    assert find(memo, first) is None
    assert recall_tokens(memo, place, 9, out, 2) == -1


def test_a_record_that_was_overwritten_is_unknown_in_a_larger_memo_too() -> None:
    memo, rng = new_long_memo(64), random.Random(4)
    place = store_tokens(memo, np.arange(7, dtype=np.uint32), 0, 7)
    while memo.used[0] <= len(memo.ring) + 500:
        store(memo, rng.randbytes(200), [1])
    larger = larger_long_memo(memo, 1024, 1024)
    assert recall_tokens(larger, place, 7, np.zeros(16, dtype=np.uint32), 0) == -1


def test_records_keep_their_places_in_a_larger_memo() -> None:
    memo, known = new_long_memo(64), {}
    rng = random.Random(3)
    tokens = np.arange(7, dtype=np.uint32)
    place = store_tokens(memo, tokens, 0, 7)
    while not is_crowded_long(memo):
        span = rng.randbytes(rng.randint(16, 60))
        known[span] = [rng.randrange(1 << 21) for _ in range(5)]
        store(memo, span, known[span])
    larger = larger_long_memo(memo, 256, 256)
    assert {span: find(larger, span) for span in known} == known
    out = np.zeros(16, dtype=np.uint32)
    assert recall_tokens(larger, place, 7, out, 0) == 7
    assert out[:7].tolist() == tokens.tolist()
    assert not is_crowded_long(larger)


def test_a_large_ring_stays_where_it_is() -> None:
    rng = random.Random(5)
    memo, known = new_long_memo(1 << 15, 1 << 16), {}
    while not is_crowded_long(memo):
        span = rng.randbytes(rng.randint(200, 255))
        known[span] = [rng.randrange(1 << 21)]
        store(memo, span, known[span])
    known = {span: tokens for span, tokens in known.items() if find(memo, span) is not None}
    larger = larger_long_memo(memo, 1 << 16, 1 << 16)
    assert (larger.ring.ctypes.data == memo.ring.ctypes.data) == hasattr(mmap, "MADV_HUGEPAGE")
    assert {span: find(larger, span) for span in known} == known
    while larger.used[0] <= len(larger.ring) + 5000:
        span = rng.randbytes(250)
        known[span] = [7]
        store(larger, span, known[span])
    assert find(larger, span) == [7]
    largest = larger_long_memo(larger, 1 << 17, 1 << 17)  # the ring begins anew: it went round
    kept = {span: tokens for span, tokens in known.items() if find(larger, span) is not None}
    assert 0 < len(kept) < len(known)
    assert {span: find(largest, span) for span in kept} == kept
