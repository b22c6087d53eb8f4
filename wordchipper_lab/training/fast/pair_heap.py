"""A heap of pairs with eight children an entry, brought up to date only at its top.

The order is: the greater count, then the lesser key, then (ties by bytes) what the bytes say, then the lesser place.
As merges go on, a pair's count only falls and the place of its first occurrence only grows, so an entry may only be
better than its pair is by now. Hence the top is right as soon as it is up to date itself (`settle`), and each
tracked pair has one entry, never two.

Eight children: their counts are one cache line, and the heap is a third as deep as with two.
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
    # The first eight bytes as a number that is ordered as they are.
    size = sizes[token]
    start = token_ends[token] - size
    prefix = np.uint64(0)
    for i in range(8):
        byte = np.uint64(token_bytes[start + i]) if i < size else np.uint64(0)
        prefix = (prefix << np.uint64(8)) | byte
    return prefix


@jit(inline=True)
def _key_of(books, pair):  # type: ignore[no-untyped-def]
    tie = books.numbers[TIE]
    if tie == LOWEST_IDS:
        return (np.uint64(books.lefts[pair]) << _HALF) | np.uint64(books.rights[pair])
    if tie == LEAST_BYTES:
        return _prefix(books.sizes, books.token_ends, books.token_bytes, books.lefts[pair])
    if tie == GREATEST_BYTES:
        return _ALL ^ _prefix(books.sizes, books.token_ends, books.token_bytes, books.lefts[pair])
    return np.uint64(0)


@jit(inline=True)
def _place_of(books, pair):  # type: ignore[no-untyped-def]
    # Where the pair occurs first now; it must occur.
    begin = books.begins[pair]
    cursor = np.int64(books.cursors[pair])
    while books.places[2 * books.postings[begin + cursor] + 1] != pair:
        cursor += 1
    books.cursors[pair] = cursor
    return np.int64(books.postings[begin + cursor])


@jit()
def _compare_tokens(sizes, token_ends, token_bytes, a, b):  # type: ignore[no-untyped-def]
    # Less than, equal to, or greater than 0, as the bytes of token a are to those of b.
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
def _wins_tie(books, key, place, pair, other):  # type: ignore[no-untyped-def]
    # Whether an entry of equal count comes before entry `other` of the heap.
    other_key = books.heap_keys[other]
    if key != other_key:
        return key < other_key
    tie = books.numbers[TIE]
    if tie in (GREATEST_BYTES, LEAST_BYTES):
        other_pair = books.heap_pairs[other]
        sizes, ends, data = books.sizes, books.token_ends, books.token_bytes
        order = _compare_tokens(sizes, ends, data, books.lefts[pair], books.lefts[other_pair])
        if order == 0:
            order = _compare_tokens(sizes, ends, data, books.rights[pair], books.rights[other_pair])
        if order != 0:
            return (order > 0) == (tie == GREATEST_BYTES)
    return place < books.heap_places[other]


@jit(inline=True)
def _move(books, source, target):  # type: ignore[no-untyped-def]
    books.heap_counts[target] = books.heap_counts[source]
    books.heap_keys[target] = books.heap_keys[source]
    books.heap_places[target] = books.heap_places[source]
    books.heap_pairs[target] = books.heap_pairs[source]


@jit(inline=True)
def _write(books, at, count, key, place, pair):  # type: ignore[no-untyped-def]
    books.heap_counts[at] = count
    books.heap_keys[at] = key
    books.heap_places[at] = place
    books.heap_pairs[at] = pair


@jit(inline=True)
def push_pair(books, pair):  # type: ignore[no-untyped-def]
    """Enter a pair that has no entry; its postings must be written."""
    count, key = books.counts[pair], _key_of(books, pair)
    place = np.int64(0) if books.numbers[TIE] == LOWEST_IDS else _place_of(books, pair)
    child = books.numbers[N_HEAP]
    books.numbers[N_HEAP] = child + 1
    while child > 0:
        parent = (child - 1) // _CHILDREN
        if books.heap_counts[parent] > count or (
            books.heap_counts[parent] == count and not _wins_tie(books, key, place, pair, parent)
        ):
            break
        _move(books, parent, child)
        child = parent
    _write(books, child, count, key, place, pair)


@jit(inline=True)
def _sift_down(books, at, count, key, place, pair):  # type: ignore[no-untyped-def]
    # Write an entry at `at` or below it.
    size = books.numbers[N_HEAP]
    while True:
        first = _CHILDREN * at + 1
        if first >= size:
            break
        best = first
        for child in range(first + 1, min(first + _CHILDREN, size)):
            if books.heap_counts[child] > books.heap_counts[best] or (
                books.heap_counts[child] == books.heap_counts[best]
                and _wins_tie(
                    books, books.heap_keys[child], books.heap_places[child], books.heap_pairs[child], best
                )
            ):
                best = child
        if books.heap_counts[best] < count or (
            books.heap_counts[best] == count and _wins_tie(books, key, place, pair, best)
        ):
            break
        _move(books, best, at)
        at = best
    _write(books, at, count, key, place, pair)


@jit(inline=True)
def settle(books):  # type: ignore[no-untyped-def]
    """Bring the top up to date: the pair to be merged next, or -1 if no pair is in the heap.

    Pairs that occur less often than `min_frequency` by now are taken out.
    """
    numbers = books.numbers
    while numbers[N_HEAP] > 0:
        pair = np.int64(books.heap_pairs[0])
        count, key = books.counts[pair], books.heap_keys[0]
        if count < numbers[MINIMUM]:
            last = numbers[N_HEAP] - 1
            numbers[N_HEAP] = last
            if last > 0:
                _sift_down(
                    books,
                    0,
                    books.heap_counts[last],
                    books.heap_keys[last],
                    np.int64(books.heap_places[last]),
                    np.int64(books.heap_pairs[last]),
                )
            continue
        place = np.int64(0) if numbers[TIE] == LOWEST_IDS else _place_of(books, pair)
        if count == books.heap_counts[0] and place == books.heap_places[0]:
            return pair
        _sift_down(books, 0, count, key, place, pair)
    return np.int64(-1)


@jit()
def heapify(books):  # type: ignore[no-untyped-def]
    """Make a heap of all pairs anew."""
    size = books.numbers[N_PAIRS]
    books.numbers[N_HEAP] = size
    for pair in range(size):
        place = np.int64(0) if books.numbers[TIE] == LOWEST_IDS else _place_of(books, pair)
        _write(books, pair, books.counts[pair], _key_of(books, pair), place, pair)
    for at in range((size - 2) // _CHILDREN, -1, -1):
        _sift_down(
            books,
            at,
            books.heap_counts[at],
            books.heap_keys[at],
            np.int64(books.heap_places[at]),
            np.int64(books.heap_pairs[at]),
        )


@jit()
def count_stale(books):  # type: ignore[no-untyped-def]
    """Entries of the heap whose pair occurs less often by now than they say."""
    stale = 0
    for at in range(books.numbers[N_HEAP]):
        stale += books.heap_counts[at] != books.counts[books.heap_pairs[at]]
    return stale
