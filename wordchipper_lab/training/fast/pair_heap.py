"""A heap of pairs with eight children per entry, brought up to date only at its top.

The order is: the greater count, then the lesser key, then (for ties by bytes) the bytes, then the lesser
place. As merges proceed, a pair's count only falls and the place of its first occurrence only grows, so an
entry can only be better than its pair is now. Hence the top is right as soon as it is up to date itself
(`settle`), and each tracked pair has exactly one entry.

Eight children, because their counts are one cache line, and the heap is a third as deep as with two.
"""

from __future__ import annotations

import numpy as np

from ...kernels.jit import jit
from .trainer_arrays import GREATEST_BYTES, LEAST_BYTES, LOWEST_IDS, MINIMUM, N_HEAP, N_PAIRS, TIE

__all__ = ["count_stale", "heapify", "push_pair", "settle"]

_CHILDREN = 8
_HALF = np.uint64(32)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)


@jit()
def _prefix(sizes, token_ends, token_bytes, token):  # type: ignore[no-untyped-def]
    # The first eight bytes as a number with the same order.
    size = sizes[token]
    start = token_ends[token] - size
    prefix = np.uint64(0)
    for i in range(8):
        byte = np.uint64(token_bytes[start + i]) if i < size else np.uint64(0)
        prefix = (prefix << np.uint64(8)) | byte
    return prefix


@jit(inline=True)
def _key_of(arrays, pair):  # type: ignore[no-untyped-def]
    tie = arrays.numbers[TIE]
    if tie == LOWEST_IDS:
        return (np.uint64(arrays.lefts[pair]) << _HALF) | np.uint64(arrays.rights[pair])
    if tie == LEAST_BYTES:
        return _prefix(arrays.sizes, arrays.token_ends, arrays.token_bytes, arrays.lefts[pair])
    if tie == GREATEST_BYTES:
        return _ALL ^ _prefix(arrays.sizes, arrays.token_ends, arrays.token_bytes, arrays.lefts[pair])
    return np.uint64(0)


@jit(inline=True)
def _place_of(arrays, pair):  # type: ignore[no-untyped-def]
    # Where the pair first occurs now; it must occur.
    begin = arrays.begins[pair]
    cursor = np.int64(arrays.cursors[pair])
    while arrays.places[2 * arrays.postings[begin + cursor] + 1] != pair:
        cursor += 1
    arrays.cursors[pair] = cursor
    return np.int64(arrays.postings[begin + cursor])


@jit()
def _compare_tokens(sizes, token_ends, token_bytes, a, b):  # type: ignore[no-untyped-def]
    # Less than, equal to, or greater than 0, as the bytes of token a compare with those of b.
    if a == b:
        return np.int64(0)
    size_a, size_b = sizes[a], sizes[b]
    start_a, start_b = token_ends[a] - size_a, token_ends[b] - size_b
    for i in range(min(size_a, size_b)):
        byte_a, byte_b = np.int64(token_bytes[start_a + i]), np.int64(token_bytes[start_b + i])
        if byte_a != byte_b:
            return byte_a - byte_b
    return size_a - size_b


@jit(inline=True)
def _wins_tie(arrays, key, place, pair, other):  # type: ignore[no-untyped-def]
    # Whether an entry with an equal count comes before entry `other` of the heap.
    other_key = arrays.heap_keys[other]
    if key != other_key:
        return key < other_key
    tie = arrays.numbers[TIE]
    if tie in (GREATEST_BYTES, LEAST_BYTES):
        other_pair = arrays.heap_pairs[other]
        sizes, ends, data = arrays.sizes, arrays.token_ends, arrays.token_bytes
        order = _compare_tokens(sizes, ends, data, arrays.lefts[pair], arrays.lefts[other_pair])
        if order == 0:
            order = _compare_tokens(sizes, ends, data, arrays.rights[pair], arrays.rights[other_pair])
        if order != 0:
            return (order > 0) == (tie == GREATEST_BYTES)
    return place < arrays.heap_places[other]


@jit(inline=True)
def _move(arrays, source, target):  # type: ignore[no-untyped-def]
    arrays.heap_counts[target] = arrays.heap_counts[source]
    arrays.heap_keys[target] = arrays.heap_keys[source]
    arrays.heap_places[target] = arrays.heap_places[source]
    arrays.heap_pairs[target] = arrays.heap_pairs[source]


