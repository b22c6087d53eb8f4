"""Choose a lexer by pattern or vocabulary name, and by kind."""

from __future__ import annotations

from collections.abc import Callable

from ..arguments import check_name
from ..errors import UnsupportedPatternError
from ..live_names import LiveNames
from ..vocab.pattern_names import resolve_pattern
from .automaton.automaton_lexer import AutomatonLexer
from .logos import build_logos_lexer
from .pattern_limits import PatternLimits
from .regex_lexer import RegexLexer
from .registered_lexers import accelerated_lexer, named_lexer, registered_names
from .span_lexer import SpanLexer
from .vector.vector_lexer import VectorLexer
from .vector.vector_tables import FAMILIES

__all__ = ["LEXERS", "build_lexer", "can_lex", "resolve_pattern"]

_BUILDERS: dict[str, Callable[[str, str, PatternLimits | None], SpanLexer]] = {
    "regex": RegexLexer,
    "automaton": AutomatonLexer,
    "logos": lambda pattern, name, limits: build_logos_lexer(pattern, name),
    "vector": lambda pattern, name, limits: VectorLexer(pattern, name),
}


def _registered_names() -> list[str]:
    """The names of registered lexers, but those that mean a built-in one."""
    return [name for name in registered_names() if name not in (*_BUILDERS, "auto")]


LEXERS = LiveNames(_BUILDERS, _registered_names)
"""Names of the lexers: the built-in ones (regex and automaton for any pattern), then the registered ones, each for its
own pattern."""


def build_lexer(
    pattern_or_model: str, kind: str = "automaton", *, limits: PatternLimits | None = None
) -> SpanLexer:
    r"""Build one of the `LEXERS` for a split pattern, or for the pattern of a vocabulary or open model.

    "auto": the lexer registered for this pattern (see `register_lexer`), unless that is switched off;
    otherwise the vector lexer, the automaton, or regex: the first that supports the pattern. The name of a registered
    lexer: that one.

    limits: for patterns that are not published ones (None: `PatternLimits.default`); beyond them, building
    the lexer or lexing a text raises `WorkLimitError`.

    Raises `UnknownNameError` for another kind, `PatternSyntaxError` if it is not a regular expression,
    `UnsupportedPatternError` for a pattern outside the automaton's subset, without a logos or vector lexer, or another
    than that of the registered lexer.

    >>> build_lexer("o200k_base", "automaton")
    <AutomatonLexer o200k_base>
    >>> build_lexer(r"\w+|\s+", "regex")
    <RegexLexer '\\w+|\\s+'>
    """
    check_name("lexer", kind, [*LEXERS, "auto"])
    pattern = resolve_pattern(pattern_or_model)
    name = "" if pattern == pattern_or_model else pattern_or_model
    if kind in _BUILDERS:
        return _BUILDERS[kind](pattern, name, limits)
    if kind != "auto":
        if (registered := named_lexer(kind, pattern)) is None:
            raise UnsupportedPatternError(
                pattern, 0, f"the lexer {kind!r} is registered for another pattern (choose the automaton),"
            )
        return registered
    if (accelerated := accelerated_lexer(pattern)) is not None:
        return accelerated
    if pattern in FAMILIES:
        return VectorLexer(pattern, name)
    try:
        return AutomatonLexer(pattern, name, limits)
    except UnsupportedPatternError:
        return RegexLexer(pattern, name, limits)


def can_lex(name: str, pattern: str) -> bool:
    """Whether the lexer of that name is for this split pattern: a registered one is for its own only.

    >>> can_lex("regex", r"\\w+"), can_lex("no such", r"\\w+")
    (True, False)
    """
    return name in LEXERS.built_in or name == "auto" or named_lexer(name, pattern) is not None
