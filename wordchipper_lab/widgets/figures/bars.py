"""Bars of speed, with whiskers from the slowest to the fastest round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from ...lab.benchmark.results import Measurement
from ...lab.reports.selection import Statistic, speed
from .drawing import escape

__all__ = ["add_speed_bars"]


def add_speed_bars(
    figure: go.Figure, name: str, found: Sequence[Measurement], statistic: Statistic, **look: Any
) -> None:
    """Add a bar in MB/s for each measurement in `found`, and name their axis.

    `name`: in the legend; `look`: more about the bars, as plotly has it.

    >>> figure = go.Figure()
    >>> add_speed_bars(figure, "A", [], "mean")
    >>> figure.layout.xaxis.title.text
    'MB/s (mean; whiskers: slowest and fastest round)'
    """
    speeds = [speed(item, statistic) or 0.0 for item in found]
    figure.add_bar(
        name=name,
        orientation="h",
        y=[escape(item.case.label) for item in found],
        x=speeds,
        error_x={
            "type": "data",
            "symmetric": False,
            "array": [item.most - value for item, value in zip(found, speeds, strict=True)],
            "arrayminus": [value - item.least for item, value in zip(found, speeds, strict=True)],
            "thickness": 1.5,
        },
        hovertemplate="%{y}: %{x:.1f} MB/s<extra>" + name + "</extra>",
        **look,
    )
    figure.update_xaxes(
        title_text=f"MB/s ({statistic}; whiskers: slowest and fastest round)", rangemode="tozero"
    )
