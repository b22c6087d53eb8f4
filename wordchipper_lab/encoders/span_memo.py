"""A thread's memos of spans, which grow with what the texts hold, up to a limit (`memo_growth`).

From 2^16 entries on, the memo of short spans also holds every short token of the vocabulary (o200k_base: 194,506, put
in within 3 ms). So a new word that is one token is known, and what is not known need not be looked up whole: on
new text, documents of 5 kB in turns with gigatoken, English went from 0.65 to 0.91 of its speed, code from 0.67 to
0.94. (Prefetching the vocabulary's table for the unknown spans of a stage instead made a new word that is one
token 1.6 times as fast, and the whole no faster.)
"""

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
    new_long_memo,
)
from ..kernels.memo import (
    ENTRY_BYTES,
    FIRST_SLOTS,
    LONGEST_MEMO_SPAN,
    STAGED_WORDS,
    find_displaced,
    find_memo,
    is_crowded,
    memo_hash,
    memo_key,
    n_slots,
    new_entry,
    new_memo,
    prefetch_memo,
    store_here,
)

__all__ = [
    "DEFAULT_MEMO_BYTES",
    "ENTRIES",
    "HOLDS_TOKENS",
    "IS_READY",
    "LONG_GROWS",
    "REPLACED",
    "SHORT_GROWS",
    "SPANS_A_STAGE",
    "SpanMemo",
    "holds_all_tokens",
    "make_ready",
    "memos_of",
    "most_slots",
    "new_span_memo",
    "power_of_two",
    "remember_tokens",
    "wants_to_grow",
]

DEFAULT_MEMO_BYTES = 1 << 26
"""The most memory that the memos of a thread take."""

SPANS_A_STAGE = 256
"""Spans whose keys are computed, and whose entries prefetched, before the first is looked up."""

_TOUCHED_AT_ONCE = 1 << 18  # words
_PAGE_WORDS = 512
_AHEAD = 12  # tokens, of which the entries are prefetched

# What `SpanMemo.used` counts.
ENTRIES, REPLACED, SHORT_GROWS, LONG_GROWS, HOLDS_TOKENS, IS_READY = range(6)


class SpanMemo(NamedTuple):
    """The memos of short and of long spans, and the spans that are looked up next."""

    short: U64
    """uint64 (4 * slots,), see `kernels.memo`; empty to disable all."""
    used: I64
    """int64 (6,): entries in `short`, and how many of them were replaced; then 1 or 0: whether `short` may grow,
    whether `long` may, whether `short` holds all short tokens (unless some were replaced), and whether larger memos are
    ready."""
    staged: U64
    """uint64 (3 * `SPANS_A_STAGE`,): the next spans' keys."""
    long: LongMemo


def new_span_memo(most_bytes: int) -> SpanMemo:
    """Empty memos that may grow to `most_bytes` together; 0 bytes disable them."""
    if most_bytes == 0:
        return memos_of(new_memo(0), new_long_memo(0), 0)
    short, long = most_slots(most_bytes)
    return memos_of(new_memo(min(FIRST_SLOTS, short)), new_long_memo(min(FIRST_LONG_SLOTS, long)), most_bytes)


@jit(inline=True)
def wants_to_grow(memo: SpanMemo) -> bool:
    """Whether one of the memos is crowded and below its limit, or larger ones are ready to be used."""
    return (
        memo.used[IS_READY] == 1
        or (memo.used[SHORT_GROWS] == 1 and is_crowded(memo.short, memo.used))
        or (memo.used[LONG_GROWS] == 1 and is_crowded_long(memo.long))
    )


@jit(inline=True)
def holds_all_tokens(memo: SpanMemo) -> bool:
    """Whether each token of up to 15 bytes is in the memo: what is not, is no token."""
    return memo.used[HOLDS_TOKENS] == 1 and memo.used[REPLACED] == 0


@jit()
def remember_tokens(
    memo: np.ndarray, used: np.ndarray, data: np.ndarray, starts: np.ndarray, one: np.ndarray
) -> None:
    """Store each token of 1 to 15 bytes that is not stored yet; the most frequent ones last, which then are in their
    own buckets (`new_entry`).

    `data` (with slack) and `starts` are those of `VocabTables`; `one` is uint32 (1,), for working.
    """
    n = len(starts) - 1
    for token in range(n - 1, -1, -1):
        ahead = max(token - _AHEAD, 0)
        if starts[ahead] < starts[ahead + 1] <= starts[ahead] + LONGEST_MEMO_SPAN:
            first, second = memo_key(data, np.int64(starts[ahead]), np.int64(starts[ahead + 1]))
            prefetch_memo(memo, memo_hash(first, second))
        start, end = np.int64(starts[token]), np.int64(starts[token + 1])
        if start == end or end - start > LONGEST_MEMO_SPAN:
            continue
        first, second = memo_key(data, start, end)
        hashed = memo_hash(first, second)
        _, known = find_memo(memo, first, second, hashed)
        if not known and find_displaced(memo, first, second, hashed) < 0:
            at = new_entry(memo, used, first, second, hashed)
            one[0] = token
            store_here(memo, at, one, 0, 1)


@jit()
def make_ready(
    memo: np.ndarray,
    n_kept: int,
    counts: np.ndarray,
    data: np.ndarray,
    padded: np.ndarray,
    starts: np.ndarray,
    one: np.ndarray,
    used: np.ndarray,
    ending: np.ndarray,
) -> bool:
    """Touch the words of `memo` from `n_kept` on, `remember_tokens` if there are `starts`, and say in `used` that it is
    ready; False, and nothing said, if ``ending[0]`` (int64) does not stay 0.

    `counts` is ``used`` for `remember_tokens`; `data` is copied to `padded`, which has room for its slack.
    """
    for part in range(np.uint64(n_kept), np.uint64(len(memo)), np.uint64(_TOUCHED_AT_ONCE)):
        if ending[0] != 0:
            return False
        for at in range(
            part, min(part + np.uint64(_TOUCHED_AT_ONCE), np.uint64(len(memo))), np.uint64(_PAGE_WORDS)
        ):
            memo[at] = 0
    if len(starts) > 0:
        for at in range(len(data)):
            padded[at] = data[at]
        remember_tokens(memo, counts, padded, starts, one)
    used[IS_READY] = 1
    return True


def memos_of(short: np.ndarray, long: LongMemo, most_bytes: int, used: np.ndarray | None = None) -> SpanMemo:
    """A thread's memos made of these two, which may grow to `most_bytes` together."""
    used = np.zeros(6, dtype=np.int64) if used is None else used
    most_short, most_long = most_slots(most_bytes)
    used[SHORT_GROWS], used[LONG_GROWS] = n_slots(short) < most_short, long.n_slots < most_long
    staged = np.empty(STAGED_WORDS * SPANS_A_STAGE, dtype=np.uint64)
    return SpanMemo(short, used, staged, long)


def most_slots(most_bytes: int) -> tuple[int, int]:
    """Slots of the two memos when each has half of the memory: powers of two, at least 64."""
    half = most_bytes // 2
    return power_of_two(half // ENTRY_BYTES), power_of_two(half // LONG_SLOT_BYTES)


def power_of_two(most: int) -> int:
    """The largest power of two up to `most`, but at least 64."""
    return 1 << max(most.bit_length() - 1, 6)
