"""Which contenders' results were right, and which cases have no figure."""

from __future__ import annotations

from ..benchmark.results import BenchmarkRun
from .selection import distinct
from .table import Cell, Table

__all__ = ["exactness", "problems"]


def exactness(run: BenchmarkRun) -> list[Table]:
    """One table: how many cases of each contender and vocabulary gave the same results as the reference.

    >>> exactness(BenchmarkRun({}, {}, "2026-01-01T00:00:00Z"))
    []
    """
    rows: list[tuple[Cell, ...]] = []
    for label, model in distinct((found.case.label, found.case.model) for found in run):
        cases = [found for found in run if (found.case.label, found.case.model) == (label, model)]
        verdicts = [found.exact for found in cases]
        counts = [verdicts.count(verdict) for verdict in (True, False, None)]
        failed = sum(bool(found.problem) for found in cases)
        rows.append((label, model, len(cases), *counts, failed))
    columns = ("Name", "Vocabulary", "Cases", "Exact", "Not exact", "Not compared", "Problems")
    return [Table("Exactness", columns, tuple(rows))] if rows else []


def problems(run: BenchmarkRun) -> list[Table]:
    """One table of the cases that went wrong: results that differ from the reference, or no figure and the
    reason."""
    rows = []
    for found in run:
        case = found.case
        if found.problem or found.exact is False:
            why = found.problem or "its results are not the reference's"
            rows.append((case.label, case.model, case.corpus, case.mode, case.threads, why))
    columns = ("Name", "Vocabulary", "Corpus", "Mode", "Threads", "Problem")
    return [Table("Problems", columns, tuple(rows))] if rows else []
