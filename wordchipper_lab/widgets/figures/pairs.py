"""Two runs side by side: paired bars of the cases that both measured."""

from __future__ import annotations

import plotly.graph_objects as go

from ...lab.benchmark.results import BenchmarkRun
from ...lab.reports.selection import Statistic, pick
from .bars import add_speed_bars
from .drawing import empty_figure, finish, settle
from .palette import Scheme, marks

__all__ = ["pairs_figure"]


def pairs_figure(
    a: BenchmarkRun,
    b: BenchmarkRun,
    *,
    model: str | None = None,
    corpus: str | None = None,
    mode: str | None = None,
    threads: int | None = None,
    statistic: Statistic = "mean",
    scheme: Scheme = "light",
) -> go.Figure:
    """MB/s of the cases that `a` and `b` both measured; whiskers: slowest and fastest round.

    ``None`` values are taken from the first case that fits.

    >>> run = BenchmarkRun({}, {}, "2026-01-01T00:00:00Z")
    >>> pairs_figure(run, run).layout.annotations[0].text
    'These runs have no such case in common.'
    """
    theirs = {found.case: found for found in pick(b)}
    both = [found for found in a if found.case in theirs]
    found, setting = settle(both, model=model, corpus=corpus, mode=mode, threads=threads)
    if not found:
        return empty_figure("These runs have no such case in common.", scheme)
    figure = go.Figure()
    mark_of = marks(["A", "B"])
    for name, items in (("A", found), ("B", [theirs[item.case] for item in found])):
        mark = mark_of[name]
        marker = {"color": mark.color, "pattern": {"shape": mark.pattern}}
        add_speed_bars(figure, name, items, statistic, marker=marker)
    figure.update_yaxes(autorange="reversed")
    figure.update_layout(legend_traceorder="normal")
    title = "Runs A and B: {model}, {corpus}, {mode}".format(**setting)
    return finish(figure, title, scheme, 160 + 44 * len(found))
