"""Take out what is out of date: pairs that cannot win any more, and postings where a pair occurs no more."""

from __future__ import annotations

import numpy as np

from ...kernels.jit import jit
from .pair_heap import heapify
from .trainer_arrays import MINIMUM, N_PAIRS, N_POSTINGS, NO_PAIR

__all__ = ["compact"]


@jit()
def compact(books):  # type: ignore[no-untyped-def]
    """Number the pairs anew, write their postings anew, make the heap anew."""
    numbers, places = books.numbers, books.places
    kept, at = np.int64(0), np.int64(0)
    for pair in range(numbers[N_PAIRS]):
        begin, n_postings = books.begins[pair], np.int64(books.n_postings[pair])
        # New numbers are less than those to come, so none of these is taken for another's.
        number = kept if books.counts[pair] >= numbers[MINIMUM] else np.int64(NO_PAIR)
        first = at
        for i in range(begin, begin + n_postings):
            p = np.int64(books.postings[i])
            if places[2 * p + 1] == pair:
                places[2 * p + 1] = number
                if number >= 0:
                    books.postings[at] = p
                    at += 1
        if number >= 0:
            books.lefts[kept], books.rights[kept] = books.lefts[pair], books.rights[pair]
            books.counts[kept], books.begins[kept] = books.counts[pair], first
            books.n_postings[kept], books.cursors[kept] = at - first, 0
            kept += 1
    numbers[N_PAIRS], numbers[N_POSTINGS] = kept, at
    heapify(books)
