"""64-bit keys of spans and pairs, and the multiplicative hash that gives their slot in a table."""

from __future__ import annotations

import numpy as np

from .jit import jit
from .unaligned import load_u64

__all__ = [
    "GOLDEN",
    "LONGEST_EXACT",
    "MAX_TOKEN",
    "NO_TOKEN",
    "TOKEN_BITS",
    "TOKEN_MASK",
    "pair_key",
    "slot_of",
    "span_key",
]

# A pair entry is one word: left, right and merged token, 21 bits each, so a lookup touches one cache line.
TOKEN_BITS = 21
TOKEN_MASK = np.uint64((1 << TOKEN_BITS) - 1)
MAX_TOKEN = (1 << TOKEN_BITS) - 3

# For tables that are looked up for every byte: larger than any token, and still leaves 6 bits for a position.
NO_TOKEN = (1 << 26) - 1

# A span of up to 7 bytes is its own key (bytes, with the length in the top byte): equal keys mean equal
# spans.
LONGEST_EXACT = 7

_HASHED = np.uint64(1 << 63)
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX = np.uint64(0xD6E8FEB86659FD93)
_HALF = np.uint64(32)
_LENGTH_SHIFT = np.uint64(56)


@jit(inline=True)
def span_key(text: np.ndarray, start: int, end: int) -> np.uint64:
    """Key of the span ``text[start:end]`` (uint8, at least 1 byte): exact up to 7 bytes, a hash beyond.

    The highest bit is set in a hashed key and clear in an exact one, so the two kinds never collide.
    """
    size = end - start
    if size <= LONGEST_EXACT:
        if start + 8 <= len(text):
            unused = np.uint64(64 - 8 * size)
            return ((load_u64(text, start) << unused) >> unused) | (np.uint64(size) << _LENGTH_SHIFT)
        key = np.uint64(size)
        for i in range(6, -1, -1):
            byte = np.uint64(text[start + i]) if i < size else np.uint64(0)
            key = (key << np.uint64(8)) | byte
        return key
    key = np.uint64(size) * _MIX
    for offset in range(start, end - 8, 8):
        key = (key ^ load_u64(text, offset)) * _MIX
        key ^= key >> _HALF
    key = (key ^ load_u64(text, end - 8)) * _MIX
    return (key ^ (key >> _HALF)) | _HASHED


@jit(inline=True)
def pair_key(left: int, right: int) -> np.uint64:
    """Key of a pair of tokens: 42 bits, exact."""
    return (np.uint64(left) << np.uint64(TOKEN_BITS)) | np.uint64(right)


@jit(inline=True)
def slot_of(key: np.uint64, mask: int) -> int:
    """Slot of `key` in a table of ``mask + 1`` slots (a power of two).

    Fibonacci hashing (Knuth, TAOCP 6.4); the high half, which depends on every bit of the key, is folded
    down.
    """
    product = key * GOLDEN
    return np.int64((product ^ (product >> _HALF)) & np.uint64(mask))
