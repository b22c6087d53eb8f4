"""A binary min-heap of (rank, position) entries with a payload, on two flat uint64 arrays.

The source is any textbook (Williams, "Algorithm 232: Heapsort", 1964); the caller stores the size.
"""

from __future__ import annotations

import numpy as np

from .jit import jit

__all__ = ["depth_of", "heap_pop", "heap_push"]


@jit()
def heap_push(keys: np.ndarray, payloads: np.ndarray, size: int, key: np.uint64, payload: np.uint64) -> int:
    """Push an entry onto a heap of `size` entries, which then has one more; returns the index of its
    place."""
    child = size
    while child > 0:
        parent = (child - 1) >> 1
        if keys[parent] <= key:
            break
        keys[child] = keys[parent]
        payloads[child] = payloads[parent]
        child = parent
    keys[child] = key
    payloads[child] = payload
    return child


@jit()
def heap_pop(keys: np.ndarray, payloads: np.ndarray, size: int) -> int:
    """Remove the smallest entry (read ``keys[0]`` and ``payloads[0]`` first) and leave `size` entries.

    Returns the index to which the last entry moved.
    """
    key, payload = keys[size], payloads[size]
    parent = 0
    while True:
        child = 2 * parent + 1
        if child >= size:
            break
        if child + 1 < size and keys[child + 1] < keys[child]:
            child += 1
        if keys[child] >= key:
            break
        keys[parent] = keys[child]
        payloads[parent] = payloads[child]
        parent = child
    keys[parent] = key
    payloads[parent] = payload
    return parent


@jit()
def depth_of(place: int) -> int:
    """Number of levels above an entry of the heap.

    >>> [depth_of(place) for place in (0, 1, 2, 3, 7)]
    [0, 1, 1, 2, 3]
    """
    depth = 0
    while place > 0:
        place = (place - 1) >> 1
        depth += 1
    return depth
