"""What a vocabulary and a split pattern can make of any text at all: which tokens, and which neighbours."""

from __future__ import annotations

from .merge_rules import MergeRules, merge_rules, rules_of_tables
from .occurrence import Occurrence, find_occurrence
from .pair_regions import PairRegions, find_regions, is_stable
from .span_automaton import SpanAutomaton, span_automaton

__all__ = [
    "MergeRules",
    "Occurrence",
    "PairRegions",
    "SpanAutomaton",
    "find_occurrence",
    "find_regions",
    "is_stable",
    "merge_rules",
    "rules_of_tables",
    "span_automaton",
]
