"""The common phrases of the findings."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping

from ...benchmark.results import Measurement
from ..selection import thread_words

__all__ = ["VISIBLE", "by_value", "join", "percent", "scatter", "setting", "span_of"]

VISIBLE = 0.05
"""Differences up to this share are called hidden."""


def setting(mode: str, threads: int) -> str:
    """The setting of a measurement: "encode_array, 1 thread"."""
    return f"{mode}, {thread_words(threads)}"


def join(parts: Iterable[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last


def percent(part: float) -> str:
    """0.314 as "31 %", 0.0042 as "0.4 %"."""
    return f"{part:.0%}".replace("%", " %") if abs(part) >= 0.01 else f"{part:.1%}".replace("%", " %")


def by_value(values: Mapping[str, float]) -> list[str]:
    """Names from the lowest value to the highest."""
    return sorted(values, key=lambda name: values[name])


def span_of(values: Mapping[str, float]) -> str:
    """Lowest and highest value with their names: "0.36 (tail_sweep) to 0.78 (bpe_backtrack)"."""
    names = by_value(values)
    low, high = names[0], names[-1]
    if len(names) == 1:
        return f"{values[low]:.2f} ({low})"
    return f"{values[low]:.2f} ({low}) to {values[high]:.2f} ({high})"


def scatter(measurements: Iterable[Measurement]) -> float:
    """The scatter of the rounds of one case: (fastest - slowest) / mean, the median over the cases."""
    ranges = [(found.most - found.least) / found.mean for found in measurements if len(found.seconds) > 1]
    return statistics.median(ranges) if ranges else 0.0
