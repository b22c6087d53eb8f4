"""The speed of each contender: slowest, mean, median and fastest round by threads (the paper's tables 4 to
11)."""

from __future__ import annotations

from ..benchmark.results import BenchmarkRun, Measurement
from .selection import grouped, inexact_note, memo_note, pick
from .table import Cell, Table

__all__ = ["throughput"]


def throughput(run: BenchmarkRun) -> list[Table]:
    """One table per vocabulary, corpus and mode: every contender's MB/s by number of threads.

    >>> throughput(BenchmarkRun({}, {}, "2026-01-01T00:00:00Z"))
    []
    """
    tables = []
    encoded = (found for found in pick(run) if found.case.mode != "spans")
    for (model, corpus, mode), group in grouped(encoded, _panel).items():
        threads = sorted({found.case.threads for found in group})
        columns = [f"T={count} {name} MB/s" for count in threads for name in ("min", "mean", "median", "max")]
        rows = tuple(
            (label, *(cell for count in threads for cell in _cells(pick(one, threads=count))))
            for label, one in grouped(group, lambda found: found.case.label).items()
        )
        note = f"Over the rounds; T = threads. {memo_note(group)} {inexact_note(group)}".strip()
        tables.append(Table(f"Throughput: {model}, {corpus}, {mode}", ("Name", *columns), rows, note))
    return tables


def _panel(found: Measurement) -> tuple[str, str, str]:
    return found.case.model, found.case.corpus, found.case.mode


def _cells(found: list[Measurement]) -> tuple[Cell, Cell, Cell, Cell]:
    if not found:
        return None, None, None, None
    return found[0].least, found[0].mean, found[0].median, found[0].most
