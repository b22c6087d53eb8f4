"""Headless engines behind the screens: plain dataclasses and arrays, JSON-able, free of any widget.

Everything here shows results of the compiled engine; nothing is tokenized in a second way.
"""

from __future__ import annotations

from ..ids import CorpusIds, TokenizeProgress, open_corpus, tokenize_corpus, tokenize_corpus_distributed
from .benchmark.benchmark_progress import Progress
from .benchmark.modes import MODES
from .benchmark.own_tokenizer import OwnTokenizer
from .benchmark.results import BenchmarkRun, Case, Latency, Measurement, Memory
from .benchmark.runner import run_benchmark
from .comparison import ComparedVocabulary, Comparison, compare
from .decoding import Decoded, decode_ids, parse_ids
from .divergence import (
    Divergence,
    DivergenceGroup,
    DivergenceGroups,
    Explanation,
    Proof,
    SearchProgress,
    SweepResult,
    automaton_graph,
    common_alphabet,
    explain,
    find_divergences,
    group_divergences,
    name_lexer,
    read_lexer,
    shrink_divergence,
    sweep_equivalence,
)
from .equivalence import TokenizerDivergence, TokenizerProof, UndecidedEquivalence, prove_equivalence
from .exploration import Exploration, explore
from .inspection import TokenInfo, inspect_token
from .merge_tree import MergeNode, merge_tree, span_tree
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
    "GROWTH_TEXTS",
    "MODES",
    "TOYS",
    "BenchmarkRun",
    "Candidate",
    "Case",
    "ComparedVocabulary",
    "Comparison",
    "CorpusIds",
    "Decoded",
    "Divergence",
    "DivergenceGroup",
    "DivergenceGroups",
    "Explanation",
    "Exploration",
    "Found",
    "Growth",
    "Latency",
    "Measurement",
    "Memory",
    "MergeFrame",
    "MergeNode",
    "MergeTrace",
    "Misstep",
    "Overlap",
    "OwnTokenizer",
    "PolicyCounts",
    "Progress",
    "Proof",
    "Query",
    "SearchProgress",
    "SweepResult",
    "Table",
    "TokenDetails",
    "TokenInfo",
    "TokenizeProgress",
    "TokenizerDivergence",
    "TokenizerProof",
    "UndecidedEquivalence",
    "VocabularyStatistics",
    "WorkCounters",
    "all_reports",
    "automaton_graph",
    "check_work",
    "common_alphabet",
    "compare",
    "compare_runs",
    "compare_vocabularies",
    "count_policies",
    "count_vocabulary",
    "decode_ids",
    "describe_token",
    "explain",
    "explore",
    "find_divergences",
    "find_misstep",
    "first_difference",
    "group_divergences",
    "inspect_token",
    "measure_growth",
    "merge_tree",
    "name_lexer",
    "open_corpus",
    "pack_state",
    "parse_ids",
    "prove_equivalence",
    "read_lexer",
    "run_benchmark",
    "search_vocabulary",
    "shrink_divergence",
    "span_tree",
    "summarise",
    "sweep_equivalence",
    "sweep_steps",
    "tokenize_corpus",
    "tokenize_corpus_distributed",
    "toy_tokenizer",
    "trace_merges",
    "unpack_state",
    "word_variants",
]
