"""Choosing a lexer by pattern or vocabulary name, and by kind."""

from __future__ import annotations

from collections.abc import Callable

from ..errors import UnknownNameError
from ..vocab.patterns import PATTERNS
from .automaton_lexer import AutomatonLexer
from .logos import build_logos_lexer
from .regex_lexer import RegexLexer
from .span_lexer import SpanLexer

__all__ = ["LEXERS", "build_lexer", "resolve_pattern"]

LEXERS = ("regex", "automaton", "logos")


_BUILDERS: dict[str, Callable[[str, str], SpanLexer]] = {
    "regex": RegexLexer,
    "automaton": AutomatonLexer,
    "logos": build_logos_lexer,
}


def resolve_pattern(pattern_or_model: str) -> str:
    """The split pattern of a vocabulary name ("cl100k_base", "openai:cl100k_base", ...); a pattern stays as it is."""
    return PATTERNS.get(pattern_or_model.removeprefix("openai").lstrip(":"), pattern_or_model)


def build_lexer(pattern_or_model: str, kind: str = "automaton") -> SpanLexer:
    r"""Build a lexer of one of the `LEXERS` for a split pattern or for a vocabulary's pattern.

    Raises `UnknownNameError` for another kind, `PatternSyntaxError` for what is no regular expression,
    `UnsupportedPatternError` for a pattern outside the automaton's subset or one without a logos lexer.

    >>> build_lexer("o200k_base", "automaton")
    <AutomatonLexer o200k_base>
    >>> build_lexer(r"\w+|\s+", "regex")
    <RegexLexer '\\w+|\\s+'>
    """
    if kind not in _BUILDERS:
        raise UnknownNameError("lexer", kind, LEXERS)
    pattern = resolve_pattern(pattern_or_model)
    name = "" if pattern == pattern_or_model else pattern_or_model
    return _BUILDERS[kind](pattern, name)
