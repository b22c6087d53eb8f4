"""How the memos of a thread grow: small ones at once, a large one while it goes on working.

New memory costs more than what is written to it. The operating system clears each page at its first touch, and a
virtual machine may have to ask its host for it: where that takes 2.2 ms per megabyte, a memo that grew from 16 to
32 MB, in new memory, held up a text for 74 ms, in which 4 MB of 500 languages are encoded. Hence

- a large memo reserves the addresses for its largest size, and is doubled where it is;
- a helper thread touches the new pages, and puts the tokens of the vocabulary in. Meanwhile the crowded memo works as
  before; the kernels see in ``used`` when the helper is done, and the thread moves what the old one holds (4 ms).

7 MB in 500 languages, in documents of 5 kB, from a process's first document on: 30 MB/s before, 62 after. Larger tables
also became rarer: with three quarters of the places taken instead of half, and tokens that are rare behind what the
text has (`kernels.memo.new_entry`), these documents stay in 16 MB; seen again they take a tenth longer than in 32.
Twin of the helper: `grown_memo`, which does all of it at once.
"""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from functools import cache, partial
from weakref import WeakSet

import numpy as np

from ..kernels.long_memo import is_crowded_long, larger_long_memo, new_long_memo
from ..kernels.memo import (
    LONGEST_MEMO_SPAN,
    MEMO_SLACK,
    doubled_memo,
    is_crowded,
    move_entries,
    n_slots,
    new_memo,
    split_entries,
)
from ..vocab.tables import VocabTables
from .span_memo import (
    ENTRIES,
    HOLDS_TOKENS,
    IS_READY,
    LONG_GROWS,
    REPLACED,
    SHORT_GROWS,
    SpanMemo,
    make_ready,
    memos_of,
    most_slots,
    power_of_two,
)

__all__ = ["MemoHelper", "grow", "grown_memo", "load_growing"]

_GROWTH = 4
# Slots: 2 MB. Tables up to this size are replaced at once; beyond it a helper makes one twice as large.
_LARGE = 1 << 16


def grown_memo(memo: SpanMemo, most_bytes: int, tables: VocabTables) -> SpanMemo:
    """Memos with the same entries, of which those that were crowded are larger, within `most_bytes`.

    Once a memo is large, the tokens of the vocabulary are put into it: text of that size meets most of them. The old
    memos cannot be used any more.
    """
    memo, helper = grow(memo, None, most_bytes, tables)
    if helper is not None:
        helper.wait()
        memo, _ = grow(memo, helper, most_bytes, tables)
    return memo


def grow(
    memo: SpanMemo, helper: MemoHelper | None, most_bytes: int, tables: VocabTables
) -> tuple[SpanMemo, MemoHelper | None]:
    """One step towards `grown_memo`, and the helper that is at work on the next one."""
    load_growing()
    most_short, most_long = most_slots(most_bytes)
    is_short_crowded = memo.used[SHORT_GROWS] and is_crowded(memo.short, memo.used)
    try:
        if memo.used[IS_READY] and helper is not None:
            memo, helper = helper.finish(memo), None
        elif is_short_crowded:
            memo, helper = _grow_short(memo, helper, most_short, tables)
        if memo.used[LONG_GROWS] and is_crowded_long(memo.long):
            long = larger_long_memo(memo.long, _more(memo.long.n_slots, most_long), most_long)
            memo = memo._replace(long=long)
    except (MemoryError, OSError):  # no memory: the texts need none of this
        memo.used[SHORT_GROWS] = memo.used[LONG_GROWS] = 0
        return memo, helper
    grown = memos_of(memo.short, memo.long, most_bytes, memo.used)
    if helper is not None and n_slots(memo.short) >= _LARGE:
        grown.used[SHORT_GROWS] = 0
    return grown, helper


def _grow_short(
    memo: SpanMemo, helper: MemoHelper | None, most: int, tables: VocabTables
) -> tuple[SpanMemo, MemoHelper | None]:
    slots = _more(n_slots(memo.short), most)
    if helper is None and slots >= _LARGE:
        for_tokens = _slots_for_tokens(tables)
        if for_tokens <= most and not memo.used[HOLDS_TOKENS]:
            helper = MemoHelper(memo.used, new_memo(max(slots, for_tokens), most), tables)
        elif slots > _LARGE:
            doubled = doubled_memo(memo.short)
            if doubled is None:
                helper = MemoHelper(memo.used, new_memo(slots, most))
            else:
                helper = MemoHelper(memo.used, doubled, n_kept=len(memo.short))
    if slots <= _LARGE:
        memo = _moved(memo, new_memo(slots))
    return memo, helper


