"""Count the pairs of all positions that are not tracked: at the beginning, and when the threshold is lowered."""

from __future__ import annotations

import numpy as np

from ...kernels.jit import jit
from ...kernels.keys import slot_of
from .books import LIMIT, MINIMUM, N_PAIRS, N_POSTINGS, NO_PAIR, THRESHOLD
from .pair_heap import heapify

__all__ = ["REGISTERED", "TABLE_FULL", "register_pair", "register_pairs"]

REGISTERED, TABLE_FULL = -1, -2

_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)


@jit()
def _count_untracked(books, keys, counts):  # type: ignore[no-untyped-def]
    # Count into a table, leave the slot (as -2 - slot) where an occurrence begins; the pairs, or TABLE_FULL.
    places = books.places
    mask, used, p = len(keys) - 1, np.int64(0), np.int64(1)
    while p < len(books.span_of):
        token = np.int64(places[2 * p])
        if token < 0:
            p += 1
            continue
        q = p + books.lengths[token]
        behind = np.int64(places[2 * q])
        if behind >= 0 and places[2 * p + 1] < 0:
            key = ((np.uint64(token) << _HALF) | np.uint64(behind)) + np.uint64(1)
            slot = slot_of(key, mask)
            while keys[slot] != key:
                if keys[slot] == 0:
                    used += 1
                    if 2 * used > len(keys):
                        return TABLE_FULL
                    keys[slot] = key
                    break
                slot = (slot + 1) & mask
            counts[2 * slot] += books.weights[books.span_of[p]]
            counts[2 * slot + 1] += 1
            places[2 * p + 1] = -2 - slot
        p = q
    return used


@jit()
def register_pairs(books, keys, counts, divisor):  # type: ignore[no-untyped-def]
    """Track all pairs that occur `THRESHOLD` times or more, or where `divisor` > 0, top count // divisor times.

    keys: uint64 (slots,), counts: int64 (2 * slots,), both zero. Returns `REGISTERED`; `TABLE_FULL` if there are too
    few slots; or how many pairs there must be room for. The books are as before in the latter two cases.
    """
    numbers, places = books.numbers, books.places
    used = _count_untracked(books, keys, counts)
    if used == TABLE_FULL:
        _unmark(books)
        return TABLE_FULL
    if divisor > 0:
        top = np.int64(0)
        for slot in range(len(keys)):
            top = max(top, counts[2 * slot])
        numbers[THRESHOLD] = top // divisor
    least, limit = max(numbers[MINIMUM], numbers[THRESHOLD]), numbers[LIMIT]
    if numbers[N_PAIRS] + used > len(books.lefts):
        _unmark(books)
        return numbers[N_PAIRS] + used
    number, begin = numbers[N_PAIRS], numbers[N_POSTINGS]
    for slot in range(len(keys)):
        if keys[slot] == 0:
            continue
        left, right = (
            np.int64((keys[slot] - np.uint64(1)) >> _HALF),
            np.int64((keys[slot] - np.uint64(1)) & _LOW),
        )
        count, n_postings = counts[2 * slot], counts[2 * slot + 1]
        counts[2 * slot] = NO_PAIR
        if count < least or (limit > 0 and books.sizes[left] + books.sizes[right] > limit):
            continue
        counts[2 * slot] = number
        books.lefts[number], books.rights[number], books.counts[number] = left, right, count
        books.begins[number], books.n_postings[number], books.cursors[number] = begin, 0, 0
        begin += n_postings
        number += 1
    for p in range(len(books.span_of)):
        if places[2 * p + 1] < NO_PAIR:
            found = counts[2 * (-2 - np.int64(places[2 * p + 1]))]
            places[2 * p + 1] = found
            if found >= 0:
                books.postings[books.begins[found] + books.n_postings[found]] = p
                books.n_postings[found] += 1
    numbers[N_PAIRS], numbers[N_POSTINGS] = number, begin
    heapify(books)
    return REGISTERED


@jit()
def _unmark(books):  # type: ignore[no-untyped-def]
    for p in range(len(books.span_of)):
        books.places[2 * p + 1] = max(books.places[2 * p + 1], NO_PAIR)


@jit()
def register_pair(books, left, right):  # type: ignore[no-untyped-def]
    """Track one pair that is not, for a merge that is known: its number, or -1 if it does not occur.

    There must be room for a pair, and for as many postings as there are symbols.
    """
    numbers, places = books.numbers, books.places
    number, begin = numbers[N_PAIRS], numbers[N_POSTINGS]
    books.lefts[number], books.rights[number], books.begins[number] = left, right, begin
    books.counts[number], books.n_postings[number], books.cursors[number] = 0, 0, 0
    p = np.int64(1)
    while p < len(books.span_of):
        token = np.int64(places[2 * p])
        if token < 0:
            p += 1
            continue
        q = p + books.lengths[token]
        if token == left and places[2 * q] == right:
            places[2 * p + 1] = number
            books.postings[begin + books.n_postings[number]] = p
            books.n_postings[number] += 1
            books.counts[number] += books.weights[books.span_of[p]]
        p = q
    if books.n_postings[number] == 0:
        return np.int64(NO_PAIR)
    numbers[N_PAIRS], numbers[N_POSTINGS] = number + 1, begin + books.n_postings[number]
    return number
