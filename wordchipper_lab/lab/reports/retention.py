"""The speed that remains on diverse text (the paper's table 3)."""

from __future__ import annotations

from ..benchmark.results import BenchmarkRun, Measurement
from .selection import (
    ENCODING_MODES,
    Statistic,
    distinct,
    grouped,
    inexact_note,
    memo_note,
    pick,
    speed,
    thread_words,
)
from .table import Cell, Table

__all__ = ["retention"]


def retention(
    run: BenchmarkRun, statistic: Statistic = "mean", english: str = "english", diverse: str = "diverse"
) -> list[Table]:
    """One table per mode and number of threads: each contender's MB/s on `english` and `diverse`, and D/E, by
    vocabulary.

    D/E is the speed on `diverse` divided by that on `english`. There is no table unless both were measured.

    >>> retention(BenchmarkRun({}, {}, "2026-01-01T00:00:00Z"))
    []
    """
    tables = []
    both = pick(run, mode=ENCODING_MODES, corpus=(english, diverse))
    for (mode, threads), group in grouped(both, lambda found: (found.case.mode, found.case.threads)).items():
        models = distinct(found.case.model for found in group)
        columns = ["Name"]
        for model in models:
            columns += [f"{model} {english} MB/s", f"{model} {diverse} MB/s", f"{model} D/E"]
        rows = tuple(
            (label, *(cell for model in models for cell in _cells(one, model, english, diverse, statistic)))
            for label, one in grouped(group, lambda found: found.case.label).items()
        )
        if any(cell is not None for row in rows for cell in row[3::3]):
            title = f"{english.capitalize()} and {diverse} text: {mode}, {thread_words(threads)}"
            speeds = f"{statistic.capitalize()} speeds; D/E = {diverse} over {english}."
            note = f"{speeds} {memo_note(group)} {inexact_note(group)}".strip()
            tables.append(Table(title, tuple(columns), rows, note))
    return tables


def _cells(
    one: list[Measurement], model: str, english: str, diverse: str, statistic: Statistic
) -> tuple[Cell, Cell, Cell]:
    found = {item.case.corpus: item for item in pick(one, model=model)}
    e, d = speed(found.get(english), statistic), speed(found.get(diverse), statistic)
    return e, d, d / e if e and d else None
