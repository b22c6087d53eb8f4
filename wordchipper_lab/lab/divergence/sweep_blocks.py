"""The strings of one length, block by block over threads, and which of them two lexers cut differently."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock

import numpy as np

from ...errors import LexerError
from ...kernels.tuples import TUPLE_SLACK, fill_tuples, pack_characters
from ...spanners import GAP, SpanLexer
from ...spanners.block_check import find_flaw, next_block
from ...thread_pool import map_over_threads
from .search_progress import StopCallback, never
from .span_reader import is_cut_gap

__all__ = ["SweptLength", "sweep_length"]

_BLOCK_BYTES = 1 << 18
"""Most text per block: with its spans it stays in a core's cache."""


@dataclass
class SweptLength:
    """Number of strings tried, number that diverge, and the first of these, in alphabet order."""

    cases: int = 0
    divergent: int = 0
    texts: list[str] = field(default_factory=list)


def sweep_length(
    characters: str,
    length: int,
    a: SpanLexer,
    b: SpanLexer,
    *,
    most: int,
    num_threads: int,
    should_stop: StopCallback = never,
    report: Callable[[SweptLength], object] | None = None,
) -> SweptLength:
    """Lex all strings of `length` of the `characters` with `a` and `b`; keep the first `most` divergent ones.

    With `most` 1 no block is started after the first that has one. The threads take blocks in order.
    """
    n_strings = len(characters) ** length
    block = max(1, _BLOCK_BYTES // (4 * length))
    found: dict[int, list[str]] = {}  # first string's number of a block -> its divergent strings
    swept, lock, begun = SweptLength(), Lock(), 0
    ended, last_kept = False, n_strings

    def work(_: int) -> None:
        nonlocal begun, ended, last_kept
        buffers = _Buffers(characters, length, block)
        while True:
            with lock:
                first = begun
                if ended or first >= n_strings or should_stop():
                    return
                begun = last = min(n_strings, first + block)
            differing = buffers.differing(a, b, first, last)
            texts = [buffers.string(i) for i in differing[:most].tolist()] if first <= last_kept else []
            with lock:
                swept.cases += last - first
                swept.divergent += len(differing)
                if texts:
                    found[first] = texts
                    last_kept = _forget_late(found, most, n_strings)
                    ended = ended or most == 1
                if report:
                    report(swept)

    def work_or_end(number: int) -> None:
        nonlocal ended
        try:
            work(number)
        except BaseException:
            ended = True  # for the other threads too
            raise

    map_over_threads(work_or_end, range(num_threads), num_threads)
    swept.texts = [text for first in sorted(found) for text in found[first]][:most]
    return swept


def _forget_late(found: dict[int, list[str]], most: int, n_strings: int) -> int:
    """Keep the blocks with the first `most` strings, although an earlier one may still come; returns the last
    of them."""
    kept, last = 0, n_strings
    for first in sorted(found):
        if kept >= most:
            del found[first]
            continue
        kept += len(found[first])
        last = first if kept >= most else n_strings
    return last


class _Buffers:
    """One thread's memory, reused for each block."""

    def __init__(self, characters: str, length: int, block: int) -> None:
        self._packed, self._widths = pack_characters(characters)
        self._length = length
        self._memory = np.empty(4 * length * block + TUPLE_SLACK, dtype=np.uint8)
        self._text_ends, self._kinds = np.empty(block, dtype=np.int64), np.zeros(block, dtype=np.uint8)
        room = int(self._widths.max()) * length * block + 8
        self._rows = [(np.empty(room, dtype=np.int64), np.empty(room, dtype=np.uint8)) for _ in range(2)]

    def differing(self, a: SpanLexer, b: SpanLexer, first: int, last: int) -> np.ndarray:
        """Which of the strings `first` to `last` - 1 diverge: numbers from 0, ascending."""
        length = self._length
        size = fill_tuples(self._packed, self._widths, length, first, last, self._memory, self._text_ends)
        self._text, self._ends = self._memory[:size], self._text_ends[: last - first]
        (ends_a, kinds_a), (ends_b, kinds_b) = (
            self._lex(lexer, row) for lexer, row in zip((a, b), self._rows, strict=True)
        )
        if np.array_equal(ends_a, ends_b) and np.array_equal(kinds_a, kinds_b):
            return np.zeros(0, dtype=np.int64)
        rows = [self._check(lexer, *row) for lexer, row in ((a, (ends_a, kinds_a)), (b, (ends_b, kinds_b)))]
        return _differing_texts(self._ends, *rows)

    def _lex(self, lexer: SpanLexer, row: tuple[np.ndarray, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        cursor = np.zeros(2, dtype=np.int64)
        n = next_block(lexer, self._text, self._ends, self._kinds[: len(self._ends)], cursor, *row)
        ends, kinds = row[0][:n], row[1][:n]
        if n < len(self._ends) or ends[-1] != len(self._text):
            self._check(lexer, ends, kinds)
        return ends, kinds

    def _check(self, lexer: SpanLexer, ends: np.ndarray, kinds: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The spans, gaps in one piece; raises `LexerError` if they do not cover the block."""
        flaw = find_flaw(ends, kinds, self._text, self._ends, 0)
        if not flaw and ends[-1] < len(self._text):
            flaw = f"its spans end at byte {ends[-1]} of {len(self._text)}, although there is room for more"
        if flaw:
            problem = f"strings of {self._length} characters, concatenated"
            raise LexerError(f"{lexer!r} breaks the lexer contract on {problem}: {flaw}")
        if (kinds == GAP).any():
            is_cut = is_cut_gap(ends, kinds, self._ends)
            ends, kinds = ends[~is_cut], kinds[~is_cut]
        return ends, kinds

    def string(self, i: int) -> str:
        """String i of the last block."""
        return self._text[self._ends[i - 1] if i else 0 : self._ends[i]].tobytes().decode()


_Row = tuple[np.ndarray, np.ndarray]


def _differing_texts(text_ends: np.ndarray, a: _Row, b: _Row) -> np.ndarray:
    """Numbers of the concatenated texts for which the two rows (ends, kinds) differ."""
    counts = [np.diff(np.searchsorted(ends, text_ends, side="right"), prepend=0) for ends, _ in (a, b)]
    differs = counts[0] != counts[1]
    numbers = np.arange(len(text_ends))
    of_a, of_b = (np.repeat(numbers, count) for count in counts)
    in_a, in_b = ~differs[of_a], ~differs[of_b]
    is_other = (a[0][in_a] != b[0][in_b]) | (a[1][in_a] != b[1][in_b])
    differs[of_a[in_a][is_other]] = True
    return np.flatnonzero(differs)
