"""What a contender needs before and during its work."""

from __future__ import annotations

from ..benchmark.results import BenchmarkRun, Memory
from .table import Cell, Table

__all__ = ["memory_table"]


def memory_table(run: BenchmarkRun) -> list[Table]:
    """One table: seconds to import and to the first ids, memory in MB, allocations of a call.

    >>> memory_table(BenchmarkRun({}, {}, "2026-01-01T00:00:00Z"))
    []
    """
    rows = tuple((found.contender, found.model, *_figures(found)) for found in run.memory)
    columns = (
        "Name",
        "Vocabulary",
        "Import s",
        "First ids s",
        "RSS MB",
        "Peak RSS MB",
        "Blocks held after a call",
        "Kernel allocations in a call",
    )
    notes = [
        "Each in a separate process; a call encodes 100 kB. Blocks are Python's and NumPy's.",
        "Compare the first ids, which include the import: an import may defer loading until the first use.",
    ]
    notes += [f"{found.contender}, {found.model}: {found.problem}." for found in run.memory if found.problem]
    return [Table("Start and memory", columns, rows, " ".join(notes))] if rows else []


def _figures(found: Memory) -> tuple[Cell, ...]:
    if found.problem:
        return (None,) * 6
    sizes = (found.rss_bytes / 1e6, found.peak_bytes / 1e6)
    seconds = (found.import_seconds, found.first_ids_seconds)
    return *seconds, *sizes, found.call_allocations, found.kernel_allocations
