"""`SpanCounter`: texts -> span counts, as fast as the lexer finds the spans."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from ...errors import TextError, TrainingError
from ...spanners import TextSpanner
from ...spanners.vector.vector_tables import VectorTables
from ...text.text_bytes import encode_text
from ...text.text_memory import addresses_of, to_utf8
from ...text.transcode import SURROGATE, UTF8_ROOM, UTF8_SLACK
from ...threads import resolve_threads
from ..span_counts import SpanCounts
from .count_kernels import MISSED, REACHED, count_block, count_stretch
from .count_table import COUNTED
from .merge_counts import add_counts
from .span_table import SpanTable
from .stretches import divide

__all__ = ["SpanCounter"]

_SPANS_A_BLOCK = 4096
_CHARACTERS_AT_ONCE = 1 << 24
_BYTES_A_THREAD = 1 << 18
"""With less than this, a thread is not worth starting."""


class SpanCounter:
    """Counts the word spans of texts, batch after batch; the fast twin of `count_spans_reference`.

    spanner: its special tokens separate the text, and neither they nor gaps are counted. num_threads: used
    for texts of a megabyte and more; None: one per core. Threads are used if the lexer has `kernel_tables`,
    as automata do; other lexers find their spans in the calling thread. Memory: that of one batch, and of the
    distinct spans (see count_table.py).
    The result and its order do not depend on batches and threads.

    >>> from wordchipper_lab.spanners import TextSpanner, build_lexer
    >>> counter = SpanCounter(TextSpanner(build_lexer("r50k_base"), {"<|endoftext|>": 0}))
    >>> counter.add_texts(["low low<|endoftext|>low"])
    >>> counter.counts().to_dict()
    {b'low': 2, b' low': 1}
    """

    def __init__(self, spanner: TextSpanner, num_threads: int | None = None) -> None:
        self.spanner = spanner
        self.num_threads = resolve_threads(num_threads, TrainingError)
        self._table = SpanTable()
        self._others: list[SpanTable] = []

    def __len__(self) -> int:
        """Number of distinct spans so far."""
        return len(self._table)

    def counts(self) -> SpanCounts:
        """The counts so far."""
        return self._table.counts()

    def add_counts(self, counts: SpanCounts) -> None:
        """Add the counts of another counter, or of an earlier run."""
        add_counts(self._table, counts)

    def add_texts(self, texts: Iterable[str]) -> None:
        """Count the spans of texts, each text separately; raises `TextError` for one that is not a
        ``str``."""
        batch: list[str] = []
        n_characters = 0
        for text in [texts] if isinstance(texts, str) else texts:
            if not isinstance(text, str):
                raise TextError(f"expected text as str, got {type(text).__name__}: decode it first")
            batch.append(text)
            n_characters += len(text)
            if n_characters >= _CHARACTERS_AT_ONCE:
                self.add_bytes(*_as_utf8(batch, n_characters))
                batch, n_characters = [], 0
        self.add_bytes(*_as_utf8(batch, n_characters))

    def add_bytes(self, data: np.ndarray, document_ends: np.ndarray) -> None:
        """Count the spans of documents concatenated in `data`, valid UTF-8 as uint8 (n,).

        document_ends: int64, the last one n. Invalid UTF-8 gives meaningless spans.
        """
        data, document_ends = (
            np.require(array, dtype, ["C", "W"])  # kernels are compiled for writable arrays
            for array, dtype in ((data, np.uint8), (document_ends, np.int64))
        )
        regions = self.spanner.find_regions(data, document_ends)
        if not len(regions[0]):
            return
        lexer = self.spanner.lexer
        if (tables := lexer.kernel_tables()) is None:
            self._count_blocks(data, *regions)
            return
        threads = min(self.num_threads, len(data) // _BYTES_A_THREAD) or 1
        ends = divide(lexer, data, *regions, threads)
        self._count_stretches(tables, data, *regions, ends)

    def _count_stretches(
        self,
        tables: VectorTables,
        data: np.ndarray,
        region_ends: np.ndarray,
        region_kinds: np.ndarray,
        ends: Sequence[int],
    ) -> None:
        others = self._others[: len(ends) - 1]
        others += [SpanTable() for _ in range(len(ends) - 1 - len(others))]
        self._others = others

        def count(table: SpanTable, start: int, end: int) -> int:
            return _count_stretch(tables, data, region_ends, region_kinds, start, end, table)

        if not others:
            count(self._table, 0, ends[0])
            return
        with ThreadPoolExecutor(len(others)) as pool:
            counted = [
                pool.submit(count, table, start, end)
                for table, start, end in zip(others, ends, ends[1:], strict=False)
            ]
            reached = count(self._table, 0, ends[0])
            for i, (table, end) in enumerate(zip(others, ends, strict=False)):
                other_reached = counted[i].result()
                if reached == end:
                    add_counts(self._table, table.counts())
                    reached = other_reached
                else:  # no span ends where that thread began
                    reached = count(self._table, reached, ends[i + 1])
                table.clear()

    def _count_blocks(self, data: np.ndarray, region_ends: np.ndarray, region_kinds: np.ndarray) -> None:
        cursor, block = np.zeros(2, dtype=np.int64), np.zeros(4, dtype=np.int64)
        ends, kinds = _block_arrays()
        while n := self.spanner.next_spans(data, region_ends, region_kinds, cursor, ends, kinds):
            block[:2] = n, 0
            while (status := count_block(data, ends, kinds, block, self._table.arrays)) != COUNTED:
                self._table.grow(status)


def _count_stretch(
    tables: VectorTables,
    data: np.ndarray,
    region_ends: np.ndarray,
    region_kinds: np.ndarray,
    start: int,
    end: int,
    table: SpanTable,
) -> int:
    """Count ``data[start:end]``; returns `end`, or the start of the span that extends beyond it."""
    cursor = np.array([np.searchsorted(region_ends, start, side="right"), start])
    block = np.array([0, 0, start, 0])
    ends, kinds = _block_arrays()
    while True:
        status = count_stretch(
            data, region_ends, region_kinds, cursor, end, ends, kinds, block, table.arrays, tables
        )
        if status in (REACHED, MISSED):
            return int(block[2])
        table.grow(status)


def _block_arrays() -> tuple[np.ndarray, np.ndarray]:
    return np.empty(_SPANS_A_BLOCK, dtype=np.int64), np.empty(_SPANS_A_BLOCK, dtype=np.uint8)


def _as_utf8(texts: list[str], n_characters: int) -> tuple[np.ndarray, np.ndarray]:
    """The concatenated texts, and where each ends."""
    ends = np.empty(len(texts), dtype=np.int64)
    data = np.empty(UTF8_ROOM * n_characters + UTF8_SLACK, dtype=np.uint8)  # untouched memory costs nothing
    size = to_utf8(addresses_of(texts), ends, data)
    if size != SURROGATE:
        return data[:size], ends
    parts = [encode_text(text) for text in texts]
    ends[:] = np.cumsum([len(part) for part in parts])
    return np.frombuffer(bytearray(b"".join(parts)), dtype=np.uint8), ends
