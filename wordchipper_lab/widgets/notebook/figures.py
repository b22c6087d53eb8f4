"""Plotly figures in a notebook that was run: drawn by plotly.js, which the page has once."""

from __future__ import annotations

from typing import Any

__all__ = ["draw_figures"]

_TYPE = "application/vnd.plotly.v1+json"
_HEIGHT = "525px"  # as in JupyterLab


def draw_figures(notebook: Any) -> str:
    """Give the figures among the outputs HTML that draws them; returns what that needs in the head of the page.

    Plotly's own HTML for notebooks asks another machine for MathJax.
    """
    outputs = (output for cell in notebook.cells for output in cell.get("outputs", ()))
    figures = [output for output in outputs if _TYPE in output.get("data", ())]
    if not figures:
        return ""
    from plotly.io import to_html
    from plotly.offline import get_plotlyjs

    for output in figures:
        drawn = to_html(
            output.data[_TYPE],
            include_plotlyjs=False,
            include_mathjax=False,
            full_html=False,
            default_height=_HEIGHT,
            validate=False,
        )
        output.data = {"text/html": drawn}
    return f"<script>\n{get_plotlyjs()}\n</script>\n"
