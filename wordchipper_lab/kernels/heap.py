"""A binary min-heap of (rank, position) entries with a payload, on two flat uint64 arrays.

The source is any textbook (Williams, "Algorithm 232: Heapsort", 1964); the size is the caller's to keep.
"""

from __future__ import annotations

import numpy as np

from .jit import jit

__all__ = ["heap_pop", "heap_push"]


@jit()
def heap_push(keys: np.ndarray, payloads: np.ndarray, size: int, key: np.uint64, payload: np.uint64) -> int:
    """Push an entry onto a heap of `size` entries; returns the new size."""
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
    return size + 1


@jit()
def heap_pop(keys: np.ndarray, payloads: np.ndarray, size: int) -> int:
    """Remove the smallest entry (read ``keys[0]`` and ``payloads[0]`` before); returns the new size."""
    size -= 1
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
    return size
