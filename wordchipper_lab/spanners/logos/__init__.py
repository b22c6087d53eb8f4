"""Logos lexers: longest-match token definitions, roles, and a machine that repairs the errors of longest
match.

letters = TokenDefinition("letters", r"\\p{L}+", Word(first_char_is_letter=True))
lexer = LogosLexer([letters, TokenDefinition("space", r"\\s+", Whitespace())])
"""

from __future__ import annotations

from .logos_lexer import LogosLexer
from .registry import build_logos_lexer, logos_patterns, register_logos_lexer
from .repair_machine import REPAIRS
from .roles import Gap, Newline, Punctuation, Role, Standalone, TokenDefinition, Whitespace, Word

__all__ = [
    "REPAIRS",
    "Gap",
    "LogosLexer",
    "Newline",
    "Punctuation",
    "Role",
    "Standalone",
    "TokenDefinition",
    "Whitespace",
    "Word",
    "build_logos_lexer",
    "logos_patterns",
    "register_logos_lexer",
]
