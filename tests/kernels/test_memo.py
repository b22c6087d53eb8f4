"""The span memo: exact keys, and tokens that come back as they went in."""

from __future__ import annotations

import mmap
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordchipper_lab.kernels.keys import MAX_TOKEN
from wordchipper_lab.kernels.memo import (
    LONGEST_MEMO_SPAN,
    MEMO_SLACK,
    MOST_MEMO_TOKENS,
    NO_KEY,
    doubled_memo,
    find_displaced,
    find_memo,
    is_crowded,
    is_elsewhere,
    memo_hash,
    memo_key,
    move_entries,
    new_entry,
    new_memo,
    split_entries,
    store_elsewhere,
    store_here,
    unpack_memo,
    where_else,
)

spans = st.binary(min_size=1, max_size=LONGEST_MEMO_SPAN)


def key_of(span: bytes, behind: bytes = b"") -> tuple[np.uint64, np.uint64]:
    text = np.frombuffer(bytearray(span + behind + bytes(MEMO_SLACK)), dtype=np.uint8)
    first, second = memo_key(text, 0, len(span))
    return np.uint64(first), np.uint64(second)


def store(memo: np.ndarray, used: np.ndarray, span: bytes, tokens: list[int]) -> None:
    first, second = key_of(span)
    at = np.uint64(new_entry(memo, used, first, second, np.uint64(memo_hash(first, second))))
    array = np.array([1, 2, *tokens], dtype=np.uint32)
    store_here(memo, at, array, 2, len(array))


def place_of(memo: np.ndarray, span: bytes) -> int:
    first, second = key_of(span)
    hashed = np.uint64(memo_hash(first, second))
    at, known = find_memo(memo, first, second, hashed)
    return int(at) if known else int(find_displaced(memo, first, second, hashed))


def find(memo: np.ndarray, span: bytes) -> list[int] | None:
    at = place_of(memo, span)
    if at < 0:
        return None
    out = np.zeros(3 + MOST_MEMO_TOKENS, dtype=np.uint32)
    n = int(unpack_memo(memo, np.uint64(at), out, 3))
    return out[3:n].tolist()


@given(spans, spans, st.binary(max_size=16))
def test_equal_keys_mean_equal_spans(a: bytes, b: bytes, behind: bytes) -> None:
    assert key_of(a) == key_of(a, behind)
    assert (key_of(a) == key_of(b)) == (a == b)
    assert key_of(a)[1] != 0, "an empty entry must match no span"
    assert key_of(a)[1] != NO_KEY


@given(spans, st.lists(st.integers(0, MAX_TOKEN), min_size=1, max_size=MOST_MEMO_TOKENS))
def test_tokens_come_back(span: bytes, tokens: list[int]) -> None:
    memo, used = new_memo(4), np.zeros(2, dtype=np.int64)
    assert find(memo, span) is None
    store(memo, used, span, tokens)
    assert find(memo, span) == tokens
    assert used[0] == 1


def test_a_span_without_key_is_in_no_memo() -> None:
    memo = new_memo(4)
    assert not find_memo(memo, np.uint64(0), NO_KEY, np.uint64(0))[1]


def test_the_place_of_many_tokens_comes_back() -> None:
    memo, used = new_memo(4), np.zeros(2, dtype=np.int64)
    first, second = key_of(b"span")
    at = np.uint64(new_entry(memo, used, first, second, np.uint64(memo_hash(first, second))))
    store_elsewhere(memo, at, 1 << 40, 15)
    assert is_elsewhere(memo, at)
    assert [int(number) for number in where_else(memo, at)] == [1 << 40, 15]


@pytest.mark.parametrize("slots", [2, 4, 64])
def test_never_a_wrong_answer_and_full_tables_keep_the_newest(slots: int) -> None:
    chosen, known = random.Random(1), {}
    memo, used = new_memo(slots), np.zeros(2, dtype=np.int64)
    for _ in range(2000):
        span = bytes(chosen.choices(b"abc", k=chosen.randint(1, 6)))
        found = find(memo, span)
        assert found is None or found == known[span]
        if found is None:
            known[span] = [chosen.randrange(1 << 21) for _ in range(chosen.randint(1, MOST_MEMO_TOKENS))]
            store(memo, used, span, known[span])
            assert find(memo, span) == known[span]
    assert used[0] <= max(slots, 2)


def test_entries_move_to_a_larger_table() -> None:
    memo, used, known = new_memo(64), np.zeros(2, dtype=np.int64), {}
    while not is_crowded(memo, used):
        span = b"span %d" % len(known)
        known[span] = [len(known), 7]
        store(memo, used, span, known[span])
    assert len(known) == used[0] == 33
    larger, larger_used = new_memo(128), np.zeros(2, dtype=np.int64)
    for has_some in (False, True):  # the second time, all of them are there already
        move_entries(memo, larger, larger_used, has_some)
        assert {span: find(larger, span) for span in known} == known
        assert list(larger_used) == [33, 0]
    assert not is_crowded(larger, larger_used)


def test_a_memo_is_doubled_where_it_is() -> None:
    memo, used, known = new_memo(1 << 16, 1 << 17), np.zeros(2, dtype=np.int64), {}
    while not is_crowded(memo, used):
        span = b"%d" % (len(known) * 7919)
        known[span] = [len(known)]
        store(memo, used, span, known[span])
    assert list(used) == [3 * (1 << 14) + 1, 0]
    larger = doubled_memo(memo)
    assert (larger is not None) == hasattr(mmap, "MADV_HUGEPAGE")
    if larger is not None:
        split_entries(larger)
        assert {span: find(larger, span) for span in known} == known
        assert doubled_memo(larger) is None
        for span in known:
            store(larger, used, span + b"'", [1])
        assert all(find(larger, span + b"'") == [1] for span in known)
