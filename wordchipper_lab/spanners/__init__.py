"""Spanners: text -> spans (words, special tokens, gaps), using a split pattern and one of four lexers.

To write your own lexer, use `TokenDefinition`, the roles, `LogosLexer`, `contraction_split` and
`register_lexer`; the notebook ``custom_lexer.ipynb`` shows how.
"""

from __future__ import annotations

from ..vocab.open_patterns import OPEN_PATTERNS
from .automaton.automaton_lexer import AutomatonLexer
from .lexers import LEXERS, build_lexer, resolve_pattern
from .logos import (
    REPAIRS,
    Gap,
    LogosLexer,
    Newline,
    Punctuation,
    Role,
    Standalone,
    TokenDefinition,
    Whitespace,
    Word,
    register_logos_lexer,
)
from .logos.contraction_text import contraction_split
from .pattern_limits import PatternLimits
from .regex_lexer import RegexLexer
from .registered_lexers import (
    accelerated_lexer,
    acceleration_off,
    register_lexer,
    registered_lexers,
    unregister_lexer,
)
from .span_lexer import SpanLexer, WholeTextLexer
from .spans import GAP, SPECIAL, WORD, Span, Spans
from .specimens import SPECIMENS, Specimen, build_specimen
from .text_spanner import TextSpanner
from .vector.vector_lexer import VectorLexer

__all__ = [
    "GAP",
    "LEXERS",
    "OPEN_PATTERNS",
    "REPAIRS",
    "SPECIAL",
    "SPECIMENS",
    "WORD",
    "AutomatonLexer",
    "Gap",
    "LogosLexer",
    "Newline",
    "PatternLimits",
    "Punctuation",
    "RegexLexer",
    "Role",
    "Span",
    "SpanLexer",
    "Spans",
    "Specimen",
    "Standalone",
    "TextSpanner",
    "TokenDefinition",
    "VectorLexer",
    "Whitespace",
    "WholeTextLexer",
    "Word",
    "accelerated_lexer",
    "acceleration_off",
    "build_lexer",
    "build_specimen",
    "contraction_split",
    "register_lexer",
    "register_logos_lexer",
    "registered_lexers",
    "resolve_pattern",
    "unregister_lexer",
]
