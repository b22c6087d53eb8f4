"""How many spans a merge affects, early and late: why an index pays off, and later a heap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean, median

from ....training import Merge
from ...reports.table import Table

__all__ = ["BANDS", "AffectedBand", "affected_table", "measure_affected"]

BANDS = (1, 100, 1000, 5000, 10000, 32000)
"""The article's bands, extended to a usual vocabulary size."""


@dataclass(frozen=True)
class AffectedBand:
    """Merges ``first`` to ``last`` (counted from 1): the spans they affected, of ``n_spans`` distinct
    ones."""

    first: int
    last: int
    mean: float
    median: float
    most: int
    n_spans: int

    @property
    def share(self) -> float:
        """The mean, as a share of the distinct spans."""
        return self.mean / self.n_spans if self.n_spans else 0.0


def measure_affected(
    merges: Sequence[Merge], n_spans: int, bands: Sequence[int] = BANDS
) -> list[AffectedBand]:
    """Sum up what each merge of any trainer reports.

    >>> merges = [Merge(97, 98, 256, 9, 9, affected) for affected in (8, 4, 2, 1)]
    >>> [(band.first, band.last, band.mean) for band in measure_affected(merges, 10, (1, 2, 9))]
    [(1, 2, 6), (3, 4, 1.5)]
    """
    found = []
    edges = [0, *(edge for edge in bands if edge > 1)]
    for low, high in zip(edges, [*edges[1:], len(merges)], strict=True):
        affected = [merge.affected for merge in merges[low : min(high, len(merges))]]
        if affected:
            found.append(
                AffectedBand(
                    low + 1,
                    low + len(affected),
                    mean(affected),
                    float(median(affected)),
                    max(affected),
                    n_spans,
                )
            )
    return found


def affected_table(corpus: str, bands: Sequence[AffectedBand]) -> Table:
    """One row per band of merges."""
    rows = tuple(
        (f"{band.first:,}-{band.last:,}", band.mean, band.median, band.most, 100 * band.share)
        for band in bands
    )
    return Table(f"Affected spans: {corpus}", ("Merge", "Mean A", "Median", "Most", "% of W"), rows)
