"""The lexers alone, and their share of the encoding time."""

from __future__ import annotations

from ..benchmark.results import OURS, BenchmarkRun, Measurement
from .selection import Statistic, distinct, grouped, memo_words, pick, speed
from .table import Cell, Table

__all__ = ["lexer_share", "spanning"]


def spanning(run: BenchmarkRun) -> list[Table]:
    """One table per vocabulary: each lexer's slowest, mean, median and fastest round in MB/s, by corpus.

    >>> spanning(BenchmarkRun({}, {}, "2026-01-01T00:00:00Z"))
    []
    """
    tables = []
    for model, group in grouped(pick(run, mode="spans"), lambda found: found.case.model).items():
        corpora = distinct(found.case.corpus for found in group)
        columns = [f"{corpus} {name} MB/s" for corpus in corpora for name in ("min", "mean", "median", "max")]
        rows = tuple(
            (name, *(cell for corpus in corpora for cell in _cells(pick(one, corpus=corpus))))
            for name, one in grouped(group, _lexer_name).items()
        )
        tables.append(Table(f"Spanning alone: {model}", ("Lexer", *columns), rows, "Over the rounds."))
    return tables


def lexer_share(run: BenchmarkRun, statistic: Statistic = "median") -> list[Table]:
    """One table per vocabulary, corpus and memo: the lexer's share of the time to encode.

    The share is seconds per byte of spanning alone divided by those of ``encode_array``, both on one thread.
    They are separate measurements, so a share may be slightly above 1, and with means one disturbed round can
    put it far above.
    """
    tables = []
    ours = pick(run, contender=OURS, mode="encode_array", threads=1)
    for (model, corpus, memo), group in grouped(ours, _panel).items():
        rows = []
        for found in group:
            case = found.case
            alone = pick(
                run, contender=OURS, mode="spans", model=model, corpus=corpus, lexer=case.lexer, threads=1
            )
            lexer, whole = speed(alone[0] if alone else None, statistic), speed(found, statistic)
            if lexer and whole:
                rows.append((case.lexer, case.encoder, lexer, whole, whole / lexer))
        if rows:
            title = f"The lexer's part of the time: {model}, {corpus}, {memo_words(memo)}"
            columns = ("Lexer", "Encoder", "Spanning MB/s", "Encoding MB/s", "Lexer's part")
            tables.append(Table(title, columns, tuple(rows), f"{statistic.capitalize()} speeds, one thread."))
    return tables


def _lexer_name(found: Measurement) -> str:
    name = found.case.lexer or found.case.contender
    return name if found.case.threads == 1 else f"{name}, {found.case.threads} threads"


def _panel(found: Measurement) -> tuple[str, str, bool]:
    return found.case.model, found.case.corpus, found.case.memo


def _cells(found: list[Measurement]) -> tuple[Cell, Cell, Cell, Cell]:
    if not found:
        return None, None, None, None
    return found[0].least, found[0].mean, found[0].median, found[0].most
