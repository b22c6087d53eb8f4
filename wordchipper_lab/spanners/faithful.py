"""Lexers that are known to give exactly the spans of their pattern."""

from __future__ import annotations

from .automaton.automaton_lexer import AutomatonLexer
from .logos.logos_lexer import LogosLexer
from .logos.registry import BUILT_IN_FAMILIES
from .regex_lexer import RegexLexer
from .span_lexer import SpanLexer
from .vector.vector_lexer import VectorLexer

__all__ = ["obeys_its_pattern"]


def obeys_its_pattern(lexer: SpanLexer) -> bool:
    """Whether the spans of `lexer` are known to be those of ``lexer.pattern``.

    True for the regex lexer, the automaton, the vector lexer, and the built-in token definitions with all
    repairs. Any other lexer only claims its pattern (it may be a specimen, or wrong), so nothing may be derived
    from it.

    >>> from wordchipper_lab.spanners import build_lexer
    >>> obeys_its_pattern(build_lexer("cl100k_base", "logos"))
    True
    """
    if type(lexer) is LogosLexer:
        _, definitions = BUILT_IN_FAMILIES.get(lexer.pattern, ("", ()))
        return lexer.definitions == definitions and not lexer.without
    return type(lexer) in (RegexLexer, AutomatonLexer, VectorLexer)
