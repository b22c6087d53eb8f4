"""How a batch is divided among threads."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

__all__ = ["chunks_of"]

# A batch goes to the threads in chunks of about this many characters: a chunk of one short text would spend more
# time on the way to its thread than in it.
_CHUNK_CHARACTERS = 1 << 18


def chunks_of(sizes: np.ndarray, num_threads: int) -> list[slice]:
    """Divide texts of so many characters (int64 (n,)) into runs of about `_CHUNK_CHARACTERS`.

    There is at least one run for each thread, if there are so many texts and enough to do for all.

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
