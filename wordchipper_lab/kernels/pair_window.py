"""Four entries of a table of pairs, compared at once."""

from __future__ import annotations

import numpy as np

from .kernel import lowered_by
from .keys import TOKEN_BITS

__all__ = ["WINDOW", "look_into_window"]

WINDOW = 4


def look_into_window(entries: np.ndarray, slot: np.uint64, key: np.uint64) -> tuple[np.uint64, bool]:
    """(the entry with this key, or 0, whether that settles it) of ``entries[slot:slot + 4]``, uint64.

    If none of the four has the key and none is free, it may be behind them.

    >>> key, entry = np.uint64(5), np.uint64(5 << TOKEN_BITS | 7)
    >>> look_into_window(np.array([1, entry, 0, 0], dtype=np.uint64), np.uint64(0), key) == (entry, True)
    True
    """
    window = entries[int(slot) :][:WINDOW]
    equal = window[window >> np.uint64(TOKEN_BITS) == key]
    return (equal[0] if len(equal) else np.uint64(0)), bool(len(equal) or (window == 0).any())


lowered_by(f"{__package__}.lowering.pair_window")
