"""How the memos of a thread grow: small ones at once, a large one while it goes on working.

New memory costs more than what is written to it. The operating system clears each page at its first touch, and a
virtual machine may have to ask its host for it: where that takes 2.2 ms per megabyte, a memo that grew from 16 to
32 MB, in new memory, held up a text for 74 ms, in which 4 MB of 500 languages are encoded. Hence

- a large memo reserves the addresses for its largest size, and is doubled where it is;
- a helper thread touches the new pages, and puts the tokens of the vocabulary in. Meanwhile the crowded memo works as
  before; the kernels see in ``used`` when the helper is done, and the thread moves what the old one holds (4 ms).

Documents of 5 kB in 500 languages, in turns with one peer, with what growing takes: 30 MB/s before, TODO after.
Twin of the helper: `grown_memo`, which does all of it at once.
"""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from functools import cache
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
    memos_of,
    most_slots,
    power_of_two,
    remember_tokens,
)

__all__ = ["MemoGrowth", "grow", "grown_memo", "load_growing"]

_GROWTH = 4
_LARGE = 1 << 16  # slots, from which on a table is doubled
_WITH_TOKENS = 1 << 16  # slots, from which on a table holds all short tokens
_AT_ONCE = 1 << 21  # bytes that are cheaper to take than a helper thread
_TOUCHED_AT_ONCE = 1 << 18  # words; between two parts the helper sees that the process wants to end
_PAGE_WORDS = 512


def grown_memo(memo: SpanMemo, most_bytes: int, tables: VocabTables) -> SpanMemo:
    """Memos with the same entries, of which those that were crowded are larger, within `most_bytes`.

    Once a memo is large, the tokens of the vocabulary are put into it: text of that size meets most of them. The old
    memos cannot be used any more.
    """
    grown = grow(memo, most_bytes, tables)
    return grown.finish() if isinstance(grown, MemoGrowth) else grown


def grow(memo: SpanMemo, most_bytes: int, tables: VocabTables) -> SpanMemo | MemoGrowth:
    """What `grown_memo` returns if little memory is needed, else a helper that takes it."""
    try:
        return _grow(memo, most_bytes, tables)
    except (MemoryError, OSError):  # no memory: the texts need none of this
        memo.used[SHORT_GROWS] = memo.used[LONG_GROWS] = 0
        return memo


def _grow(memo: SpanMemo, most_bytes: int, tables: VocabTables) -> SpanMemo | MemoGrowth:
    load_growing()
    most_short, most_long = most_slots(most_bytes)
    if memo.used[LONG_GROWS] and is_crowded_long(memo.long):
        memo = memo._replace(long=larger_long_memo(memo.long, _more(memo.long.n_slots, most_long), most_long))
    if memo.used[SHORT_GROWS] and is_crowded(memo.short, memo.used):
        slots = _more(n_slots(memo.short), most_short)
        for_tokens = _slots_for_tokens(tables)
        if slots >= _WITH_TOKENS and for_tokens <= most_short and not memo.used[HOLDS_TOKENS]:
            return MemoGrowth(memo, new_memo(max(slots, for_tokens), most_short), most_bytes, tables)
        doubled = doubled_memo(memo.short) if slots == 2 * n_slots(memo.short) else None
        short = new_memo(slots, most_short) if doubled is None else doubled
        if short.nbytes > _AT_ONCE:
            return MemoGrowth(memo, short, most_bytes)
        memo = _moved(memo, short)
    return memos_of(memo.short, memo.long, most_bytes, memo.used)


class MemoGrowth:
    """A large `short` that takes the place of that of `memo` when a helper thread has made it ready.

    With `tables`, the tokens of the vocabulary are put into it.
    """

    def __init__(
        self, memo: SpanMemo, short: np.ndarray, most_bytes: int, tables: VocabTables | None = None
    ) -> None:
        self.memo, self._short, self._most_bytes, self._tables = memo, short, most_bytes, tables
        self._used = np.zeros(2, dtype=np.int64)
        self._is_made = False
        memo.used[SHORT_GROWS] = memo.used[LONG_GROWS] = 0
        _running.add(self)
        # Not a daemon: a process that ends waits for it, and `_touch` sees to it that this is soon.
        self._helper = threading.Thread(target=self._prepare, name="memo growth")
        try:
            self._helper.start()
        except RuntimeError:  # no more threads
            self._prepare()

    def _prepare(self) -> None:
        is_doubled = self._short.ctypes.data == self.memo.short.ctypes.data
        if _touch(self._short[len(self.memo.short) if is_doubled else 0 :]):
            if self._tables is not None:
                data = np.append(self._tables.token_data, np.zeros(MEMO_SLACK, dtype=np.uint8))
                one = np.zeros(1, dtype=np.uint32)
                remember_tokens(self._short, self._used, data, self._tables.token_starts, one)
            self._is_made = True
            self.memo.used[IS_READY] = 1
        _running.discard(self)

    def begin_anew(self) -> None:
        """In a forked child, which has no helper: let `finish` return the memos as they are, which ask again."""
        self._helper = threading.Thread()
        self.memo.used[IS_READY] = 1

    def finish(self) -> SpanMemo:
        """The larger memos, with what the old ones hold, once they are ready."""
        with suppress(RuntimeError):  # it was never started
            self._helper.join()
        memo = self.memo
        if self._is_made:
            memo = _moved(memo, self._short, None if self._tables is None else self._used)
        memo.used[IS_READY] = 0
        return memos_of(memo.short, memo.long, self._most_bytes, memo.used)


_running: WeakSet[MemoGrowth] = WeakSet()


def _forget_helpers() -> None:
    for growth in _running:
        growth.begin_anew()
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
    remember_tokens(short, used, np.zeros(32, dtype=np.uint8), one, one)


def _touch(memory: np.ndarray) -> bool:
    """Touch all pages; False if the process wanted to end first."""
    for first in range(0, len(memory), _TOUCHED_AT_ONCE):
        if not threading.main_thread().is_alive():
            return False
        memory[first : first + _TOUCHED_AT_ONCE : _PAGE_WORDS] = 0
    return True


def _moved(memo: SpanMemo, short: np.ndarray, with_tokens: np.ndarray | None = None) -> SpanMemo:
    """`memo` with its short entries in `short`: the same memory and as much behind it, or another, which may hold the
    tokens already (then `with_tokens` says how many entries it has)."""
    if short.ctypes.data == memo.short.ctypes.data:
        split_entries(short)
        return memo._replace(short=short)
    used = memo.used.copy()
    used[ENTRIES] = 0
    if with_tokens is not None:
        used[ENTRIES], used[REPLACED] = with_tokens
        used[HOLDS_TOKENS] = 1
    move_entries(memo.short, short, used, with_tokens is not None)
    return memo._replace(short=short, used=used)


def _slots_for_tokens(tables: VocabTables) -> int:
    """Slots of which the short tokens take at most half."""
    sizes = np.diff(tables.token_starts)
    n = int(np.count_nonzero((sizes > 0) & (sizes <= LONGEST_MEMO_SPAN)))
    return 2 * power_of_two(2 * n - 1)


def _more(slots: int, most: int) -> int:
    return min(most, slots * (2 if slots >= _LARGE else _GROWTH))
