"""What a table of the paper says, and what the same table says here, in sentences."""

from __future__ import annotations

from ...arguments import checked
from ..benchmark.results import BenchmarkRun
from ..reports.findings.wording import span_of
from ..reports.selection import Statistic, a_run, a_statistic, distinct
from .here import DEFAULT_ROW, a_table, here
from .tables import PaperTable

__all__ = ["compare_in_words"]

_BESIDE = "tiktoken"
"""The row to which tables of speeds are related, as in the paper's text."""


@checked(table=a_table, run=a_run, statistic=a_statistic)
def compare_in_words(table: PaperTable, run: BenchmarkRun, statistic: Statistic = "mean") -> list[str]:
    """One sentence for each lexer (table 3: and vocabulary), or for each row of speeds.

    Relative: the encoder that is furthest behind with that lexer. Retention: the range of D/E. Speeds: how many times
    tiktoken's, at the fewest threads. Nothing where this run has no figures.

    >>> from wordchipper_lab.lab.paper import paper_table
    >>> compare_in_words(paper_table(1), BenchmarkRun({}, {}, "2026-01-01T00:00:00Z"))
    []
    """
    ours = here(table, run, statistic)
    if table.kind == "throughput":
        return _beside_tiktoken(table, ours)
    return _spreads(table, ours) if table.kind == "relative" else _retentions(table, ours)


def _spreads(table: PaperTable, ours: PaperTable) -> list[str]:
    sentences = []
    for lexer in distinct(row.lexer for row in table.rows):
        sides = [_slowest(one, lexer) for one in (table, ours)]
        if all(sides):
            sentences.append(
                f"With {lexer}, the encoder furthest behind had {sides[0]} of the speed of the fastest in the paper; "
                f"here {sides[1]}."
            )
    return sentences


def _slowest(table: PaperTable, lexer: str) -> str:
    found = [
        (value, row.encoder, count)
        for row in table.rows
        if row.lexer == lexer
        for count, value in zip(table.threads, row.figures, strict=True)
        if value is not None
    ]
    if not found:
        return ""
    value, encoder, count = min(found)
    return f"{value:.2f} ({encoder}, T={count})"


def _retentions(table: PaperTable, ours: PaperTable) -> list[str]:
    sentences = []
    for model in table.models:
        for lexer in distinct(row.lexer for row in table.rows if row.lexer):
            sides = [_kept(one, model, lexer) for one in (table, ours)]
            if all(sides):
                sentences.append(
                    f"{model} under {lexer}: of the speed on English, {span_of(sides[0])} was left on diverse text in "
                    f"the paper; here {span_of(sides[1])}."
                )
    return sentences


def _kept(table: PaperTable, model: str, lexer: str) -> dict[str, float]:
    found = {row.encoder: table.figure(row, model, "D/E") for row in table.rows if row.lexer == lexer}
    return {encoder: value for encoder, value in found.items() if value is not None}


def _beside_tiktoken(table: PaperTable, ours: PaperTable) -> list[str]:
    sentences = []
    printed = _times(table)
    for name, here_words in _times(ours).items():
        if name in printed:
            sentences.append(f"{name}: {printed[name]} tiktoken's speed in the paper; here {here_words}.")
        elif name == DEFAULT_ROW:
            sentences.append(f"{name}: {here_words} tiktoken's speed here; the paper has no such row.")
    return sentences


def _times(table: PaperTable) -> dict[str, str]:
    """Row -> "8.6 times (T=4)": its speed over tiktoken's, at the fewest threads at which both were measured."""
    middle = table.statistics[1]
    beside = next((row for row in table.rows if row.peer == _BESIDE), None)
    words = {}
    for row in table.rows if beside else ():
        for count in table.threads:
            value, other = table.figure(row, count, middle), table.figure(beside, count, middle)
            if value and other and row is not beside:
                words[row.name] = f"{value / other:.1f} times (T={count})"
                break
    return words
