"""A bitfield on a flat uint64 array: one bit a position, all set to begin with."""

from __future__ import annotations

import numpy as np

from .jit import jit

__all__ = ["clear_bit", "is_bit_set", "set_all_bits", "words_for_bits"]

_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)


def words_for_bits(bits: int) -> int:
    """How many words a bitfield of `bits` bits needs.

    >>> words_for_bits(64), words_for_bits(65)
    (1, 2)
    """
    return (bits + 63) // 64


@jit()
def set_all_bits(words: np.ndarray, bits: int) -> None:
    """Set bits 0..bits-1 (and the rest of their last word)."""
    for i in range((bits + 63) >> 6):
        words[i] = _ALL


@jit(inline=True)
def is_bit_set(words: np.ndarray, bit: int) -> bool:
    """Whether `bit` is set."""
    return (words[bit >> 6] >> np.uint64(bit & 63)) & np.uint64(1) != 0


@jit(inline=True)
def clear_bit(words: np.ndarray, bit: int) -> None:
    """Clear `bit`."""
    words[bit >> 6] &= ~(np.uint64(1) << np.uint64(bit & 63))
