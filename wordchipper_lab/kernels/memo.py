"""A memo of recent spans and their tokens: direct-mapped, exact, private to one thread.

Text repeats itself: 92 to 98 % of the spans of prose and code occurred a short while before. An entry is four
words:

    bytes 0-7 of the span | bytes 8-14, the length (4 bits), the number of tokens (4 bits) | tokens 0-1 | tokens 2-3

so it holds spans of up to 15 bytes (99 % of them) with up to 4 tokens. Equal words mean equal spans, with
nothing left to verify. A new span replaces the old one in its slot.

A hit costs 5.4 ns (14 cycles): masks come from a table instead of a branch on the length, and one instruction
copies all four tokens, of which only the valid ones are counted. Branching on the length and storing five
tokens one by one, 21 bits each, cost 9.2 ns. Misses of the paper's English, prose, code and 500 languages:
0.9, 1.8, 3.6 and 22 % with 32,768 slots; with 65,536 (2 MB) half of that, and 1 to 15 % faster; with 131,072
no faster. Two things did not help: two entries per slot (a third of the misses, but each hit costs 2 ns
more), and prefetching 4 or 12 spans ahead (-10 %).
"""

from __future__ import annotations

import numpy as np

from .jit import jit
from .unaligned import copy_16_bytes, load_u64

__all__ = [
    "LONGEST_MEMO_SPAN",
    "MEMO_SLACK",
    "MOST_MEMO_TOKENS",
    "is_remembered",
    "memo_key",
    "memo_slot",
    "memo_store",
    "new_memo",
    "unpack_memo",
]

LONGEST_MEMO_SPAN = 15
MOST_MEMO_TOKENS = 4
MEMO_SLACK = 16
"""A key is made by two loads, which may read up to here after the start of a span."""

_SLOTS = 1 << 16
_LINE = 8  # words
_SIZE_SHIFT = np.uint64(56)
_COUNT_SHIFT = np.uint64(60)
_COUNT_BITS = np.uint64(4)
_HALF = np.uint64(32)
_A = np.uint64(0x9E3779B97F4A7C15)
_B = np.uint64(0xD6E8FEB86659FD93)
# Masks of the bytes in the two key words that belong to a span, by its length.
_LOW = np.array([(1 << 8 * min(size, 8)) - 1 for size in range(16)], dtype=np.uint64)
_HIGH = np.array([(1 << 8 * max(size - 8, 0)) - 1 for size in range(16)], dtype=np.uint64)


def new_memo(slots: int = _SLOTS) -> np.ndarray:
    """An empty memo: uint64 (4 * slots,); 0 slots disable it. `slots` must be a power of two."""
    words = np.zeros(4 * slots + _LINE, dtype=np.uint64)
    # No entry may straddle two cache lines (NumPy's large arrays begin 16 bytes after the start of one).
    skipped = -(words.ctypes.data // 8) % _LINE
    return words[skipped : skipped + 4 * slots]


@jit(inline=True)
def memo_key(text: np.ndarray, start: int, end: int) -> tuple[np.uint64, np.uint64]:
    """The two key words of the span ``text[start:end]`` of 1 to 15 bytes; reads ``text[start:start + 16]``."""
    size = end - start
    low = load_u64(text, start) & _LOW[size]
    high = load_u64(text, start + 8) & _HIGH[size]
    return low, high | (np.uint64(size) << _SIZE_SHIFT)


@jit(inline=True)
def memo_slot(memo: np.ndarray, first: np.uint64, second: np.uint64) -> int:
    """Index of the first word of the entry for a key."""
    mixed = (first * _A) ^ (second * _B)
    mixed ^= mixed >> _HALF
    return 4 * (np.int64((mixed * _A) >> _HALF) & ((len(memo) >> 2) - 1))


@jit(inline=True)
def is_remembered(memo: np.ndarray, at: int, first: np.uint64, second: np.uint64) -> bool:
    """Whether the entry at `at` has this key."""
    # One comparison for both words, because two branches would be mispredicted separately.
    return ((memo[at] ^ first) | ((memo[at + 1] ^ second) << _COUNT_BITS)) == 0


@jit(inline=True)
def unpack_memo(memo: np.ndarray, at: int, tokens: np.ndarray, n_tokens: int) -> int:
    """Append the tokens of the entry at `at`; `tokens` needs room for 4 more. Returns the new count."""
    copy_16_bytes(memo, at + 2, tokens, n_tokens)
    return n_tokens + np.int64(memo[at + 1] >> _COUNT_SHIFT)


@jit(inline=True)
def memo_store(
    memo: np.ndarray, at: int, first: np.uint64, second: np.uint64, tokens: np.ndarray, begin: int, stop: int
) -> None:
    """Store the tokens ``tokens[begin:stop]`` for a key; more than 4 are not stored."""
    count = stop - begin
    if count > MOST_MEMO_TOKENS:
        return
    memo[at] = first
    memo[at + 1] = second | (np.uint64(count) << _COUNT_SHIFT)
    memo[at + 2] = 0
    memo[at + 3] = 0
    for i in range(count):
        memo[at + 2 + (i >> 1)] |= np.uint64(tokens[begin + i]) << np.uint64(32 * (i & 1))
