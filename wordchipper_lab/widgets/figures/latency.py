"""Curves of latency: percentiles by prompt length."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from ...lab.benchmark.results import BenchmarkRun, Latency
from .drawing import empty_figure, escape, finish
from .palette import Scheme, marks

__all__ = ["latency_figure"]

_DASHES = ("solid", "dash", "dot", "dashdot")


def latency_figure(
    run: BenchmarkRun,
    *,
    model: str | None = None,
    corpus: str | None = None,
    mode: str | None = None,
    percentiles: Sequence[str] = ("p50", "p99"),
    scheme: Scheme = "light",
) -> go.Figure:
    """Microseconds per call by prompt length, both scales logarithmic; one line for each contender and
    percentile.

    ``None`` values are taken from the first latency that fits; ``mode``, "latency" (lists) or "latency_array": both.

    >>> latency_figure(BenchmarkRun({}, {}, "2026-01-01T00:00:00Z")).layout.annotations[0].text
    'This run has no such latencies.'
    """
    found = [item for item in run.latencies if _fits(item, model, corpus, mode)]
    if not found:
        return empty_figure("This run has no such latencies.", scheme)
    first = found[0].case
    lines: dict[str, list[Latency]] = {}
    for item in sorted(found, key=lambda item: item.prompt_bytes):
        if _fits(item, first.model, first.corpus, mode):
            lines.setdefault(_name(item), []).append(item)
    mark_of = marks(list(lines))
    figure = go.Figure()
    for name, items in lines.items():
        for at, percentile in enumerate(percentiles):
            known = [item for item in items if percentile in item.percentiles]
            figure.add_scatter(
                x=[item.prompt_bytes for item in known],
                y=[item.percentiles[percentile] for item in known],
                name=escape(f"{name}, {percentile}"),
                mode="lines+markers",
                line={"color": mark_of[name].color, "dash": _DASHES[at % len(_DASHES)]},
                marker={"symbol": mark_of[name].symbol, "size": 8},
                hovertemplate="%{x} bytes: %{y:.2f} µs",
            )
    figure.update_xaxes(type="log", title_text="bytes of the prompt")
    figure.update_yaxes(type="log", title_text="µs a call")
    return finish(figure, f"Latency of one call: {first.model}, {first.corpus}", scheme, 460)


def _fits(item: Latency, model: str | None, corpus: str | None, mode: str | None) -> bool:
    case = item.case
    return model in (None, case.model) and corpus in (None, case.corpus) and mode in (None, case.mode)


def _name(item: Latency) -> str:
    return item.case.label + (" (array)" if item.case.mode == "latency_array" else "")
