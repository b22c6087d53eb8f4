"""The gain from more threads."""

from __future__ import annotations

import plotly.graph_objects as go

from ...lab.benchmark.results import BenchmarkRun
from ...lab.reports.selection import BATCH_MODES, Statistic, grouped, speed
from .drawing import empty_figure, escape, finish, settle
from .palette import Scheme, marks

__all__ = ["threads_figure"]


def threads_figure(
    run: BenchmarkRun,
    *,
    model: str | None = None,
    corpus: str | None = None,
    mode: str | None = None,
    statistic: Statistic = "mean",
    scheme: Scheme = "light",
) -> go.Figure:
    """MB/s of a batch by number of threads; dotted: that many times the speed of one thread.

    ``None`` values are taken from the first batch that fits.

    >>> threads_figure(BenchmarkRun({}, {}, "2026-01-01T00:00:00Z")).layout.annotations[0].text
    'This run has no such batch.'
    """
    batches = (item for item in run if item.case.mode in BATCH_MODES)
    found, setting = settle(batches, model=model, corpus=corpus, mode=mode)
    if not found:
        return empty_figure("This run has no such batch.", scheme)
    lines = grouped(found, lambda item: item.case.label)
    mark_of = marks(list(lines))
    most = max(item.case.threads for item in found)
    figure = go.Figure()
    for name, items in lines.items():
        mark = mark_of[name]
        speeds = {item.case.threads: speed(item, statistic) or 0.0 for item in items}
        threads = sorted(speeds)
        figure.add_scatter(
            x=threads,
            y=[speeds[count] for count in threads],
            name=escape(name),
            mode="lines+markers",
            line={"color": mark.color},
            marker={"symbol": mark.symbol, "size": 9},
            hovertemplate="%{x} threads: %{y:.1f} MB/s",
        )
        if 1 in speeds and most > 1:
            figure.add_scatter(
                x=[1, most],
                y=[speeds[1], speeds[1] * most],
                mode="lines",
                line={"color": mark.color, "dash": "dot", "width": 1},
                hoverinfo="skip",
                showlegend=False,
            )
    figure.update_xaxes(title_text="threads", tickvals=sorted({item.case.threads for item in found}))
    figure.update_yaxes(title_text="MB/s", rangemode="tozero")
    title = f"Batch of {BATCH_MODES[setting['mode']]}: {setting['model']}, {setting['corpus']}"
    return finish(figure, title, scheme, 420)
