"""A thread's memos of spans, and how they grow: with what the texts hold, up to a limit."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..kernels.jit import jit
from ..kernels.layout import I64, U64
from ..kernels.long_memo import (
    FIRST_LONG_SLOTS,
    LONG_SLOT_BYTES,
    LongMemo,
    is_crowded_long,
    move_long,
    new_long_memo,
)
from ..kernels.memo import ENTRY_BYTES, FIRST_SLOTS, STAGED_WORDS, is_crowded, move_entries, new_memo

__all__ = ["DEFAULT_MEMO_BYTES", "SPANS_A_STAGE", "SpanMemo", "grown_memo", "new_span_memo", "wants_to_grow"]

DEFAULT_MEMO_BYTES = 1 << 26
"""The most memory that the memos of a thread take."""

SPANS_A_STAGE = 256
"""Spans whose keys are computed, and whose entries prefetched, before the first is looked up."""

_GROWTH = 4
_LARGE = 1 << 16  # slots, from which on a table is doubled


class SpanMemo(NamedTuple):
    """The memos of short and of long spans, and the spans that are looked up next."""

    short: U64
    """uint64 (4 * slots,), see `kernels.memo`; empty to disable all."""
    used: I64
    """int64 (3,): entries in `short`; whether `short` and `long` may still grow (1 or 0)."""
    staged: U64
    """uint64 (3 * `SPANS_A_STAGE`,): the next spans' keys."""
    missing: I64
    """int64 (`SPANS_A_STAGE`,): which of the next spans are not known."""
    long: LongMemo


def new_span_memo(most_bytes: int) -> SpanMemo:
    """Empty memos that may grow to `most_bytes` together; 0 bytes disable them."""
    if most_bytes == 0:
        return _memos(new_memo(0), new_long_memo(0), 0)
    short, long = _most_slots(most_bytes)
    return _memos(new_memo(min(FIRST_SLOTS, short)), new_long_memo(min(FIRST_LONG_SLOTS, long)), most_bytes)


@jit(inline=True)
def wants_to_grow(memo: SpanMemo) -> bool:
    """Whether one of the memos is crowded and below its limit."""
    return (memo.used[1] == 1 and is_crowded(memo.short, memo.used)) or (
        memo.used[2] == 1 and is_crowded_long(memo.long)
    )


def grown_memo(memo: SpanMemo, most_bytes: int) -> SpanMemo:
    """Memos with the same entries, of which those that were crowded are larger."""
    short, long = memo.short, memo.long
    most_short, most_long = _most_slots(most_bytes)
    if memo.used[1] and is_crowded(short, memo.used):
        short = new_memo(_more(len(short) * 8 // ENTRY_BYTES, most_short))
        move_entries(memo.short, short)
    if memo.used[2] and is_crowded_long(long):
        long = new_long_memo(_more(long.n_slots, most_long))
        move_long(memo.long, long)
    return _memos(short, long, most_bytes, int(memo.used[0]))


def _memos(short: np.ndarray, long: LongMemo, most_bytes: int, used: int = 0) -> SpanMemo:
    most_short, most_long = _most_slots(most_bytes)
    may_grow = len(short) * 8 // ENTRY_BYTES < most_short, long.n_slots < most_long
    staged = np.empty(STAGED_WORDS * SPANS_A_STAGE, dtype=np.uint64)
    missing = np.empty(SPANS_A_STAGE, dtype=np.int64)
    return SpanMemo(short, np.array([used, *may_grow], dtype=np.int64), staged, missing, long)


def _most_slots(most_bytes: int) -> tuple[int, int]:
    """Slots of the two memos when each has half of the memory: powers of two, at least 64."""
    half = most_bytes // 2
    return _power_of_two(half // ENTRY_BYTES), _power_of_two(half // LONG_SLOT_BYTES)


def _power_of_two(most: int) -> int:
    return 1 << max(most.bit_length() - 1, 6)


def _more(slots: int, most: int) -> int:
    return min(most, slots * (2 if slots >= _LARGE else _GROWTH))
