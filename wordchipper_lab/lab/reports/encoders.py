"""Span encoders relative to the fastest with their lexer (the paper's tables 1 and 2)."""

from __future__ import annotations

from ..benchmark.results import OURS, BenchmarkRun, Measurement
from .selection import ENCODING_MODES, Statistic, distinct, grouped, memo_words, pick, speed
from .table import Table

__all__ = ["encoder_relative", "relative_speeds"]


def encoder_relative(run: BenchmarkRun, statistic: Statistic = "mean") -> list[Table]:
    """One table per vocabulary, corpus, mode and memo: relative speed of lexer and encoder, by threads.

    1.00 is the fastest encoder of that lexer at that number of threads. Combinations in which no lexer was measured
    with two encoders are left out.

    >>> encoder_relative(BenchmarkRun({}, {}, "2026-01-01T00:00:00Z"))
    []
    """
    tables = []
    ours = pick(run, contender=OURS, mode=ENCODING_MODES)
    for (model, corpus, mode, memo), group in grouped(ours, _panel).items():
        threads = sorted({found.case.threads for found in group})
        relative = {count: relative_speeds(pick(group, threads=count), statistic) for count in threads}
        rows = [
            (lexer, encoder, *(relative[count].get((lexer, encoder)) for count in threads))
            for lexer, encoder in _lexer_by_lexer(group)
        ]
        if len(rows) > len({lexer for lexer, *_ in rows}):
            title = (
                f"Encoders beside the fastest of their lexer: {model}, {corpus}, {mode}, {memo_words(memo)}"
            )
            columns = ("Lexer", "Encoder", *(f"T={count}" for count in threads))
            note = f"Relative {statistic} speed; T = threads."
            tables.append(Table(title, columns, tuple(rows), note))
    return tables


def relative_speeds(group: list[Measurement], statistic: Statistic = "mean") -> dict[tuple[str, str], float]:
    """(lexer, encoder) -> speed relative to the lexer's fastest encoder; `group` contains each pair once."""
    speeds = {(found.case.lexer, found.case.encoder): speed(found, statistic) or 0.0 for found in group}
    fastest: dict[str, float] = {}
    for (lexer, _), value in speeds.items():
        fastest[lexer] = max(value, fastest.get(lexer, 0.0))
    return {pair: value / fastest[pair[0]] for pair, value in speeds.items()}


def _panel(found: Measurement) -> tuple[str, str, str, bool]:
    return found.case.model, found.case.corpus, found.case.mode, found.case.memo


def _lexer_by_lexer(group: list[Measurement]) -> list[tuple[str, str]]:
    pairs = distinct((found.case.lexer, found.case.encoder) for found in group)
    lexers = distinct(lexer for lexer, _ in pairs)
    return sorted(pairs, key=lambda pair: lexers.index(pair[0]))
