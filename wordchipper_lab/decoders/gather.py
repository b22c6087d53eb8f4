"""tokens -> bytes, compiled: add up the sizes, then copy.

Tokens are copied 16 bytes at a time, whatever their length; the next token overwrites the excess. A million
tokens of English take 5 ms this way, and 15.7 ms byte by byte.
"""

from __future__ import annotations

import numpy as np

from ..kernels.jit import jit
from ..kernels.unaligned import copy_16_bytes

__all__ = ["SLACK", "copy_tokens", "measure_tokens"]

SLACK = 16
"""Spare bytes needed after the data of the tokens, and after the text that is written."""


@jit()
def measure_tokens(tokens: np.ndarray, starts: np.ndarray) -> tuple[int, int]:
    """Bytes that `tokens` (uint32 ids) decode to, and the index of the first id without bytes (-1 if there is
    none)."""
    n = len(starts) - 1
    total = np.int64(0)
    for i in range(len(tokens)):
        token = np.int64(tokens[i])
        if token >= n:
            return total, i
        size = starts[token + 1] - starts[token]
        if size == 0:
            return total, i
        total += size
    return total, -1


@jit()
def copy_tokens(tokens: np.ndarray, data: np.ndarray, starts: np.ndarray, text: np.ndarray) -> None:
    """Write the bytes of `tokens` (uint32 ids, all valid) to `text`; both byte arrays end in `SLACK` spare
    bytes."""
    at = np.int64(0)
    for i in range(len(tokens)):
        token = np.int64(tokens[i])
        start, end = starts[token], starts[token + 1]
        for offset in range(0, end - start, 16):
            copy_16_bytes(data, start + offset, text, at + offset)
        at += end - start
