"""One merge on the arrays: withdraw the old pairs, rewrite the tokens, register the new pairs."""

from __future__ import annotations

import numpy as np

from ...kernels.jit import jit
from ...kernels.prefetch import prefetch
from ...kernels.trace import record
from .pair_heap import push_pair
from .trainer_arrays import (
    GREATEST_BYTES,
    LEAST_BYTES,
    LIMIT,
    MINIMUM,
    N_PAIRS,
    N_POSTINGS,
    N_TOKENS,
    NO_PAIR,
    THRESHOLD,
    TIE,
)

__all__ = ["REGISTER", "REWRITE", "WITHDRAW", "add_token", "merge_pair"]

WITHDRAW, REWRITE, REGISTER = 1, 2, 3
"""Event codes; their values are span, left, right, weight (of `REWRITE` 1: one occurrence)."""

_AHEAD = 12
"""Number of postings that are prefetched ahead."""


@jit()
def add_token(arrays, left, right):  # type: ignore[no-untyped-def]
    """Create the token of a pair; there must be room for it."""
    token = arrays.numbers[N_TOKENS]
    arrays.numbers[N_TOKENS] = token + 1
    arrays.lengths[token] = arrays.lengths[left] + arrays.lengths[right]
    arrays.sizes[token] = arrays.sizes[left] + arrays.sizes[right]
    at = arrays.token_ends[token - 1]
    if arrays.numbers[TIE] in (GREATEST_BYTES, LEAST_BYTES):
        for part in (left, right):
            start = arrays.token_ends[part] - arrays.sizes[part]
            for i in range(arrays.sizes[part]):
                arrays.token_bytes[at + i] = arrays.token_bytes[start + i]
            at += arrays.sizes[part]
    arrays.token_ends[token] = at
    return token


@jit(inline=True)
def _new_pair(arrays, base, n_new, left, right):  # type: ignore[no-untyped-def]
    number = base + n_new
    arrays.lefts[number] = left
    arrays.rights[number] = right
    arrays.counts[number] = 0
    arrays.n_postings[number] = 0
    return number


@jit()
def merge_pair(arrays, pair, token, trace):  # type: ignore[no-untyped-def]
    """Merge all occurrences of `pair` into `token`; returns how many (weighted), and in how many spans.

    There must be room for twice as many postings and pairs as the pair has postings (but not for more than
    there are symbols). With a `Trace` each change is recorded.
    """
    places, lengths, counts = arrays.places, arrays.lengths, arrays.counts
    left, right = np.int64(arrays.lefts[pair]), np.int64(arrays.rights[pair])
    left_length, right_length = np.int64(lengths[left]), np.int64(lengths[right])
    base, n_new, n_logged = arrays.numbers[N_PAIRS], np.int64(0), np.int64(0)
    merged, affected, last_span = np.int64(0), np.int64(0), np.int64(-1)
    begin = arrays.begins[pair]
    end = begin + arrays.n_postings[pair]
    for i in range(begin, end):
        ahead = np.int64(arrays.postings[min(i + _AHEAD, end - 1)])
        prefetch(places, 2 * ahead)
        prefetch(arrays.span_of, ahead)
        p = np.int64(arrays.postings[i])
        if places[2 * p + 1] != pair:
            continue
        span = np.int64(arrays.span_of[p])
        weight = arrays.weights[span]
        affected += span != last_span
        last_span = span
        merged += weight
        q = p + left_length
        r = q + right_length
        before, behind = np.int64(places[2 * p - 2]), np.int64(places[2 * r])
        if trace is not None:
            record(trace, WITHDRAW, span, left, right, weight)
            record(trace, REWRITE, span, left, right, 1)
        ending = np.int64(places[2 * q + 1])
        if ending >= 0:
            counts[ending] -= weight
            places[2 * q + 1] = NO_PAIR
        places[2 * p] = token
        places[2 * r - 2] = token
        if before >= 0:
            if trace is not None:
                record(trace, WITHDRAW, span, before, left, weight)
                record(trace, REGISTER, span, before, token, weight)
            o = p - lengths[before]
            ending = np.int64(places[2 * o + 1])
            if ending >= 0:
                counts[ending] -= weight
            number = np.int64(arrays.pairs_before[before])
            if number < 0:
                number = _new_pair(arrays, base, n_new, before, token)
                n_new += 1
                arrays.pairs_before[before] = number
            counts[number] += weight
            places[2 * o + 1] = number
            if before != token:  # otherwise it is in the log already
                arrays.log[n_logged] = o
                n_logged += 1
        if behind >= 0:
            if trace is not None:
                record(trace, WITHDRAW, span, right, behind, weight)
                record(trace, REGISTER, span, token, behind, weight)
            number = np.int64(arrays.pairs_behind[behind])
            if number < 0:
                number = _new_pair(arrays, base, n_new, token, behind)
                n_new += 1
                arrays.pairs_behind[behind] = number
            counts[number] += weight
            places[2 * p + 1] = number
            arrays.log[n_logged] = p
            n_logged += 1
        else:
            places[2 * p + 1] = NO_PAIR
    counts[pair] = 0
    _file_new_pairs(arrays, token, n_new, n_logged)
    return merged, affected


@jit(inline=True)
def _file_new_pairs(arrays, token, n_new, n_logged):  # type: ignore[no-untyped-def]
    # Keep the new pairs that may win, and write their postings.
    numbers, places = arrays.numbers, arrays.places
    base, limit = numbers[N_PAIRS], numbers[LIMIT]
    least = max(numbers[MINIMUM], numbers[THRESHOLD])
    for i in range(n_logged):
        arrays.n_postings[places[2 * np.int64(arrays.log[i]) + 1]] += 1
    kept, begin = base, numbers[N_POSTINGS]
    for number in range(base, base + n_new):
        left, right = arrays.lefts[number], arrays.rights[number]
        if right == token:
            arrays.pairs_before[left] = NO_PAIR
        if left == token:
            arrays.pairs_behind[right] = NO_PAIR
        # `cursors` holds the new number of a pair that is kept, until the postings are written.
        if arrays.counts[number] < least or (limit > 0 and arrays.sizes[left] + arrays.sizes[right] > limit):
            arrays.cursors[number] = NO_PAIR
            continue
        arrays.cursors[number] = kept
        arrays.lefts[kept], arrays.rights[kept] = left, right
        arrays.counts[kept] = arrays.counts[number]
        n_postings = arrays.n_postings[number]
        arrays.begins[kept] = begin
        arrays.n_postings[kept] = 0
        begin += n_postings
        kept += 1
    for i in range(n_logged):
        p = np.int64(arrays.log[i])
        number = np.int64(arrays.cursors[places[2 * p + 1]])
        places[2 * p + 1] = number
        if number >= 0:
            arrays.postings[arrays.begins[number] + arrays.n_postings[number]] = p
            arrays.n_postings[number] += 1
    numbers[N_PAIRS], numbers[N_POSTINGS] = kept, begin
    for number in range(base, kept):
        arrays.cursors[number] = 0
        push_pair(arrays, number)
