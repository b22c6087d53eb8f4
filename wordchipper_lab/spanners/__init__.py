"""Spanners: text -> spans (words, special tokens, gaps), by a split pattern and one of three lexers."""

from __future__ import annotations

from .automaton_lexer import AutomatonLexer
from .lexers import LEXERS, build_lexer, resolve_pattern
from .regex_lexer import RegexLexer
from .span_lexer import SpanLexer, WholeTextLexer
from .spans import GAP, SPECIAL, WORD, Span, Spans
from .text_spanner import TextSpanner

__all__ = [
    "GAP",
    "LEXERS",
    "SPECIAL",
    "WORD",
    "AutomatonLexer",
    "RegexLexer",
    "Span",
    "SpanLexer",
    "Spans",
    "TextSpanner",
    "WholeTextLexer",
    "build_lexer",
    "resolve_pattern",
]
