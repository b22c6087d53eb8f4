"""Bars of throughput, with whiskers from the slowest to the fastest round."""

from __future__ import annotations

import plotly.graph_objects as go

from ...lab.benchmark.results import BenchmarkRun
from ...lab.reports.selection import Statistic, distinct, pick, thread_words
from .bars import add_speed_bars
from .drawing import empty_figure, escape, finish, settle
from .palette import Scheme, marks

__all__ = ["throughput_figure"]


def throughput_figure(
    run: BenchmarkRun,
    *,
    model: str | None = None,
    corpus: str | None = None,
    mode: str | None = None,
    threads: int | None = None,
    statistic: Statistic = "mean",
    scheme: Scheme = "light",
) -> go.Figure:
    """MB/s of every contender, with a bar for each number of threads; whiskers: slowest and fastest round.

    ``None`` values are taken from the first measurement that fits (for spanning alone only if requested);
    ``threads``: all of them.

    >>> throughput_figure(BenchmarkRun({}, {}, "2026-01-01T00:00:00Z")).layout.annotations[0].text
    'This run has no such throughput.'
    """
    asked = (item for item in run if mode or item.case.mode != "spans")
    found, setting = settle(asked, model=model, corpus=corpus, mode=mode)
    if threads is not None:
        found = pick(found, threads=threads)
    if not found:
        return empty_figure("This run has no such throughput.", scheme)
    labels = distinct(item.case.label for item in found)
    counts = sorted({item.case.threads for item in found})
    mark_of = marks([thread_words(count) for count in counts])
    figure = go.Figure()
    for count in counts:
        name, items = thread_words(count), pick(found, threads=count)
        mark = mark_of[name]
        add_speed_bars(
            figure,
            name,
            items,
            statistic,
            texttemplate="%{x:.1f}",
            textposition="inside",
            insidetextanchor="start",
            textangle=0,
            marker={
                "color": mark.color,
                "pattern": {"shape": mark.pattern, "fillmode": "overlay", "fgopacity": 0.4},
            },
        )
    figure.update_yaxes(categoryorder="array", categoryarray=[escape(label) for label in reversed(labels)])
    figure.update_layout(showlegend=len(counts) > 1, bargap=0.25)
    figure.update_layout(uniformtext={"minsize": 9, "mode": "hide"})
    title = "Throughput: {model}, {corpus}, {mode}".format(**setting)
    return finish(figure, title, scheme, 140 + 26 * len(found))
