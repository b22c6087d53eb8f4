"""step_memo: the token that bpe_backtrack took last time after this token and before these bytes.

Its choice at a position depends on the token before and on the bytes that its walk down the trie examined. An
entry of this direct-mapped memo consists of the token before, the next 4 bytes (or 8, if more than 4 were
examined) and the token taken. Text that repeats itself (emoji families, `A`, Hangul, `B` ...) then needs neither trie
nor pair checks; other long spans are merged in pieces (`span_pieces`), of which only what is made anew at the borders
comes here. Steps are always stored, but looked up only while the last one was known: random text would mispredict each
answer. If the remembered token is a dead end, bpe_backtrack takes the normal path.

160,000 characters, ms without and with the memo, o200k_base: emoji families 4.9 / 2.6, `A`, Hangul, `B` ...
1.9 / 1.4, one letter 0.95 / 0.60. A token that follows itself needs no lookup: with that, 0.35 for the second and 0.20
for the third.
"""

from __future__ import annotations

import numpy as np

from ..kernels.jit import jit
from ..kernels.tables import NOT_FOUND
from ..kernels.unaligned import load_u64

__all__ = ["STEP_BYTES", "new_step_memo", "recall_step", "remember_step"]

STEP_BYTES = 8
"""Bytes that must exist after a position; a step decided by more bytes is not stored."""

_FEW_BYTES = 4
_STEPS = 1 << 12
_A = np.uint64(0x9E3779B97F4A7C15)
_B = np.uint64(0xD6E8FEB86659FD93)
_SHIFT = np.uint64(40)
_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_FEW = np.uint64(1 << 31)  # marks a token before as part of a key of 4 bytes; no token is that large


def new_step_memo() -> np.ndarray:
    """An empty memo: uint64 (2 * steps,)."""
    return np.full(2 * _STEPS, 0xFFFFFFFFFFFFFFFF, dtype=np.uint64)  # no token before is 2**32 - 1


@jit(inline=True)
def _slot(steps: np.ndarray, following: np.uint64, before: np.uint64) -> int:
    mixed = (following ^ (before * _B)) * _A
    return 2 * (np.int64(mixed >> _SHIFT) & ((len(steps) >> 1) - 1))


@jit(inline=True)
def recall_step(steps: np.ndarray, text: np.ndarray, position: int, before: int) -> int:
    """The token taken after the token `before` and before the 8 bytes at `position`, or `NOT_FOUND`.

    >>> steps, text = new_step_memo(), np.frombuffer(bytearray(b"abababababab"), dtype=np.uint8)
    >>> remember_step(steps, text, 2, 3, 7, 5), int(recall_step(steps, text, 4, 7))
    (False, 5)
    """
    following = load_u64(text, position)
    few = following & _LOW
    after = np.uint64(before) | _FEW
    at = _slot(steps, few, after)
    if steps[at] == few and steps[at + 1] >> _HALF == after:
        return np.int64(steps[at + 1] & _LOW)
    after = np.uint64(before)
    at = _slot(steps, following, after)
    if steps[at] == following and steps[at + 1] >> _HALF == after:
        return np.int64(steps[at + 1] & _LOW)
    return NOT_FOUND


@jit(inline=True)
def remember_step(
    steps: np.ndarray, text: np.ndarray, position: int, decisive: int, before: int, token: int
) -> bool:
    """Store that the first `decisive` bytes (up to 8) after `before` led to `token`; returns whether that was
    known."""
    following = load_u64(text, position)
    after = np.uint64(before)
    if decisive <= _FEW_BYTES:
        following &= _LOW
        after |= _FEW
    at = _slot(steps, following, after)
    entry = after << _HALF | np.uint64(token)
    is_known = (steps[at] ^ following) | (steps[at + 1] ^ entry) == 0
    steps[at] = following
    steps[at + 1] = entry
    return is_known
