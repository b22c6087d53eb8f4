"""Many texts at once: documents and tiny texts, one thread and several."""

from __future__ import annotations

from ..benchmark.results import BenchmarkRun, Measurement
from .selection import BATCH_MODES, Statistic, grouped, inexact_note, memo_note, pick, speed
from .table import Cell, Table

__all__ = ["batch", "speed_ups"]


def batch(run: BenchmarkRun, statistic: Statistic = "mean") -> list[Table]:
    """One table per vocabulary, corpus and kind of texts: MB/s by threads, and the speed-up over one thread.

    >>> batch(BenchmarkRun({}, {}, "2026-01-01T00:00:00Z"))
    []
    """
    tables = []
    for (model, corpus, mode), group in grouped(pick(run, mode=tuple(BATCH_MODES)), _panel).items():
        threads = sorted({found.case.threads for found in group})
        several = [count for count in threads if count > 1]
        rows: list[tuple[Cell, ...]] = []
        for label, one in grouped(group, lambda found: found.case.label).items():
            speeds = {found.case.threads: speed(found, statistic) for found in one}
            ups = speed_ups(one, statistic)
            rows.append((label, *map(speeds.get, threads), *map(ups.get, several)))
        columns = ("Name", *(f"T={n} MB/s" for n in threads), *(f"T={n} speed-up" for n in several))
        note = (
            f"{statistic.capitalize()} speeds; T = threads, speed-up over T=1. {memo_note(group)} "
            f"{inexact_note(group)}".strip()
        )
        tables.append(Table(f"Batch of {BATCH_MODES[mode]}: {model}, {corpus}", columns, tuple(rows), note))
    return tables


def speed_ups(one: list[Measurement], statistic: Statistic = "mean") -> dict[int, float]:
    """Threads -> speed relative to one thread, for one contender on one text; empty without a figure for one
    thread."""
    speeds = {found.case.threads: speed(found, statistic) for found in one}
    single = speeds.get(1)
    return {count: value / single for count, value in speeds.items() if value} if single else {}


def _panel(found: Measurement) -> tuple[str, str, str]:
    return found.case.model, found.case.corpus, found.case.mode
