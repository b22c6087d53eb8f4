"""The speed of each contender: slowest, mean, median and fastest round by threads (the paper's tables 4 to
11)."""

from __future__ import annotations

from ..benchmark.results import BenchmarkRun, Case, Measurement
from .ranking import places
from .selection import grouped, inexact_note, memo_note, pick, regime_words
from .table import Cell, Table

__all__ = ["throughput"]


_FIGURES = ("min MB/s", "mean MB/s", "median MB/s", "max MB/s", "place")
_AGAIN = "seen before MB/s"
_GROWN = "memory grown MB"


def throughput(run: BenchmarkRun) -> list[Table]:
    """One table per vocabulary, corpus and mode: every contender's place and MB/s by number of threads.

    For new text also the median when the same documents come again, and the memory that encoding them adds.

    >>> throughput(BenchmarkRun({}, {}, "2026-01-01T00:00:00Z"))
    []
    """
    tables = []
    encoded = (found for found in pick(run) if found.case.mode != "spans")
    for (model, corpus, mode), group in grouped(encoded, _panel).items():
        threads = sorted({found.case.threads for found in group})
        regime = group[0].regime
        figures = (*_FIGURES, _AGAIN) if regime == "new" else _FIGURES
        columns = [f"T={count} {name}" for count in threads for name in figures]
        grown = {
            found.case.label: found.grown_bytes / 1e6 for found in group if found.grown_bytes is not None
        }
        place = {
            case: str(found)
            for one in grouped(group, _threads).values()
            for case, found in places(one).items()
        }
        rows = tuple(
            (
                label,
                *(
                    cell
                    for count in threads
                    for cell in _cells(pick(one, threads=count), place, len(figures))
                ),
                *([grown.get(label)] if grown else []),
            )
            for label, one in grouped(group, lambda found: found.case.label).items()
        )
        tied = _tied_note(regime) if any("=" in name for name in place.values()) else ""
        columns += [_GROWN] if grown else []
        notes = ("Over the rounds; T = threads.", tied, memo_note(group), inexact_note(group))
        note = " ".join(filter(None, notes))
        title = f"Throughput: {model}, {corpus}, {mode}, {regime_words(regime)}"
        tables.append(Table(title, ("Name", *columns), rows, note))
    return tables


def _panel(found: Measurement) -> tuple[str, str, str]:
    return found.case.model, found.case.corpus, found.case.mode


def _threads(found: Measurement) -> int:
    return found.case.threads


def _tied_note(regime: str) -> str:
    why = "neither is faster in every round" if regime == "new" else "their rounds overlap"
    return f"Places with = are tied: {why}."


def _cells(found: list[Measurement], place: dict[Case, str], count: int) -> tuple[Cell, ...]:
    if not found:
        return (None,) * count
    one = found[0]
    return (one.least, one.mean, one.median, one.most, place.get(one.case), one.warm)[:count]
