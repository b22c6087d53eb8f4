"""A table of the paper, filled with figures of a run on this machine."""

from __future__ import annotations

from dataclasses import replace

from ...arguments import checked, instance_of
from ...tokenizer import AUTO_ENCODER, AUTO_LEXER
from ..benchmark.results import OURS, BenchmarkRun, Measurement
from ..benchmark.strategies import STRATEGIES
from ..reports.encoders import relative_speeds
from ..reports.selection import Statistic, a_run, a_statistic, distinct, pick, speed
from .machines import this_machine
from .tables import MIB, PaperRow, PaperTable

__all__ = ["DEFAULT_ROW", "a_table", "here"]

DEFAULT_ROW = "this package's default, memo warm"
"""An additional row in tables of speeds: what a `Tokenizer` uses if nothing is chosen."""

RETENTION_CORPORA = ("english", "diverse")

a_table = instance_of("a PaperTable, such as paper_table(1)", PaperTable)


@checked(table=a_table, run=a_run, statistic=a_statistic)
def here(table: PaperTable, run: BenchmarkRun, statistic: Statistic = "mean") -> PaperTable:
    """`table` with the figures of `run` in place of the paper's: same rows, same unit, the threads that were measured.

    Any run will do, from `measure_table` or `run_benchmark`; what it did not measure is ``None``. As the paper's engine
    has no memo of spans, ours are those with memo off. Batches of documents are used if there are any, single texts
    (``encode_array``) otherwise, and always for table 3; of several texts, the first.

    >>> from wordchipper_lab.lab.paper import paper_table
    >>> here(paper_table(1), BenchmarkRun({}, {}, "2026-01-01T00:00:00Z")).threads
    ()
    """
    found = _measurements(table, run)
    threads = tuple(sorted({item.case.threads for item in found}))
    middle = {"relative": (statistic,), "retention": ("English", "diverse", "D/E")}
    filled = replace(
        table,
        threads=threads,
        statistics=middle.get(table.kind, ("min", statistic, "max")),
        texts=_texts(found),
        language="Python",
        machine=this_machine(run.machine),
        note=f"Over the rounds: {statistic}. The memo of spans was off unless a row says otherwise.",
        is_printed=False,
    )
    rows = [*table.rows, PaperRow(DEFAULT_ROW, ())] if table.kind == "throughput" else table.rows
    return replace(filled, rows=tuple(_fill(filled, row, found, statistic) for row in rows))


def _measurements(table: PaperTable, run: BenchmarkRun) -> list[Measurement]:
    """What can be in the table: one mode, and one text (table 3: two)."""
    of_models = pick(run, model=table.models)
    if table.kind == "retention":
        return pick(of_models, mode="encode_array", corpus=RETENTION_CORPORA)
    found = pick(of_models, mode="batch") or pick(of_models, mode="encode_array")
    return pick(found, corpus=found[0].case.corpus) if found else []


def _texts(found: list[Measurement]) -> str:
    if not found:
        return "none measured"
    mode, names = found[0].case.mode, ", ".join(distinct(item.case.corpus for item in found))
    return f"{names}, in documents of about 5 kB" if mode == "batch" else f"{names}, text by text"


def _fill(table: PaperTable, row: PaperRow, found: list[Measurement], statistic: Statistic) -> PaperRow:
    figures: list[float | None] = []
    if table.kind == "retention":
        for model in table.models:
            sides = [_of_row(row, pick(found, model=model, corpus=corpus)) for corpus in RETENTION_CORPORA]
            english, diverse = (speed(side, statistic) for side in sides)
            figures += [english, diverse, diverse / english if english and diverse else None]
        return replace(row, figures=tuple(figures))
    for count in table.threads:
        group = pick(found, threads=count)
        one = _of_row(row, group)
        if table.kind == "relative":
            relative = relative_speeds(pick(group, contender=OURS, memo=False), statistic)
            figures.append(relative.get((row.lexer, row.encoder)))
        elif one is None:
            figures += [None] * 3
        else:
            middle = speed(one, statistic)
            figures += [value and value / MIB for value in (one.least, middle, one.most)]
    return replace(row, figures=tuple(figures))


def _of_row(row: PaperRow, group: list[Measurement]) -> Measurement | None:
    """The counterpart of a row in a group of one vocabulary, text, mode and number of threads."""
    if row.name == DEFAULT_ROW:
        wanted = pick(group, contender=OURS, memo=True, lexer=AUTO_LEXER, encoder=AUTO_ENCODER)
    elif row.peer:
        wanted = pick(group, contender=row.peer)
    elif row.strategy:
        wanted = pick(group, contender=f"{row.strategy} + {row.lexer}", memo=False)
        if not wanted and row.strategy == next(iter(STRATEGIES)):  # our own pool is what any batch uses
            wanted = pick(group, contender=OURS, lexer=row.lexer, encoder="bpe_backtrack", memo=False)
    elif row.lexer:
        wanted = pick(group, contender=OURS, lexer=row.lexer, encoder=row.encoder, memo=False)
    else:
        wanted = []
    return next((found for found in wanted if found.exact is not False), None)
