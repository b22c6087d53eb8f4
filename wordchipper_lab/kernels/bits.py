"""A bitfield on a flat uint64 array (one bit per position, all set at first), and the bits of a single
word."""

from __future__ import annotations

import numpy as np

from .jit import jit
from .kernel import lowered_by

__all__ = [
    "clear_bit",
    "count_bits",
    "highest_bit",
    "is_bit_set",
    "lowest_bit",
    "set_all_bits",
    "words_for_bits",
]

_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)


def words_for_bits(bits: int) -> int:
    """Number of words in a bitfield of `bits` bits.

    >>> words_for_bits(64), words_for_bits(65)
    (1, 2)
    """
    return (bits + 63) // 64


@jit()
def set_all_bits(words: np.ndarray, bits: int) -> None:
    """Set bits 0..bits-1 (and the rest of the last word)."""
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


def lowest_bit(word: np.uint64) -> np.int64:
    """Index of the lowest bit set in `word` (uint64, not 0).

    >>> int(lowest_bit(np.uint64(0b1100)))
    2
    """
    word = int(word)
    return np.int64((word & -word).bit_length() - 1)


def highest_bit(word: np.uint64) -> np.int64:
    """Index of the highest bit set in `word` (uint64, not 0).

    >>> int(highest_bit(np.uint64(0b1100)))
    3
    """
    return np.int64(int(word).bit_length() - 1)


def count_bits(word: np.uint64) -> np.int64:
    """Number of bits set in `word` (uint64).

    >>> int(count_bits(np.uint64(0b1011)))
    3
    """
    return np.int64(int(word).bit_count())


lowered_by(f"{__package__}.lowering.bits")
