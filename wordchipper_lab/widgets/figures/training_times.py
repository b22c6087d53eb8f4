"""Curves of training time over vocabulary size, one for each generation."""

from __future__ import annotations

import plotly.graph_objects as go

from ...lab.training.tables import Crossover, TimeTable
from .drawing import empty_figure, escape, finish
from .palette import Scheme, marks

__all__ = ["training_times_figure"]


def training_times_figure(
    measured: TimeTable, crossover: Crossover | None = None, *, scheme: Scheme = "light"
) -> go.Figure:
    """Seconds from counted spans to merges; estimates are dotted, a crossover is a vertical line.

    The time scale is logarithmic: equal distances are equal factors. Generations that merge the same way
    share a curve.

    >>> from wordchipper_lab.lab.training.tables import measure_times
    >>> len(training_times_figure(measure_times("low", ["low lower"], [257, 258], ["naive", "heap"])).data)
    2
    """
    curves = [g for g in measured.generations if g.trainer != "parallel" or len(measured.generations) == 1]
    if not curves or not any(curve.merging.seconds for curve in curves):
        return empty_figure("Nothing was measured.", scheme)
    figure = go.Figure()
    for name, mark in marks([curve.trainer for curve in curves]).items():
        pace = next(curve.merging for curve in curves if curve.trainer == name)
        label = "incremental, parallel" if name == "incremental" else name
        for start, end, dash in ((0, pace.measured, "solid"), (max(pace.measured - 1, 0), None, "dot")):
            sizes, seconds = measured.vocab_sizes[start:end], pace.seconds[start:end]
            if not sizes or (dash == "dot" and pace.measured == len(measured.vocab_sizes)):
                continue
            figure.add_scatter(
                x=sizes,
                y=seconds,
                name=escape(label),
                legendgroup=name,
                showlegend=dash == "solid" or not pace.measured,
                mode="lines+markers",
                line={"color": mark.color, "dash": dash},
                marker={"symbol": mark.symbol, "size": 9},
                hovertemplate="%{x:,}: %{y:.3g} s" + (" (estimated)" if dash == "dot" else ""),
            )
    if crossover is not None and crossover.vocab_size is not None:
        figure.add_vline(
            x=crossover.vocab_size,
            line_dash="dash",
            annotation_text=escape(f"{crossover.later} from {crossover.vocab_size:,.0f}"),
        )
    figure.update_xaxes(title_text="vocabulary size")
    figure.update_yaxes(type="log", title_text="seconds (logarithmic)")
    return finish(figure, f"Time to merge: {measured.corpus.title}", scheme, 460)
