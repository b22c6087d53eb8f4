"""tokens -> bytes, compiled: add up the sizes, then copy."""

from __future__ import annotations

import numpy as np

from ..kernels.jit import jit

__all__ = ["copy_tokens", "measure_tokens"]


@jit()
def measure_tokens(tokens: np.ndarray, starts: np.ndarray) -> tuple[int, int]:
    """Bytes that `tokens` (int64 ids) decode to, and the index of the first id without bytes (-1 for none)."""
    n = len(starts) - 1
    total = 0
    for i in range(len(tokens)):
        token = tokens[i]
        if token < 0 or token >= n:
            return total, i
        size = np.int64(starts[token + 1]) - np.int64(starts[token])
        if size == 0:
            return total, i
        total += size
    return total, -1


@jit()
def copy_tokens(tokens: np.ndarray, data: np.ndarray, starts: np.ndarray, text: np.ndarray) -> None:
    """Write the bytes of `tokens` (int64 ids, all valid) into `text`."""
    at = 0
    for i in range(len(tokens)):
        for j in range(np.int64(starts[tokens[i]]), np.int64(starts[tokens[i] + 1])):
            text[at] = data[j]
            at += 1
