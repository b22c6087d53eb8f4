"""Count the untracked pairs of all positions: at the beginning, and when the threshold is lowered."""

from __future__ import annotations

import numpy as np

from ...kernels.jit import jit
from ...kernels.keys import slot_of
from .pair_heap import heapify
from .trainer_arrays import LIMIT, MINIMUM, N_PAIRS, N_POSTINGS, NO_PAIR, THRESHOLD

__all__ = ["REGISTERED", "TABLE_FULL", "register_pair", "register_pairs"]

REGISTERED, TABLE_FULL = -1, -2

_SHIFT, _LOW = 32, 0xFFFFFFFF

# A slot of the table is four words: pair + 1 (0: empty), count, occurrences (later: the position of the next
# posting), number of the pair.
_COUNT, _OCCURRENCES, _NUMBER = 1, 2, 3


@jit()
def _count_untracked(arrays, table):  # type: ignore[no-untyped-def]
    # Count into a table, and store the slot (as -2 - slot) where an occurrence begins; returns the pairs, or
    # TABLE_FULL.
    places, lengths, span_of, weights = arrays.places, arrays.lengths, arrays.span_of, arrays.weights
    n_slots = len(table) >> 2
    mask, used, p = n_slots - 1, np.int64(0), np.int64(1)
    while p < len(span_of):
        token = np.int64(places[2 * p])
        if token < 0:
            p += 1
            continue
        q = p + lengths[token]
        behind = np.int64(places[2 * q])
        if behind >= 0 and places[2 * p + 1] < 0:
            key = (token << _SHIFT | behind) + 1
            slot = slot_of(np.uint64(key), mask)
            while table[4 * slot] != key:
                if table[4 * slot] == 0:
                    used += 1
                    if 2 * used > n_slots:
                        return np.int64(TABLE_FULL)
                    table[4 * slot] = key
                    break
                slot = (slot + 1) & mask
            table[4 * slot + _COUNT] += weights[span_of[p]]
            table[4 * slot + _OCCURRENCES] += 1
            places[2 * p + 1] = -2 - slot
        p = q
    return used


@jit()
def register_pairs(arrays, table, divisor):  # type: ignore[no-untyped-def]
    """Track all pairs that occur at least `THRESHOLD` times or, if `divisor` > 0, top count // divisor times.

    table: int64 (4 * slots,), zero; slots must be a power of two. Returns `REGISTERED`; `TABLE_FULL` if there
    are too few slots; or the number of pairs for which there must be room. In the latter two cases the arrays
    are unchanged.
    """
    numbers, places, sizes = arrays.numbers, arrays.places, arrays.sizes
    used = _count_untracked(arrays, table)
    if used == TABLE_FULL:
        _unmark(arrays)
        return np.int64(TABLE_FULL)
    if divisor > 0:
        top = np.int64(0)
        for at in range(0, len(table), 4):
            top = max(top, table[at + _COUNT])
        numbers[THRESHOLD] = top // divisor
    least, limit = max(numbers[MINIMUM], numbers[THRESHOLD]), numbers[LIMIT]
    if numbers[N_PAIRS] + used > len(arrays.lefts):
        _unmark(arrays)
        return numbers[N_PAIRS] + used
    number, begin = numbers[N_PAIRS], numbers[N_POSTINGS]
    for at in range(0, len(table), 4):
        if table[at] == 0:
            continue
        left, right = (table[at] - 1) >> _SHIFT, (table[at] - 1) & _LOW
        count, occurrences = table[at + _COUNT], table[at + _OCCURRENCES]
        if count < least or (limit > 0 and sizes[left] + sizes[right] > limit):
            table[at + _NUMBER] = NO_PAIR
            continue
        table[at + _NUMBER], table[at + _OCCURRENCES] = number, begin
        arrays.lefts[number], arrays.rights[number], arrays.counts[number] = left, right, count
        arrays.begins[number], arrays.n_postings[number], arrays.cursors[number] = begin, occurrences, 0
        begin += occurrences
        number += 1
    postings = arrays.postings
    for p in range(len(arrays.span_of)):
        if places[2 * p + 1] < NO_PAIR:
            at = 4 * (-2 - np.int64(places[2 * p + 1]))
            found = table[at + _NUMBER]
            places[2 * p + 1] = found
            if found >= 0:
                postings[table[at + _OCCURRENCES]] = p
                table[at + _OCCURRENCES] += 1
    numbers[N_PAIRS], numbers[N_POSTINGS] = number, begin
    heapify(arrays)
    return np.int64(REGISTERED)


@jit()
def _unmark(arrays):  # type: ignore[no-untyped-def]
    for p in range(len(arrays.span_of)):
        arrays.places[2 * p + 1] = max(arrays.places[2 * p + 1], NO_PAIR)


@jit()
def register_pair(arrays, left, right):  # type: ignore[no-untyped-def]
    """Track one more pair, for a known merge; returns its number, or -1 if it does not occur.

    There must be room for a pair, and for as many postings as there are symbols.
    """
    numbers, places = arrays.numbers, arrays.places
    number, begin = numbers[N_PAIRS], numbers[N_POSTINGS]
    arrays.lefts[number], arrays.rights[number], arrays.begins[number] = left, right, begin
    arrays.counts[number], arrays.n_postings[number], arrays.cursors[number] = 0, 0, 0
    p = np.int64(1)
    while p < len(arrays.span_of):
        token = np.int64(places[2 * p])
        if token < 0:
            p += 1
            continue
        q = p + arrays.lengths[token]
        if token == left and places[2 * q] == right:
            places[2 * p + 1] = number
            arrays.postings[begin + arrays.n_postings[number]] = p
            arrays.n_postings[number] += 1
            arrays.counts[number] += arrays.weights[arrays.span_of[p]]
        p = q
    if arrays.n_postings[number] == 0:
        return np.int64(NO_PAIR)
    numbers[N_PAIRS], numbers[N_POSTINGS] = number + 1, begin + arrays.n_postings[number]
    return number
