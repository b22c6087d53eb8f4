"""Tables and sentences about a benchmark: pure functions of a `BenchmarkRun`, using only its contents.

What was not measured is blank in a table, and a table without figures is left out.
"""

from __future__ import annotations

from ...arguments import checked
from ..benchmark.results import BenchmarkRun
from .batch import batch
from .comparing import compare_all, compare_runs
from .cost import Estimate, Job, MeasuredSpeed, estimate, machines_for, measured_speed
from .encoders import encoder_relative
from .exactness import exactness, problems
from .findings.verdict import headline, verdict, verdicts
from .latency import latency_table
from .memory import memory_table
from .ranking import Place, places
from .retention import retention
from .selection import Statistic, a_run, a_statistic, restrict
from .spanning import lexer_share, spanning
from .summary import summarise
from .table import Table, format_cell
from .throughput import throughput

__all__ = [
    "Estimate",
    "Job",
    "MeasuredSpeed",
    "Place",
    "Statistic",
    "Table",
    "all_reports",
    "batch",
    "compare_all",
    "compare_runs",
    "encoder_relative",
    "estimate",
    "exactness",
    "format_cell",
    "headline",
    "latency_table",
    "lexer_share",
    "machines_for",
    "measured_speed",
    "memory_table",
    "places",
    "problems",
    "restrict",
    "retention",
    "spanning",
    "summarise",
    "throughput",
    "verdict",
    "verdicts",
]


@checked(run=a_run, statistic=a_statistic)
def all_reports(run: BenchmarkRun, statistic: Statistic = "mean") -> list[Table]:
    """Every table that `run` has figures for.

    >>> all_reports(BenchmarkRun({}, {}, "2026-01-01T00:00:00Z"))
    []
    """
    return [
        *encoder_relative(run, statistic),
        *retention(run, statistic),
        *throughput(run),
        *spanning(run),
        *lexer_share(run),  # a share of a whole: medians, whatever the other tables show
        *batch(run, statistic),
        *latency_table(run),
        *memory_table(run),
        *exactness(run),
        *problems(run),
    ]
