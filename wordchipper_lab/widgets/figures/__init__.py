"""Plotly figures of measurements, for notebooks and export: from a run to a `plotly.graph_objects.Figure`.

Only this package imports plotly, which takes a second to load.
"""

from __future__ import annotations

from .latency import latency_figure
from .pairs import pairs_figure
from .palette import HUES, template
from .relative import relative_figure
from .retention import retention_figure
from .threads import threads_figure
from .throughput import throughput_figure
from .training_times import training_times_figure

__all__ = [
    "HUES",
    "latency_figure",
    "pairs_figure",
    "relative_figure",
    "retention_figure",
    "template",
    "threads_figure",
    "throughput_figure",
    "training_times_figure",
]
