"""Divide a batch among threads."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

__all__ = ["chunks_of"]

# Threads receive chunks of about this many characters: a chunk of one short text would take more time to
# reach its thread than to encode.
_CHUNK_CHARACTERS = 1 << 18


def chunks_of(sizes: np.ndarray, num_threads: int) -> list[slice]:
    """Divide texts with these numbers of characters (int64 (n,)) into runs of about `_CHUNK_CHARACTERS`.

    Each thread gets at least one run, if there are enough texts and enough work for all.

    >>> chunks_of(np.array([150_000, 200_000, 100_000, 300_000]), 2)
    [slice(0, 3, None), slice(3, 4, None)]
    """
    n_texts = len(sizes)
    if not n_texts:
        return []
    reached = np.cumsum(sizes)
    total = int(reached[-1])
    n_chunks = min(n_texts, max(1, total // _CHUNK_CHARACTERS))
    if num_threads > 1 and n_chunks > num_threads:
        n_chunks += -n_chunks % num_threads
    bounds = np.searchsorted(reached, np.arange(1, n_chunks) * (total / n_chunks))
    edges = [0, *dict.fromkeys((bounds + 1).tolist()), n_texts]
    return [slice(first, stop) for first, stop in pairwise(edges) if first < stop]