@jit(inline=True)
def _write(arrays, at, count, key, place, pair):  # type: ignore[no-untyped-def]
    arrays.heap_counts[at] = count
    arrays.heap_keys[at] = key
    arrays.heap_places[at] = place
    arrays.heap_pairs[at] = pair


@jit(inline=True)
def push_pair(arrays, pair):  # type: ignore[no-untyped-def]
    """Add a pair that has no entry; its postings must be written."""
    count, key = arrays.counts[pair], _key_of(arrays, pair)
    place = np.int64(0) if arrays.numbers[TIE] == LOWEST_IDS else _place_of(arrays, pair)
    child = arrays.numbers[N_HEAP]
    arrays.numbers[N_HEAP] = child + 1
    while child > 0:
        parent = (child - 1) // _CHILDREN
        if arrays.heap_counts[parent] > count or (
            arrays.heap_counts[parent] == count and not _wins_tie(arrays, key, place, pair, parent)
        ):
            break
        _move(arrays, parent, child)
        child = parent
    _write(arrays, child, count, key, place, pair)


@jit(inline=True)
def _sift_down(arrays, at, count, key, place, pair):  # type: ignore[no-untyped-def]
    # Write an entry at `at` or below it.
    size = arrays.numbers[N_HEAP]
    while True:
        first = _CHILDREN * at + 1
        if first >= size:
            break
        best = first
        for child in range(first + 1, min(first + _CHILDREN, size)):
            if arrays.heap_counts[child] > arrays.heap_counts[best] or (
                arrays.heap_counts[child] == arrays.heap_counts[best]
                and _wins_tie(
                    arrays, arrays.heap_keys[child], arrays.heap_places[child], arrays.heap_pairs[child], best
                )
            ):
                best = child
        if arrays.heap_counts[best] < count or (
            arrays.heap_counts[best] == count and _wins_tie(arrays, key, place, pair, best)
        ):
            break
        _move(arrays, best, at)
        at = best
    _write(arrays, at, count, key, place, pair)


@jit(inline=True)
def settle(arrays):  # type: ignore[no-untyped-def]
    """Bring the top up to date; returns the pair to be merged next, or -1 if the heap is empty.

    Pairs that now occur less often than `min_frequency` are removed.
    """
    numbers = arrays.numbers
    while numbers[N_HEAP] > 0:
        pair = np.int64(arrays.heap_pairs[0])
        count, key = arrays.counts[pair], arrays.heap_keys[0]
        if count < numbers[MINIMUM]:
            last = numbers[N_HEAP] - 1
            numbers[N_HEAP] = last
            if last > 0:
                _sift_down(
                    arrays,
                    0,
                    arrays.heap_counts[last],
                    arrays.heap_keys[last],
                    np.int64(arrays.heap_places[last]),
                    np.int64(arrays.heap_pairs[last]),
                )
            continue
        place = np.int64(0) if numbers[TIE] == LOWEST_IDS else _place_of(arrays, pair)
        if count == arrays.heap_counts[0] and place == arrays.heap_places[0]:
            return pair
        _sift_down(arrays, 0, count, key, place, pair)
    return np.int64(-1)


@jit()
def heapify(arrays):  # type: ignore[no-untyped-def]
    """Rebuild the heap from all pairs."""
    size = arrays.numbers[N_PAIRS]
    arrays.numbers[N_HEAP] = size
    for pair in range(size):
        place = np.int64(0) if arrays.numbers[TIE] == LOWEST_IDS else _place_of(arrays, pair)
        _write(arrays, pair, arrays.counts[pair], _key_of(arrays, pair), place, pair)
    for at in range((size - 2) // _CHILDREN, -1, -1):
        _sift_down(
            arrays,
            at,
            arrays.heap_counts[at],
            arrays.heap_keys[at],
            np.int64(arrays.heap_places[at]),
            np.int64(arrays.heap_pairs[at]),
        )


@jit()
def count_stale(arrays):  # type: ignore[no-untyped-def]
    """Entries of the heap whose pair now occurs less often than they state."""
    stale = 0
    for at in range(arrays.numbers[N_HEAP]):
        stale += arrays.heap_counts[at] != arrays.counts[arrays.heap_pairs[at]]
    return stale
