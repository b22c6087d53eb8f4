"""Which split patterns have a logos lexer: one set of token definitions per pattern family."""

from __future__ import annotations

from collections.abc import Iterable

from ...errors import UnsupportedPatternError
from ...vocab.patterns import CL100K_PATTERN, GPT2_ORIGINAL_PATTERN, O200K_PATTERN, R50K_PATTERN
from .cl100k import CL100K_TOKENS
from .logos_lexer import LogosLexer
from .o200k import O200K_TOKENS
from .r50k import R50K_TOKENS
from .roles import TokenDefinition

__all__ = ["build_logos_lexer", "logos_patterns", "register_logos_lexer"]

_FAMILIES: dict[str, tuple[str, tuple[TokenDefinition, ...]]] = {
    R50K_PATTERN: ("r50k", R50K_TOKENS),
    GPT2_ORIGINAL_PATTERN: ("r50k (wording of 2019)", R50K_TOKENS),
    CL100K_PATTERN: ("cl100k", CL100K_TOKENS),
    O200K_PATTERN: ("o200k", O200K_TOKENS),
}


def logos_patterns() -> dict[str, str]:
    """Family name -> split pattern, of all patterns that have a logos lexer."""
    return {family: pattern for pattern, (family, _) in _FAMILIES.items()}


def register_logos_lexer(pattern: str, family: str, definitions: Iterable[TokenDefinition]) -> None:
    """Let `build_lexer(pattern, "logos")` use `definitions`, which must give the same spans as `pattern`."""
    _FAMILIES[pattern] = (family, tuple(definitions))


def build_logos_lexer(pattern: str, name: str = "", without: Iterable[str] = ()) -> LogosLexer:
    """The logos lexer of a split pattern; raises `UnsupportedPatternError` if the pattern has none."""
    if pattern not in _FAMILIES:
        known = ", ".join(logos_patterns())
        problem = f"no logos lexer for this pattern (there are some for {known}; use the automaton),"
        raise UnsupportedPatternError(pattern, 0, problem)
    family, definitions = _FAMILIES[pattern]
    return LogosLexer(definitions, pattern, name or family, without)
