"""The colour-blind-safe palette of Okabe and Ito, marks that go with it, and a light and a dark template."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import plotly.graph_objects as go

__all__ = ["HUES", "Mark", "Scheme", "marks", "template"]

Scheme = Literal["light", "dark"]

HUES = ("#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#0072b2", "#d55e00", "#999999")
"""The first four are those of the views (web/shared/palette.js). Yellow is left out: it cannot be seen on white."""

_SYMBOLS = ("circle", "square", "diamond", "triangle-up", "x", "cross", "star", "hexagon", "triangle-down")
_PATTERNS = ("", "/", ".", "x", "-", "|", "+", "\\")

_GROUNDS: dict[Scheme, tuple[str, str, str]] = {
    "light": ("#ffffff", "#1a1a1a", "#d9d9d9"),
    "dark": ("#111111", "#f2f2f2", "#444444"),
}
"""Ground, ink and grid."""


@dataclass(frozen=True)
class Mark:
    """What distinguishes one name, with and without colour: its hue, the symbol on its line, the pattern in
    its bars."""

    color: str
    symbol: str
    pattern: str


def marks(names: Sequence[str]) -> dict[str, Mark]:
    """A mark for each name, by its position among `names`; the combination of hue and symbol repeats only
    after 63.

    >>> marks(["a", "b"])["b"]
    Mark(color='#e69f00', symbol='square', pattern='/')
    """
    return {
        name: Mark(HUES[at % len(HUES)], _SYMBOLS[at % len(_SYMBOLS)], _PATTERNS[at % len(_PATTERNS)])
        for at, name in enumerate(names)
    }


def template(scheme: Scheme = "light") -> go.layout.Template:
    """The look of all figures on a light or a dark page.

    >>> template("dark").layout.paper_bgcolor
    '#111111'
    """
    ground, ink, grid = _GROUNDS[scheme]
    axis = {"gridcolor": grid, "zerolinecolor": grid, "linecolor": ink, "automargin": True}
    return go.layout.Template(
        layout={
            "paper_bgcolor": ground,
            "plot_bgcolor": ground,
            "font": {"color": ink, "family": "system-ui, sans-serif", "size": 13},
            "title": {"x": 0, "xanchor": "left", "xref": "container", "pad": {"l": 12}, "font": {"size": 15}},
            "colorway": HUES,
            "xaxis": axis,
            "yaxis": axis,
            "margin": {"l": 60, "r": 20, "t": 60, "b": 50},
        }
    )
