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
from .merge_tree import MergeNode, merge_tree, span_tree
from .permalink import pack_state, unpack_state
from .policies import PolicyCounts, count_policies
from .reports import Table, all_reports, compare_runs, summarise
from .vocabulary import (
    Found,
    Overlap,
    Query,
    TokenDetails,
    VocabularyStatistics,
    compare_vocabularies,
    count_vocabulary,
    describe_token,
    search_vocabulary,
    word_variants,
)
from .work_limit import check_work, sweep_steps

__all__ = [
    "MODES",
    "BenchmarkRun",
    "Case",
    "ComparedVocabulary",
    "Comparison",
    "Decoded",
    "Exploration",
    "Found",
    "Latency",
    "Measurement",
    "Memory",
    "MergeNode",
    "Overlap",
    "PolicyCounts",
    "Progress",
    "Query",
    "Table",
    "TokenDetails",
    "TokenInfo",
    "VocabularyStatistics",
    "all_reports",
    "check_work",
    "compare",
    "compare_runs",
    "compare_vocabularies",
    "count_policies",
    "count_vocabulary",
    "decode_ids",
    "describe_token",
    "explore",
    "inspect_token",
    "merge_tree",
    "pack_state",
    "parse_ids",
    "run_benchmark",
    "search_vocabulary",
    "span_tree",
    "summarise",
    "sweep_steps",
    "unpack_state",
    "word_variants",
]
