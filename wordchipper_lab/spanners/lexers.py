"""Choose a lexer by pattern or vocabulary name, and by kind."""

from __future__ import annotations

from collections.abc import Callable

from ..arguments import check_name
from ..errors import UnsupportedPatternError
from ..vocab.pattern_names import resolve_pattern
from .automaton.automaton_lexer import AutomatonLexer
from .logos import build_logos_lexer
from .pattern_limits import PatternLimits
from .regex_lexer import RegexLexer
from .registered_lexers import accelerated_lexer
from .span_lexer import SpanLexer

__all__ = ["LEXERS", "build_lexer", "resolve_pattern"]

LEXERS = ("regex", "automaton", "logos")


_BUILDERS: dict[str, Callable[[str, str, PatternLimits | None], SpanLexer]] = {
    "regex": RegexLexer,
    "automaton": AutomatonLexer,
    "logos": lambda pattern, name, limits: build_logos_lexer(pattern, name),
}


def build_lexer(
    pattern_or_model: str, kind: str = "automaton", *, limits: PatternLimits | None = None
) -> SpanLexer:
    r"""Build one of the `LEXERS` for a split pattern, or for the pattern of a vocabulary or open model.

    "auto": the lexer registered for this pattern (see `register_lexer`), unless that is switched off;
    otherwise the automaton; and for a pattern outside the automaton's subset, regex.

    limits: for patterns that are not published ones (None: `PatternLimits.default`); beyond them, building
    the lexer or lexing a text raises `WorkLimitError`.

    Raises `UnknownNameError` for another kind, `PatternSyntaxError` if it is not a regular expression,
    `UnsupportedPatternError` for a pattern outside the automaton's subset or without a logos lexer.

    >>> build_lexer("o200k_base", "automaton")
    <AutomatonLexer o200k_base>
    >>> build_lexer(r"\w+|\s+", "regex")
    <RegexLexer '\\w+|\\s+'>
    """
    check_name("lexer", kind, [*LEXERS, "auto"])
    pattern = resolve_pattern(pattern_or_model)
    name = "" if pattern == pattern_or_model else pattern_or_model
    if kind != "auto":
        return _BUILDERS[kind](pattern, name, limits)
    if (accelerated := accelerated_lexer(pattern)) is not None:
        return accelerated
    try:
        return AutomatonLexer(pattern, name, limits)
    except UnsupportedPatternError:
        return RegexLexer(pattern, name, limits)
