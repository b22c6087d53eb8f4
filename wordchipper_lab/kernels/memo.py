"""A memo of recent spans and their tokens: direct-mapped, exact, one thread's own.

Text repeats itself: of the spans of prose and code, 92 to 97 % were met a short while ago. An entry is four words:

    bytes 0-7 of the span | bytes 8-14 and the length | tokens 0-2 | tokens 3-4 and their number

so it holds spans of up to 15 bytes (99 % of them) with up to 5 tokens (21 bits each); equal words mean equal spans,
nothing is left to verify. A new span takes the place of the old one in its slot.

Measured on o200k_base, one core, bpe_backtrack, English prose / Python code / the paper's multilingual text 100 times:
45 / 43 / 42 MB/s without, 103 / 76 / 115 with 32,768 slots (1 MB: it stays in the L2 cache; twice as many gain 1 %).
"""

from __future__ import annotations

import numpy as np

from .jit import jit
from .keys import TOKEN_BITS, TOKEN_MASK
from .loads import load_u64

__all__ = [
    "LONGEST_MEMO_SPAN",
    "MEMO_SLACK",
    "MOST_MEMO_TOKENS",
    "memo_key",
    "memo_slot",
    "memo_store",
    "new_memo",
    "unpack_memo",
]

LONGEST_MEMO_SPAN = 15
MOST_MEMO_TOKENS = 5
MEMO_SLACK = 16
"""A key is made by two loads: they may read up to here behind a span's start."""

_SLOTS = 1 << 15
_COUNT_SHIFT = np.uint64(56)
_SHIFT_1 = np.uint64(TOKEN_BITS)
_SHIFT_2 = np.uint64(2 * TOKEN_BITS)
_A = np.uint64(0x9E3779B97F4A7C15)
_B = np.uint64(0xD6E8FEB86659FD93)
_FOLD = np.uint64(29)
_ONE = np.uint64(1)


def new_memo(slots: int = _SLOTS) -> np.ndarray:
    """An empty memo: uint64 (4 * slots,); 0 slots switch it off. `slots` must be a power of two."""
    return np.zeros(4 * slots, dtype=np.uint64)


@jit(inline=True)
def memo_key(text: np.ndarray, start: int, end: int) -> tuple[np.uint64, np.uint64]:
    """The two key words of the span ``text[start:end]`` of 1 to 15 bytes; reads ``text[start:start + 16]``."""
    size = end - start
    low = load_u64(text, start)
    if size < 8:
        unused = np.uint64(64 - 8 * size)
        return (low << unused) >> unused, np.uint64(size) << _COUNT_SHIFT
    high = load_u64(text, start + 8) & ((_ONE << np.uint64(8 * (size - 8))) - _ONE)
    return low, high | (np.uint64(size) << _COUNT_SHIFT)


@jit(inline=True)
def memo_slot(memo: np.ndarray, first: np.uint64, second: np.uint64) -> int:
    """Index of the first word of the entry where a key would be."""
    mixed = (first * _A) ^ (second * _B)
    mixed ^= mixed >> _FOLD
    return 4 * (np.int64((mixed * _A) >> np.uint64(32)) & ((len(memo) >> 2) - 1))


@jit(inline=True)
def unpack_memo(memo: np.ndarray, at: int, tokens: np.ndarray, n_tokens: int) -> int:
    """Append the tokens of the entry at `at`; `tokens` needs room for 5 more. Returns the new count."""
    packed = memo[at + 2]
    rest = memo[at + 3]
    tokens[n_tokens] = packed & TOKEN_MASK
    tokens[n_tokens + 1] = (packed >> _SHIFT_1) & TOKEN_MASK
    tokens[n_tokens + 2] = packed >> _SHIFT_2
    tokens[n_tokens + 3] = rest & TOKEN_MASK
    tokens[n_tokens + 4] = (rest >> _SHIFT_1) & TOKEN_MASK
    return n_tokens + np.int64(rest >> _COUNT_SHIFT)


@jit(inline=True)
def memo_store(
    memo: np.ndarray, at: int, first: np.uint64, second: np.uint64, tokens: np.ndarray, begin: int, stop: int
) -> None:
    """Remember that a key has the tokens ``tokens[begin:stop]``; more than 5 are not remembered."""
    count = stop - begin
    if count > MOST_MEMO_TOKENS:
        return
    packed, rest = np.uint64(0), np.uint64(count) << _COUNT_SHIFT
    for i in range(min(count, 3)):
        packed |= np.uint64(tokens[begin + i]) << np.uint64(TOKEN_BITS * i)
    for i in range(3, count):
        rest |= np.uint64(tokens[begin + i]) << np.uint64(TOKEN_BITS * (i - 3))
    memo[at] = first
    memo[at + 1] = second
    memo[at + 2] = packed
    memo[at + 3] = rest
