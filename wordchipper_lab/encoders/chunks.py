"""How a batch is divided among threads."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

__all__ = ["chunks_of"]

# A batch goes to the threads in chunks of about this many characters: a chunk of one short text would spend more
# time on the way to its thread than in it.
_CHUNK_CHARACTERS = 1 << 18


def chunks_of(texts: Sequence[str], num_threads: int) -> list[Sequence[str]]:
    """Split `texts` into runs of about `_CHUNK_CHARACTERS`, at least one a thread where there is enough.

    >>> chunks_of(["a", "b"], 2)
    [['a', 'b']]
    """
    sizes = np.cumsum(np.fromiter(map(len, texts), dtype=np.int64, count=len(texts)))
    if not len(sizes):
        return []
    n_chunks = min(len(texts), max(1, int(sizes[-1]) // _CHUNK_CHARACTERS))
    if num_threads > 1 and n_chunks > num_threads:
        n_chunks += -n_chunks % num_threads
    bounds = np.searchsorted(sizes, np.arange(1, n_chunks) * (int(sizes[-1]) / n_chunks))
    edges = [0, *dict.fromkeys((bounds + 1).tolist()), len(texts)]
    return [texts[first:stop] for first, stop in pairwise(edges) if first < stop]
