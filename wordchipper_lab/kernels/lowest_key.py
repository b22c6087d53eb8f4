"""The lowest of 16, 32 or 64 keys, of which only some count: a few vector instructions."""

from __future__ import annotations

import numpy as np

from .kernel import lowered_by

__all__ = ["NO_LOWEST", "lowest_key"]

NO_LOWEST = 0xFFFFFFFF


def lowest_key(keys: np.ndarray, first: np.uint64, counted: np.uint64, width: np.uint64) -> np.uint32:
    """The lowest of ``keys[first:first + width]`` (uint32) whose bit is set in `counted`; `NO_LOWEST` if none is.

    `width` is 16, 32 or 64.

    >>> int(lowest_key(np.arange(16, dtype=np.uint32), np.uint64(0), np.uint64(0b1100), np.uint64(16)))
    2
    """
    marked = [int(counted) >> place & 1 == 1 for place in range(int(width))]
    return np.uint32(keys[int(first) :][: int(width)].min(where=marked, initial=NO_LOWEST))


lowered_by(f"{__package__}.lowering.lowest_key")
