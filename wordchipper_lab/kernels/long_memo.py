"""A memo of recent long spans: those of 8 to 255 bytes for which `memo`, or their tokens, has no room.

They are rare (1 to 6 % of spans) and expensive: a Thai clause, a run of Chinese characters or a long
identifier takes a microsecond and more to merge, and 10 to 90 % of them soon occur again. Their bytes and
tokens are stored in two rings; a slot of the table says where. A slot whose bytes have been overwritten by
later spans counts as empty. Every hit is compared byte by byte, so the memo is exact.

Without it the paper's multilingual text took 1.5 times as long, and 500 languages 1.1 times.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .jit import jit
from .keys import slot_of, span_key
from .layout import I64, U8, U32, U64
from .unaligned import is_same

__all__ = ["LONGEST_LONG_SPAN", "SHORTEST_LONG_SPAN", "LongMemo", "find_long", "new_long_memo", "store_long"]

SHORTEST_LONG_SPAN = 8
LONGEST_LONG_SPAN = 255

_SLOTS = 1 << 12
_RING_BYTES = 1 << 17
_RING_TOKENS = 1 << 15
_FIELDS = 4  # key, start of its bytes, start of its tokens, bytes << 32 | tokens
_HALF = np.uint64(32)


class LongMemo(NamedTuple):
    """``slots`` uint64 (4 * slots,), ``data`` uint8 and ``tokens`` uint32 (the rings), ``used`` int64 (2,):
    total bytes and tokens written so far."""

    slots: U64
    data: U8
    tokens: U32
    used: I64


def new_long_memo(slots: int = _SLOTS) -> LongMemo:
    """An empty memo; 0 slots for one that is never used. `slots` must be a power of two."""
    return LongMemo(
        np.zeros(_FIELDS * slots, dtype=np.uint64),
        np.zeros(_RING_BYTES if slots else 0, dtype=np.uint8),
        np.zeros(_RING_TOKENS if slots else 0, dtype=np.uint32),
        np.zeros(2, dtype=np.int64),
    )


@jit()
def find_long(
    memo: LongMemo, text: np.ndarray, start: int, end: int, tokens: np.ndarray, n_tokens: int
) -> int:
    """Append the tokens of the span ``text[start:end]`` (8 to 255 bytes); returns the new count, or -1 if it
    is unknown."""
    key = span_key(text, start, end)
    slot = _FIELDS * slot_of(key, len(memo.slots) // _FIELDS - 1)
    if memo.slots[slot] != key:
        return -1
    where, token_at = np.int64(memo.slots[slot + 1]), np.int64(memo.slots[slot + 2])
    sizes = memo.slots[slot + 3]
    size = np.int64(sizes >> _HALF)
    is_overwritten = memo.used[0] - where > len(memo.data) or memo.used[1] - token_at > len(memo.tokens)
    if size != end - start or is_overwritten:
        return -1
    if not is_same(text, start, memo.data, where & (len(memo.data) - 1), size):
        return -1
    count = np.int64(sizes & np.uint64(0xFFFFFFFF))
    begin = token_at & (len(memo.tokens) - 1)
    for i in range(count):
        tokens[n_tokens + i] = memo.tokens[begin + i]
    return n_tokens + count


@jit()
def store_long(
    memo: LongMemo, text: np.ndarray, start: int, end: int, tokens: np.ndarray, begin: int, stop: int
) -> None:
    """Remember that the span ``text[start:end]`` has the tokens ``tokens[begin:stop]``."""
    size, count = end - start, stop - begin
    where = _place(memo.used, 0, size, len(memo.data))
    token_at = _place(memo.used, 1, count, len(memo.tokens))
    for i in range(size):
        memo.data[(where & (len(memo.data) - 1)) + i] = text[start + i]
    for i in range(count):
        memo.tokens[(token_at & (len(memo.tokens) - 1)) + i] = tokens[begin + i]
    key = span_key(text, start, end)
    slot = _FIELDS * slot_of(key, len(memo.slots) // _FIELDS - 1)
    memo.slots[slot] = key
    memo.slots[slot + 1] = where
    memo.slots[slot + 2] = token_at
    memo.slots[slot + 3] = (np.uint64(size) << _HALF) | np.uint64(count)


@jit(inline=True)
def _place(used: np.ndarray, ring: int, size: int, capacity: int) -> int:
    """Position of `size` new entries in a ring: after the last ones, or at the start if they would be
    split."""
    where = used[ring]
    left = capacity - (where & (capacity - 1))
    if left < size:
        where += left
    used[ring] = where + size
    return where
