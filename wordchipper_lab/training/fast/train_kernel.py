"""Many merges in one call."""

from __future__ import annotations

import numpy as np

from ...kernels.jit import jit
from .merge_pair import add_token, merge_pair
from .pair_heap import settle
from .register_pairs import register_pair
from .trainer_arrays import (
    GREATEST_BYTES,
    LEAST_BYTES,
    MINIMUM,
    N_PAIRS,
    N_POSTINGS,
    N_SYMBOLS,
    N_TOKENS,
    NEEDED,
    STATUS,
    THRESHOLD,
    TIE,
)

__all__ = [
    "BYTES", "DONE", "LOWER", "NONE_LEFT", "PAIRS", "POSTINGS", "ROW", "find_pair", "train", "train_forced",
    "write_sequences",
]  # fmt: skip

DONE, NONE_LEFT, LOWER, PAIRS, POSTINGS, BYTES = range(6)

ROW = 6
"""Numbers of a merge."""
"""Why `train` returned: all done; no pair left; the threshold must be lowered; room is needed."""


@jit(inline=True)
def _has_bytes_for(arrays, left, right):  # type: ignore[no-untyped-def]
    numbers = arrays.numbers
    if numbers[TIE] not in (GREATEST_BYTES, LEAST_BYTES):
        return True
    size = arrays.sizes[left] + arrays.sizes[right]
    return arrays.token_ends[numbers[N_TOKENS] - 1] + size <= len(arrays.token_bytes)


@jit(inline=True)
def _what_is_full(arrays, pair):  # type: ignore[no-untyped-def]
    numbers = arrays.numbers
    n_postings = np.int64(arrays.n_postings[pair])
    numbers[NEEDED] = min(2 * n_postings, 2 * numbers[N_TOKENS] + 2, numbers[N_SYMBOLS]) + 2
    if numbers[N_PAIRS] + numbers[NEEDED] > len(arrays.lefts):
        return PAIRS
    if numbers[N_POSTINGS] + min(2 * n_postings, numbers[N_SYMBOLS]) > len(arrays.postings):
        return POSTINGS
    return DONE if _has_bytes_for(arrays, arrays.lefts[pair], arrays.rights[pair]) else BYTES


@jit(inline=True)
def _merge(arrays, pair, row, trace):  # type: ignore[no-untyped-def]
    row[3] = arrays.counts[pair]
    row[0], row[1] = arrays.lefts[pair], arrays.rights[pair]
    token = add_token(arrays, row[0], row[1])
    row[2] = token
    row[4], row[5] = merge_pair(arrays, pair, token, trace)


@jit()
def train(arrays, rows, trace):  # type: ignore[no-untyped-def]
    """Make merges and write them to `rows`, int64 (6 * n,), six numbers each as in `Merge`, until it is full; returns
    how many.

    ``numbers[STATUS]`` says why there are not more.
    """
    numbers = arrays.numbers
    wanted = len(rows) // ROW
    for made in range(wanted):
        pair = settle(arrays)
        if pair < 0 or arrays.counts[pair] < numbers[THRESHOLD]:
            lowest = numbers[THRESHOLD] <= numbers[MINIMUM]
            numbers[STATUS] = NONE_LEFT if lowest else LOWER
            return made
        numbers[STATUS] = _what_is_full(arrays, pair)
        if numbers[STATUS] != DONE:
            return made
        _merge(arrays, pair, rows[ROW * made : ROW * made + ROW], trace)
    numbers[STATUS] = DONE
    return wanted


@jit()
def find_pair(arrays, left, right):  # type: ignore[no-untyped-def]
    """Number of a tracked pair that occurs, or -1; fast for the winning pair."""
    pair = settle(arrays)
    if pair >= 0 and arrays.lefts[pair] == left and arrays.rights[pair] == right:
        return pair
    for pair in range(arrays.numbers[N_PAIRS]):
        if arrays.lefts[pair] == left and arrays.rights[pair] == right and arrays.counts[pair] > 0:
            return pair
    return np.int64(-1)


@jit()
def train_forced(arrays, rows, trace):  # type: ignore[no-untyped-def]
    """Make the merges in `rows`, whose left and right are given, even if other pairs would win; returns how
    many.

    Fast for the merges that `train` would make; another one costs a scan of all tracked pairs, and one that
    is not tracked a scan of all positions.
    """
    numbers = arrays.numbers
    wanted = len(rows) // ROW
    for made in range(wanted):
        row = rows[ROW * made : ROW * made + ROW]
        if numbers[THRESHOLD] > numbers[MINIMUM]:
            best = settle(arrays)
            if (
                best < 0 or arrays.counts[best] < numbers[THRESHOLD]
            ):  # as `train` would: the pair may not be tracked
                numbers[STATUS] = LOWER
                return made
        pair = find_pair(arrays, row[0], row[1])
        if pair < 0:
            numbers[STATUS] = DONE
            numbers[NEEDED] = 1
            if numbers[N_PAIRS] + 1 > len(arrays.lefts):
                numbers[STATUS] = PAIRS
            elif numbers[N_POSTINGS] + numbers[N_SYMBOLS] > len(arrays.postings):
                numbers[STATUS] = POSTINGS
            elif not _has_bytes_for(arrays, row[0], row[1]):
                numbers[STATUS] = BYTES
            if numbers[STATUS] != DONE:
                return made
            pair = register_pair(arrays, row[0], row[1])
        if pair < 0:  # it does not occur
            numbers[STATUS] = DONE
            row[2], row[3], row[4], row[5] = add_token(arrays, row[0], row[1]), 0, 0, 0
            continue
        numbers[STATUS] = _what_is_full(arrays, pair)
        if numbers[STATUS] != DONE:
            return made
        _merge(arrays, pair, row, trace)
    numbers[STATUS] = DONE
    return wanted


@jit()
def write_sequences(arrays, tokens, ends):  # type: ignore[no-untyped-def]
    """Write the current tokens of each span, concatenated, to `tokens` (int32) and `ends` (int64); returns
    how many."""
    n, span, p = np.int64(0), np.int64(0), np.int64(1)
    while p < len(arrays.span_of):
        token = np.int64(arrays.places[2 * p])
        if token < 0:
            ends[span] = n
            span += 1
            p += 1
            continue
        tokens[n] = token
        n += 1
        p += arrays.lengths[token]
    return n
