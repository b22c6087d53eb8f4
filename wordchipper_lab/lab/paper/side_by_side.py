"""The paper's figures and the reader's in one table."""

from __future__ import annotations

from ...arguments import checked
from ..benchmark.results import BenchmarkRun
from ..reports.selection import Statistic, a_run, a_statistic
from ..reports.table import Cell, Table
from .here import a_table, here
from .tables import PaperRow, PaperTable

__all__ = ["side_by_side"]


@checked(table=a_table, run=a_run, statistic=a_statistic)
def side_by_side(table: PaperTable, run: BenchmarkRun, statistic: Statistic = "mean") -> list[Table]:
    """The paper's figures beside those of `run` (see `here`): one table, or for table 3 one for each vocabulary.

    Of speeds, the means (or medians here) are shown; `PaperTable.to_table` has all. The note names both machines.

    >>> from wordchipper_lab.lab.paper import paper_table
    >>> (both,) = side_by_side(paper_table(5), BenchmarkRun({"cpu": "Some CPU"}, {}, "2026-01-01T00:00:00Z"))
    >>> both.columns
    ('Name', 'paper T=2', 'paper T=4', 'paper T=8', 'paper T=12')
    """
    ours = here(table, run, statistic)
    note = _note(table, ours)
    if table.kind != "retention":
        columns = [f"{side} T={count}" for side, one in _sides(table, ours) for count in one.threads]
        rows = [
            (
                row.name,
                *(
                    cell
                    for _, one in _sides(table, ours)
                    for cell in _cells(one, _named(one, row.name), one.threads)
                ),
            )
            for row in ours.rows
        ]
        title = f"Table {table.number}: {table.caption}"
        return [Table(title, (table.first_column, *columns), tuple(rows), note)]
    tables = []
    for model in table.models:
        columns = [f"{side} {name}" for side, one in _sides(table, ours) for name in one.statistics]
        rows = [
            (
                row.name,
                *(
                    one.figure(_named(one, row.name), model, name)
                    for _, one in _sides(table, ours)
                    for name in one.statistics
                ),
            )
            for row in ours.rows
        ]
        title = f"Table {table.number}, {model}: {table.caption}"
        tables.append(Table(title, (table.first_column, *columns), tuple(rows), note))
    return tables


def _sides(table: PaperTable, ours: PaperTable) -> tuple[tuple[str, PaperTable], tuple[str, PaperTable]]:
    return ("paper", table), ("here", ours)


def _named(table: PaperTable, name: str) -> PaperRow:
    """The row of that name; one without figures if the paper has none."""
    missing = PaperRow(name, (None,) * len(table.columns))
    return next((row for row in table.rows if row.name == name), missing)


def _cells(table: PaperTable, row: PaperRow, threads: tuple[int, ...]) -> list[Cell]:
    statistic = table.statistics[len(table.statistics) // 2]
    return [table.figure(row, count, statistic) for count in threads]


def _note(table: PaperTable, ours: PaperTable) -> str:
    language = f", from {table.language}" if table.language else ""
    return (
        f"{table.unit[0].upper()}{table.unit[1:]}. Paper: {table.machine or 'machine not stated'}{language}; "
        f"{table.texts}. {table.note} Here: {ours.machine}; {ours.texts}. {ours.note}"
    )
