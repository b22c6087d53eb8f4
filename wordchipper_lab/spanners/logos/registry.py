"""Split patterns that have a logos lexer: one set of token definitions per pattern family, and registered
ones."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from ...arguments import a_flag, a_text, checked
from ...errors import UnsupportedPatternError
from ...vocab.patterns import CL100K_PATTERN, GPT2_ORIGINAL_PATTERN, O200K_PATTERN, R50K_PATTERN
from ..registered_lexers import register_lexer, registered_lexers
from .cl100k import CL100K_TOKENS
from .logos_lexer import LogosLexer
from .o200k import O200K_TOKENS
from .r50k import R50K_TOKENS
from .roles import TokenDefinition

__all__ = ["BUILT_IN_FAMILIES", "build_logos_lexer", "logos_patterns", "register_logos_lexer"]

BUILT_IN_FAMILIES: dict[str, tuple[str, tuple[TokenDefinition, ...]]] = {
    R50K_PATTERN: ("r50k", R50K_TOKENS),
    GPT2_ORIGINAL_PATTERN: ("r50k (wording of 2019)", R50K_TOKENS),
    CL100K_PATTERN: ("cl100k", CL100K_TOKENS),
    O200K_PATTERN: ("o200k", O200K_TOKENS),
}
"""Split pattern -> (family name, token definitions)."""


def _families() -> dict[str, tuple[str, tuple[TokenDefinition, ...]]]:
    """All families; registering a lexer for a built-in pattern changes "auto", not "logos"."""
    registered = {
        pattern: (lexer.name, lexer.definitions)
        for pattern, lexer in registered_lexers().items()
        if isinstance(lexer, LogosLexer) and not lexer.without
    }
    return registered | BUILT_IN_FAMILIES


def logos_patterns() -> dict[str, str]:
    """Family name -> split pattern, for all patterns that have a logos lexer."""
    return {family: pattern for pattern, (family, _) in _families().items()}


@checked(family=a_text, replace=a_flag)
def register_logos_lexer(
    pattern: str, family: str, definitions: Iterable[TokenDefinition], *, replace: bool = False
) -> None:
    """Register the logos lexer of `definitions`, which must give the same spans as `pattern`; see `register_lexer`.

    Then ``build_lexer(pattern, "logos")`` and ``build_lexer(pattern, "auto")`` use it.
    """
    register_lexer(pattern, partial(LogosLexer, definitions), family, replace=replace)


def build_logos_lexer(pattern: str, name: str = "", without: Iterable[str] = ()) -> LogosLexer:
    """The logos lexer of a split pattern; raises `UnsupportedPatternError` if the pattern has none."""
    families = _families()
    if pattern not in families:
        known = ", ".join(logos_patterns())
        problem = f"no logos lexer for this pattern (only for {known}; use the automaton),"
        raise UnsupportedPatternError(pattern, 0, problem)
    family, definitions = families[pattern]
    return LogosLexer(definitions, pattern, name or family, without)
