"""The vocabulary size from which one generation overtakes another: the heap the inverted index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...reports.table import Table
from .times import GenerationTimes, TimeTable

__all__ = ["FINE_SIZES", "Crossover", "crossover_table", "find_crossover"]

FINE_SIZES = (300, 400, 500, 750, 1000, 1250, 1500, 1750, 2000, 2500, 3000, 4000, 5000)
"""Vocabulary sizes close enough to interpolate between."""


@dataclass(frozen=True)
class Crossover:
    """``vocab_size`` from which on `later` is faster; None if it never is (``later_wins`` false), or always."""

    corpus: str
    earlier: str
    later: str
    vocab_size: float | None
    later_wins: bool


def find_crossover(
    measured: TimeTable, earlier: str = "inverted_index", later: str = "heap", *, merging_only: bool = True
) -> Crossover:
    """Where the two curves last cross, interpolated linearly between the measured sizes.

    Counting takes the same time for both, and including two measurements of it would only add their scatter,
    so it is left out.
    """
    first, second = (_curve(measured, name, merging_only) for name in (earlier, later))
    gaps = [  # positive where `later` takes less time
        (size, a - b)
        for size, a, b in zip(measured.vocab_sizes, first, second, strict=True)
        if a is not None and b is not None
    ]
    if not gaps or gaps[-1][1] <= 0:
        return Crossover(measured.corpus.name, earlier, later, None, False)
    at = len(gaps) - 1
    while at > 0 and gaps[at - 1][1] > 0:
        at -= 1
    if at == 0:
        return Crossover(measured.corpus.name, earlier, later, None, True)
    (size, gap), (next_size, next_gap) = gaps[at - 1], gaps[at]
    crossing = size + (next_size - size) * -gap / (next_gap - gap)
    return Crossover(measured.corpus.name, earlier, later, crossing, True)


def _curve(measured: TimeTable, trainer: str, merging_only: bool) -> Sequence[float | None]:
    found: GenerationTimes = next(g for g in measured.generations if g.trainer == trainer)
    n = found.merging.measured
    if merging_only:
        return [*found.merging.seconds[:n], *[None] * (len(measured.vocab_sizes) - n)]
    return [found.total(at) if at < n else None for at in range(len(measured.vocab_sizes))]


def crossover_table(crossovers: Sequence[Crossover], smallest: int = FINE_SIZES[0]) -> Table:
    """One row per corpus."""
    rows = tuple((found.corpus, found.earlier, found.later, _words(found, smallest)) for found in crossovers)
    return Table("Crossover", ("Corpus", "At first faster", "Then faster", "From vocabulary"), rows)


def _words(found: Crossover, smallest: int) -> str:
    if not found.later_wins:
        return "never in these sizes"
    return f"below {smallest:,}" if found.vocab_size is None else f"{found.vocab_size:,.0f}"
