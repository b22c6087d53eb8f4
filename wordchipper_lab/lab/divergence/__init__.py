"""Where do two lexers differ? Found in texts, swept over all short strings, proved for all texts, explained,
shrunk."""

from __future__ import annotations

from .alphabet import Alphabet, common_alphabet
from .callable_lexer import CallableLexer
from .divergence import Divergence
from .explain import Explanation, SpanStory, explain
from .explain_divergence import explain_divergence
from .find import find_divergences
from .graph import automaton_graph
from .groups import DivergenceGroup, DivergenceGroups, group_divergences
from .lexer_names import name_lexer, read_lexer
from .proof import Proof, prove_equivalence
from .search_progress import SearchProgress
from .shrink import shrink_divergence, shrink_found
from .sweep import count_strings, sweep_equivalence
from .sweep_result import SweepLength, SweepResult

__all__ = [
    "Alphabet",
    "CallableLexer",
    "Divergence",
    "DivergenceGroup",
    "DivergenceGroups",
    "Explanation",
    "Proof",
    "SearchProgress",
    "SpanStory",
    "SweepLength",
    "SweepResult",
    "automaton_graph",
    "common_alphabet",
    "count_strings",
    "explain",
    "explain_divergence",
    "find_divergences",
    "group_divergences",
    "name_lexer",
    "prove_equivalence",
    "read_lexer",
    "shrink_divergence",
    "shrink_found",
    "sweep_equivalence",
]
