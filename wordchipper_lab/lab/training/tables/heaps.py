"""The lazy heap with and without compaction: entries, stale ones, rebuilds, time, memory."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

from ....training import SymbolCounts, TrainingOptions
from ....training.generations.heap import HeapTrainer
from ...reports.table import Table

__all__ = ["HEAPS", "HeapRun", "heap_table", "measure_heaps"]

HEAPS: tuple[tuple[bool, float | None], ...] = (
    (True, None),
    (True, 3.0),
    (True, 1.5),
    (False, None),
    (False, 1.5),
)
"""Whether a pair is pushed at each span, and the threshold."""

_LOOKS = 50  # the heap is counted this often during the run


@dataclass(frozen=True)
class HeapRun:
    """``most_entries`` and ``most_bytes`` (of the entries alone) are the largest seen; the rest is at the end.

    ``pairs``: that occur then. ``stale``: entries that state another count than their pair has. ``compactions``:
    rebuilds.
    """

    push_each_span: bool
    compact_at: float | None
    n_merges: int
    seconds: float
    most_entries: int
    most_bytes: int
    entries: int
    stale: int
    pairs: int
    compactions: int


def measure_heaps(
    corpus: SymbolCounts,
    n_merges: int,
    heaps: Sequence[tuple[bool, float | None]] = HEAPS,
    tie: str = "lowest_ids",
) -> list[HeapRun]:
    """Train with each kind of heap; the merges are the same, so only the heap differs."""
    return [_run(corpus, n_merges, push, compact_at, tie) for push, compact_at in heaps]


def _run(
    corpus: SymbolCounts, n_merges: int, push_each_span: bool, compact_at: float | None, tie: str
) -> HeapRun:
    options = TrainingOptions(len(corpus.alphabet) + n_merges, tie)
    started = time.perf_counter()
    run = HeapTrainer(corpus, options, compact_at=compact_at, push_each_span=push_each_span)
    seconds = time.perf_counter() - started
    most_entries = most_bytes = 0
    block = max(1, n_merges // _LOOKS)
    while True:
        started = time.perf_counter()
        made = len(run.steps(block))
        seconds += time.perf_counter() - started
        if (entries := run.heap_entries) > most_entries:
            most_entries, most_bytes = entries, _bytes_of(run)
        if made < block or len(run.merges) >= n_merges:
            break
    return HeapRun(
        push_each_span,
        compact_at,
        len(run.merges),
        seconds,
        most_entries,
        most_bytes,
        run.heap_entries,
        run.heap_stale,
        len(run.pair_counts()),
        run.n_compactions,
    )


def _bytes_of(run: HeapTrainer) -> int:
    """The list and its entries; the pairs and keys in them belong to the trainer and are counted there."""
    return sys.getsizeof(run._heap) + sum(map(sys.getsizeof, run._heap))


def heap_table(corpus: str, runs: Sequence[HeapRun]) -> Table:
    """One row per kind of heap."""
    rows = tuple(
        (
            "at each span" if run.push_each_span else "once",
            "never" if run.compact_at is None else f"above {run.compact_at:g} x pairs",
            run.seconds,
            run.most_entries,
            run.most_bytes / 1e6,
            run.entries,
            100 * run.stale / run.entries if run.entries else None,
            run.pairs,
            run.compactions,
        )
        for run in runs
    )
    columns = (
        *("A pair is pushed", "Rebuilt", "Seconds", "Most entries", "MB"),
        *("Entries at the end", "% stale", "Pairs", "Rebuilds"),
    )
    merges = runs[0].n_merges if runs else 0
    return Table(f"Heap with and without compaction: {corpus}, {merges:,} merges", columns, rows)
