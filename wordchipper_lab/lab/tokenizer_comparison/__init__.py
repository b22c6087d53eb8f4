"""Why do ids differ? Two tokenizers of any make on texts: every difference with the stage that makes it."""

from __future__ import annotations

from .compare import compare_tokenizers
from .comparison import TokenizerComparison
from .difference import DifferenceGroup, TokenizerDifference
from .explain import DifferenceExplanation, StageResults, explain_difference
from .shown import ShownPart, ShownToken, TokenizerRow
from .sides.answering_side import ForeignTokenizer
from .sides.any_side import AnyTokenizer, as_side
from .sides.side import ComparedAs, Side

__all__ = [
    "AnyTokenizer",
    "ComparedAs",
    "DifferenceExplanation",
    "DifferenceGroup",
    "ForeignTokenizer",
    "ShownPart",
    "ShownToken",
    "Side",
    "StageResults",
    "TokenizerComparison",
    "TokenizerDifference",
    "TokenizerRow",
    "as_side",
    "compare_tokenizers",
    "explain_difference",
]
