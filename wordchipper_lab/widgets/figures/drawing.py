"""Common parts of all figures: a setting to draw, and a message if there is nothing to draw."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import plotly.graph_objects as go

from ...lab.benchmark.results import Measurement
from ...lab.reports.selection import pick
from .palette import Scheme, template

__all__ = ["empty_figure", "escape", "finish", "settle"]


def settle(measurements: Iterable[Measurement], **wanted: Any) -> tuple[list[Measurement], dict[str, Any]]:
    """The measurements in the setting `wanted`; ``None`` values are taken from the first measurement that
    fits.

    Returns them with the complete setting; returns no measurements and `wanted` unchanged if nothing fits.
    """
    found = pick(measurements, **wanted)
    if not found:
        return [], wanted
    setting = {name: getattr(found[0].case, name) for name in wanted}
    return pick(found, **setting), setting


def empty_figure(message: str, scheme: Scheme) -> go.Figure:
    """A figure that says why it shows nothing."""
    figure = go.Figure(layout={"template": template(scheme), "height": 160})
    figure.update_xaxes(visible=False)
    figure.update_yaxes(visible=False)
    return figure.add_annotation(text=message, showarrow=False, x=0.5, y=0.5, xref="paper", yref="paper")


def finish(figure: go.Figure, title: str, scheme: Scheme, height: int) -> go.Figure:
    """Title, size and look."""
    return figure.update_layout(title_text=escape(title), template=template(scheme), height=height)


def escape(text: str) -> str:
    """Text as literal text: plotly interprets some HTML tags in titles and labels."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
