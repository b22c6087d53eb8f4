"""Remove outdated data: pairs that can no longer win, and postings where a pair no longer occurs."""

from __future__ import annotations

import numpy as np

from ...kernels.jit import jit
from .pair_heap import heapify
from .trainer_arrays import MINIMUM, N_PAIRS, N_POSTINGS, NO_PAIR

__all__ = ["compact"]


@jit()
def compact(arrays):  # type: ignore[no-untyped-def]
    """Renumber the pairs, rewrite their postings, and rebuild the heap."""
    numbers, places = arrays.numbers, arrays.places
    kept, at = np.int64(0), np.int64(0)
    for pair in range(numbers[N_PAIRS]):
        begin, n_postings = arrays.begins[pair], np.int64(arrays.n_postings[pair])
        # New numbers are never above the old ones, so none of these is mistaken for another.
        number = kept if arrays.counts[pair] >= numbers[MINIMUM] else np.int64(NO_PAIR)
        first = at
        for i in range(begin, begin + n_postings):
            p = np.int64(arrays.postings[i])
            if places[2 * p + 1] == pair:
                places[2 * p + 1] = number
                if number >= 0:
                    arrays.postings[at] = p
                    at += 1
        if number >= 0:
            arrays.lefts[kept], arrays.rights[kept] = arrays.lefts[pair], arrays.rights[pair]
            arrays.counts[kept], arrays.begins[kept] = arrays.counts[pair], first
            arrays.n_postings[kept], arrays.cursors[kept] = at - first, 0
            kept += 1
    numbers[N_PAIRS], numbers[N_POSTINGS] = kept, at
    heapify(arrays)
