"""Headless engines behind the screens: plain dataclasses and arrays, JSON-able, free of any widget.

Everything here shows results of the compiled engine; nothing is tokenized a second way.
"""

from __future__ import annotations

from .benchmark.modes import MODES
from .benchmark.progress import Progress
from .benchmark.results import BenchmarkRun, Case, Latency, Measurement, Memory
from .benchmark.runner import run_benchmark
from .comparison import ComparedVocabulary, Comparison, compare
from .decoding import Decoded, decode_ids, parse_ids
from .exploration import Exploration, explore
from .inspection import TokenInfo, inspect_token
from .merging import (
    GROWTH_TEXTS,
    TOYS,
    Candidate,
    Growth,
    MergeFrame,
    MergeTrace,
    Misstep,
    WorkCounters,
    find_misstep,
    first_difference,
    measure_growth,
    toy_tokenizer,
    trace_merges,
)
from .permalink import pack_state, unpack_state
from .policies import PolicyCounts, count_policies
from .reports import Table, all_reports, compare_runs, summarise
from .work_limit import check_work, sweep_steps

__all__ = [
    "GROWTH_TEXTS",
    "MODES",
    "TOYS",
    "BenchmarkRun",
    "Candidate",
    "Case",
    "ComparedVocabulary",
    "Comparison",
    "Decoded",
    "Exploration",
    "Growth",
    "Latency",
    "Measurement",
    "Memory",
    "MergeFrame",
    "MergeTrace",
    "Misstep",
    "PolicyCounts",
    "Progress",
    "Table",
    "TokenInfo",
    "WorkCounters",
    "all_reports",
    "check_work",
    "compare",
    "compare_runs",
    "count_policies",
    "decode_ids",
    "explore",
    "find_misstep",
    "first_difference",
    "inspect_token",
    "measure_growth",
    "pack_state",
    "parse_ids",
    "run_benchmark",
    "summarise",
    "sweep_steps",
    "toy_tokenizer",
    "trace_merges",
    "unpack_state",
]
