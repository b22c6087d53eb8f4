"""The lowest of 16 or 32 keys, some of them replaced: a few vector instructions.

Storing single keys and then loading all of them as a vector makes the processor wait until the stores have reached
the cache. Here the keys are loaded, changed and stored as whole vectors.
"""

from __future__ import annotations

import numpy as np

from .kernel import lowered_by

__all__ = ["NO_LOWEST", "lowest_without", "put_keys"]

NO_LOWEST = 0xFFFFFFFF


def lowest_without(keys: np.ndarray, first: int, second: int, third: int) -> np.uint32:
    """Write `NO_LOWEST` to three places of `keys`, uint32 (16,) or (32,); returns the lowest of all keys.

    Compiled code takes ``len(keys)`` to be 16 unless it is 32.

    >>> int(lowest_without(np.arange(16, dtype=np.uint32), 0, 1, 1))
    2
    """
    keys[[first, second, third]] = NO_LOWEST
    return np.uint32(keys.min())


def put_keys(keys: np.ndarray, first: int, key: np.uint32, second: int, other: np.uint32) -> None:
    """Write two keys, the one for `second` last."""
    keys[first] = key
    keys[second] = other


lowered_by(f"{__package__}.lowering.lowest_key")
