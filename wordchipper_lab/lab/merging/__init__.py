"""A span through a span encoder, step by step: the events of the compiled kernel, replayed into frames."""

from .counters import WorkCounters
from .differences import Misstep, find_misstep, first_difference
from .frames import Candidate, MergeFrame
from .growth import GROWTH_TEXTS, Growth, measure_growth
from .merge_trace import MergeTrace, trace_merges
from .toys import TOYS, toy_tokenizer

__all__ = [
    "GROWTH_TEXTS",
    "TOYS",
    "Candidate",
    "Growth",
    "MergeFrame",
    "MergeTrace",
    "Misstep",
    "WorkCounters",
    "find_misstep",
    "first_difference",
    "measure_growth",
    "toy_tokenizer",
    "trace_merges",
]
