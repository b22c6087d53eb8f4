"""How complete the run is, and how reliable its figures are."""

from __future__ import annotations

from ...benchmark.new_text import LEAST_BYTES
from ...benchmark.results import BenchmarkRun
from ..selection import Statistic, distinct, inexact_note, pick
from .wording import join, percent, scatter

__all__ = ["whole"]


def whole(run: BenchmarkRun, statistic: Statistic) -> list[str]:
    """Cases, scatter of the rounds, cases without a figure, inexact contenders."""
    timed = pick(run)
    if not timed:
        return ["Nothing has been measured."]
    rounds = sorted({len(found.seconds) for found in timed})
    words = str(rounds[-1]) if len(rounds) == 1 else f"{rounds[0]} to {rounds[-1]}"
    found = [f"Cases measured: {len(timed)}, rounds each: {words}. Speeds are {statistic}s."]
    if not run.finished:
        found.append("This run was not finished.")
    found += _regimes(run)
    if spread := scatter(timed):
        found.append(
            f"Between the fastest and the slowest round of one case lie {percent(spread)} of its mean (median over "
            "the cases); differences below that say little."
        )
    if missing := [item for item in run if item.problem and not item.seconds]:
        names = join(distinct(item.case.label for item in missing))
        found.append(f"Cases without a figure: {len(missing)} ({names}).")
    if note := inexact_note(timed):
        found.append(note)
    return found


def _regimes(run: BenchmarkRun) -> list[str]:
    """Which texts were new, and why the others were not."""
    timed = pick(run)
    new = distinct(found.case.corpus for found in timed if found.regime == "new")
    warm = distinct(found.case.corpus for found in timed if found.regime == "warm")
    sources = run.settings.get("corpus_sources", {})
    words = [f"New text: {name} ({sources.get(name, 'source not recorded')})." for name in new]
    if warm and run.settings.get("regime") == "new":
        words.append(
            f"Seen before in every round: {join(warm)}; new text takes a corpus of {LEAST_BYTES / 1e6:.0f} MB that "
            "does not repeat itself, such as python."
        )
    return words
