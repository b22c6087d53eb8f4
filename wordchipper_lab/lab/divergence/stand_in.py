"""When a compiled lexer may replace a regular expression in a sweep."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ...errors import PatternError, UnprovableError, WorkLimitError
from ...spanners import AutomatonLexer, RegexLexer, SpanLexer, VectorLexer
from .proof import Proof, prove_equivalence

__all__ = ["SHOWN_LENGTH", "StandIn", "find_stand_ins"]

SHOWN_LENGTH = 4
"""Up to this length the regular expression itself is always swept."""


class StandIn(NamedTuple):
    """The lexer to sweep with, and why it may replace the given one ("": it is the given one)."""

    lexer: SpanLexer
    why: str


def find_stand_ins(
    a: SpanLexer,
    b: SpanLexer,
    agree: Callable[[SpanLexer, SpanLexer], bool],
    should_stop: Callable[[], bool] = lambda: False,
) -> tuple[StandIn, StandIn]:
    """What to sweep with beyond `SHOWN_LENGTH`; ``agree`` sweeps two lexers up to there if no proof is
    possible.

    A pattern is never replaced by its automaton if the other lexer is that automaton, which would be compared
    with itself, or the vector lexer, which leaves such short strings to it.
    """
    found = []
    for lexer, other in ((a, b), (b, a)):
        vain = isinstance(other, RegexLexer | AutomatonLexer | VectorLexer) and other.pattern == lexer.pattern
        found.append(
            _shown_equal(lexer, agree, should_stop) if isinstance(lexer, RegexLexer) and not vain else None
        )
    return found[0] or StandIn(a, ""), found[1] or StandIn(b, "")


def _shown_equal(
    lexer: RegexLexer, agree: Callable[[SpanLexer, SpanLexer], bool], should_stop: Callable[[], bool]
) -> StandIn | None:
    """The automaton of the same pattern, if it exists and has been shown to be equal to `lexer`."""
    try:
        automaton = AutomatonLexer(lexer.pattern, lexer.name)
    except PatternError:
        return None
    why = (
        f"beyond {SHOWN_LENGTH} characters the automaton of {lexer.name or lexer.pattern} replaced the regex"
    )
    try:
        is_proved = isinstance(prove_equivalence(lexer, automaton, should_stop=should_stop), Proof)
        return StandIn(automaton, f"{why}, proved to be equal to it on every text") if is_proved else None
    except (UnprovableError, WorkLimitError):
        return StandIn(automaton, f"{why}, equal to it up to there") if agree(lexer, automaton) else None
