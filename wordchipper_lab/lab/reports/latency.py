"""How long one call takes, by length of the prompt."""

from __future__ import annotations

from ..benchmark.results import BenchmarkRun, Latency
from .selection import distinct
from .table import Table

__all__ = ["latency_table"]


def latency_table(run: BenchmarkRun) -> list[Table]:
    """One table per vocabulary, corpus and mode: percentiles in microseconds of every contender and prompt
    length.

    >>> latency_table(BenchmarkRun({}, {}, "2026-01-01T00:00:00Z"))
    []
    """
    panels: dict[tuple[str, str, str], list[Latency]] = {}
    for found in run.latencies:
        panels.setdefault((found.case.model, found.case.corpus, found.case.mode), []).append(found)
    tables = []
    for (model, corpus, mode), group in panels.items():
        names = distinct(name for found in group for name in found.percentiles)
        group = sorted(group, key=lambda found: found.prompt_bytes)
        rows = tuple(
            (
                found.prompt_bytes,
                found.case.label,
                *(found.percentiles.get(name) for name in names),
                found.calls,
            )
            for found in group
        )
        columns = ("Prompt bytes", "Name", *(f"{name} µs" for name in names), "Calls")
        ids = "array" if mode == "latency_array" else "list"
        tables.append(Table(f"Latency of one call: {model}, {corpus}, ids as {ids}", columns, rows))
    return tables
