"""The charts of a Throughput screen as Plotly figures: the same measurements, drawn by `widgets.figures`."""

from __future__ import annotations

from typing import Any, cast

from ..errors import InputError
from ..lab.benchmark.results import BenchmarkRun

__all__ = ["chart_figure"]


def chart_figure(run: BenchmarkRun, other: BenchmarkRun | None, chart: dict[str, Any]) -> str:
    """The JSON of the figure that shows what `chart` does (`FigureRecord`, "percentile" for a latency, "scheme").

    `other` is the run beside `run`. Loads plotly, which takes a second. Raises `InputError` for a chart that there is
    not.
    """
    from . import figures  # this is the second

    scheme = cast(Any, "dark" if chart.get("scheme") == "dark" else "light")
    where = {name: chart.get(name) for name in ("model", "corpus", "mode")}
    look: dict[str, Any] = {"scheme": scheme}
    median = look | {"threads": chart.get("threads"), "statistic": "median"}
    match chart.get("kind"):
        case "bars":
            figure = figures.throughput_figure(run, **where, **median)
        case "heat":
            figure = figures.relative_figure(run, **where, **median, memo=chart.get("memo"), best_of="all")
        case "latency":
            percentile = str(chart.get("percentile", "p50"))
            figure = figures.latency_figure(run, **where, percentiles=[percentile], **look)
        case "pairs" if other is not None:
            figure = figures.pairs_figure(run, other, **where, **median)
        case kind:
            raise InputError(f"there is no figure of kind {kind!r}: expected bars, heat, latency or pairs")
    if chart["kind"] in ("bars", "pairs"):
        figure.update_xaxes(title_text="MB/s (median)")  # short enough for a phone
    figure.update_layout(autosize=True)
    return cast(str, figure.to_json())