class MemoHelper:
    """A thread that makes a large memo for short spans ready, and says so in `used`, which is that of the present one.

    It touches all of `short` but the first `n_kept` words, which are in use, and puts in the tokens of the vocabulary
    if it gets its `tables`.
    """

    def __init__(
        self, used: np.ndarray, short: np.ndarray, tables: VocabTables | None = None, n_kept: int = 0
    ) -> None:
        self._used, self._short, self._n_kept, self._tables = used, short, n_kept, tables
        self._used_here = np.zeros(2, dtype=np.int64)
        self._is_done = False
        _running.add(self)
        _hear_of_the_end()
        # Not a daemon: a process that ends waits for it, but not long (`_ending`).
        self._thread = threading.Thread(target=self._prepare, name="memo helper")
        try:
            self._thread.start()
        except RuntimeError:  # no more threads
            self._prepare()

    def _prepare(self) -> None:
        # One kernel, which needs no GIL: a thread that encodes short texts hardly gives it away.
        data, starts, n = _NO_DATA, _NO_STARTS, 0
        if self._tables is not None:
            data, starts, n = self._tables.token_data, self._tables.token_starts, len(self._tables.token_data)
        padded, one = np.empty(n + MEMO_SLACK, dtype=np.uint8), np.zeros(1, dtype=np.uint32)
        padded[n:] = 0
        self._is_done = bool(
            make_ready(
                self._short, self._n_kept, self._used_here, data, padded, starts, one, self._used, _ending
            )
        )
        _running.discard(self)

    def begin_anew(self) -> None:
        """In a forked child, where there is no thread: let `finish` leave the memo as it is, which will ask again."""
        self._used[IS_READY] = 1

    def wait(self) -> None:
        """Until the thread is done."""
        if self._thread.ident is not None:
            self._thread.join()

    def finish(self, memo: SpanMemo) -> SpanMemo:
        """The larger memo, with what `memo` holds."""
        self.wait()  # it may be about to say that it is done
        memo.used[IS_READY] = 0
        if not self._is_done:
            return memo
        return _moved(memo, self._short, None if self._tables is None else self._used_here)


_running: WeakSet[MemoHelper] = WeakSet()
_ending = np.zeros(1, dtype=np.int64)
"""Becomes 1 when the process wants to end: helpers stop within 2 MB, some milliseconds."""
_NO_DATA, _NO_STARTS = np.empty(0, dtype=np.uint8), np.empty(0, dtype=np.uint32)


@cache
def _hear_of_the_end() -> None:
    # Called before threads are waited for; not public. Without it, an end waits until all is touched.
    with suppress(AttributeError, RuntimeError):
        threading._register_atexit(partial(_ending.__setitem__, 0, 1))  # type: ignore[attr-defined]


def _forget_helpers() -> None:
    for helper in _running:
        helper.begin_anew()
    _running.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_helpers)


@cache
def load_growing() -> None:
    """Load what growing takes now, at the first and smallest growth: later it would hold up a large text."""
    short, long, used = new_memo(64), new_long_memo(64), np.zeros(2, dtype=np.int64)
    move_entries(short, short, used, True)
    split_entries(short)
    larger_long_memo(long, 128, 128)
    one = np.zeros(1, dtype=np.uint32)
    make_ready(
        short, len(short), used, _NO_DATA, _NO_DATA, _NO_STARTS, one, np.zeros(6, dtype=np.int64), _ending
    )


def _moved(memo: SpanMemo, short: np.ndarray, used_there: np.ndarray | None = None) -> SpanMemo:
    """`memo` with its short entries in `short`: its own memory and as much behind it, or other memory, in which the
    tokens are already, if `used_there` says how many."""
    if short.ctypes.data == memo.short.ctypes.data:
        split_entries(short)
    else:
        memo.used[ENTRIES] = 0
        if used_there is not None:
            memo.used[ENTRIES], memo.used[REPLACED] = used_there
            memo.used[HOLDS_TOKENS] = 1
        move_entries(memo.short, short, memo.used, used_there is not None)
    return memo._replace(short=short)


def _slots_for_tokens(tables: VocabTables) -> int:
    """Slots of which the short tokens take at most half."""
    sizes = np.diff(tables.token_starts)
    n = int(np.count_nonzero((sizes > 0) & (sizes <= LONGEST_MEMO_SPAN)))
    return 2 * power_of_two(2 * n - 1)


def _more(slots: int, most: int) -> int:
    return min(most, slots * (2 if slots >= _LARGE else _GROWTH))
