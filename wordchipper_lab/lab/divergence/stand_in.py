"""Where a compiled lexer may take the place of a regular expression in a sweep."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ...errors import PatternError
from ...spanners import AutomatonLexer, RegexLexer, SpanLexer

__all__ = ["SHOWN_LENGTH", "StandIn", "find_stand_ins"]

SHOWN_LENGTH = 4
"""Up to this length the regular expression itself is swept, always."""


class StandIn(NamedTuple):
    """The lexer to sweep with, and why it may take the place of the one that was given ("": it is that one)."""

    lexer: SpanLexer
    why: str


def find_stand_ins(
    a: SpanLexer, b: SpanLexer, agree: Callable[[SpanLexer, SpanLexer], bool]
) -> tuple[StandIn, StandIn]:
    """What to sweep with beyond `SHOWN_LENGTH`; ``agree`` sweeps two lexers up to there.

    Never the automaton of the pattern that the other lexer is the automaton of: that would be compared with itself.
    """
    found = []
    for lexer, other in ((a, b), (b, a)):
        vain = isinstance(other, RegexLexer | AutomatonLexer) and other.pattern == lexer.pattern
        found.append(_shown_equal(lexer, agree) if isinstance(lexer, RegexLexer) and not vain else None)
    return found[0] or StandIn(a, ""), found[1] or StandIn(b, "")


def _shown_equal(lexer: RegexLexer, agree: Callable[[SpanLexer, SpanLexer], bool]) -> StandIn | None:
    """The automaton of the same pattern, if there is one and it has been shown to be equal to `lexer`."""
    try:
        automaton = AutomatonLexer(lexer.pattern, lexer.name)
    except PatternError:
        return None
    if not agree(lexer, automaton):
        return None
    name = lexer.name or lexer.pattern
    why = f"beyond {SHOWN_LENGTH} characters the automaton of {name} stood in for the regex, equal to it up to there"
    return StandIn(automaton, why)
