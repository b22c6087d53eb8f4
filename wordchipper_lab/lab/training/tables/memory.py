"""The memory that each generation needs for its data."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Sequence
from dataclasses import dataclass

from ....training import TRAINERS, SymbolCounts, TrainingOptions, build_trainer
from ...reports.table import Table

__all__ = ["GenerationMemory", "measure_trainer_memory", "memory_table"]


@dataclass(frozen=True)
class GenerationMemory:
    """Bytes that Python and numpy held beyond the counted corpus: the maximum, and after all merges."""

    trainer: str
    n_merges: int
    peak_bytes: int
    final_bytes: int


def measure_trainer_memory(
    corpus: SymbolCounts, n_merges: int, trainers: Sequence[str] = tuple(TRAINERS)
) -> list[GenerationMemory]:
    """Train with each generation under `tracemalloc`, which makes it several times slower: keep `corpus` small.

    "parallel" stores the same data as "incremental". Raises as `build_trainer` does.
    """
    return [_measure(corpus, n_merges, trainer) for trainer in trainers]


def _measure(corpus: SymbolCounts, n_merges: int, trainer: str) -> GenerationMemory:
    options = TrainingOptions(len(corpus.alphabet) + n_merges)
    build_trainer(trainer, corpus, options).steps(
        1
    )  # compiled or loaded for the first time: not the trainer's data
    gc.collect()
    was_tracing = tracemalloc.is_tracing()
    if not was_tracing:
        tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        tracemalloc.reset_peak()
        run = build_trainer(trainer, corpus, options)
        made = len(run.steps(n_merges))
        now, peak = tracemalloc.get_traced_memory()
    finally:
        if not was_tracing:
            tracemalloc.stop()
    return GenerationMemory(trainer, made, peak - before, now - before)


def memory_table(corpus: str, measured: Sequence[GenerationMemory]) -> Table:
    """One row per generation, relative to the first."""
    first = measured[0].peak_bytes if measured else 1
    rows = tuple(
        (found.trainer, found.peak_bytes / 1e6, found.final_bytes / 1e6, found.peak_bytes / first)
        for found in measured
    )
    merges = measured[0].n_merges if measured else 0
    name = measured[0].trainer if measured else "the first"
    return Table(
        f"Memory: {corpus}, {merges:,} merges", ("Generation", "Peak MB", "Final MB", f"Times {name}"), rows
    )
