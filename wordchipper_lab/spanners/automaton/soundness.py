"""Three checks while the NFA is built: a pattern for which the automaton could differ is refused."""

from __future__ import annotations

from ...errors import UnsupportedPatternError
from .cells import END
from .nfa import Nfa
from .syntax_tree import CharSet, Repeat

__all__ = ["check_dollar", "check_not_empty", "check_possessive"]


def check_not_empty(nfa: Nfa) -> None:
    """Refuse a pattern that can match the empty string: a span is never empty."""
    if any(nfa.MATCH_STATE in nfa.follow((nfa.start,), cell) for cell in range(nfa.cells.n_cells + 1)):
        problem = "unsupported: the pattern matches the empty string; every branch must match a character,"
        raise UnsupportedPatternError(nfa.pattern, 0, problem)


def check_dollar(nfa: Nfa, behind: CharSet, following: int, position: int) -> None:
    """Refuse a ``$`` whose meaning in Python (also before a final line feed) could make a difference.

    After a greedy repeat that also accepts line feeds, ``$`` is first tried at the very end of the text. If
    that suffices for a match, the place before the final line feed is never tried.
    """
    if not nfa.cells.mask_of(behind) >> nfa.cells.cell_of("\n") & 1:
        problem = f"unsupported '$' after {behind.source!r}, which does not match line feeds,"
        raise UnsupportedPatternError(nfa.pattern, position, problem)
    if nfa.MATCH_STATE not in nfa.follow((following,), END):
        raise UnsupportedPatternError(nfa.pattern, position, "unsupported: something after '$'")


def check_possessive(nfa: Nfa, repeat: Repeat, following: int) -> None:
    """Refuse a possessive repeat that could differ from the greedy one that the automaton runs instead.

    They differ only if a greedy repeat that took all it could fails later and then gives something back. It
    never fails if what follows can match nothing, whatever comes next. Giving back never helps if what
    follows cannot begin with (or assert) any character of the repeated set.
    """
    follows = [nfa.follow((following,), cell) for cell in range(nfa.cells.n_cells + 1)]
    if all(nfa.MATCH_STATE in reached for reached in follows):
        return
    if isinstance(repeat.item, CharSet):
        inside = nfa.cells.mask_of(repeat.item)
        given_back = [cell for cell in range(1, nfa.cells.n_cells + 1) if inside >> cell & 1]
        if not any(_can_go_on(nfa, follows[cell], cell) for cell in given_back):
            return
    problem = "unsupported possessive quantifier: what follows could match part of it; use the greedy one"
    raise UnsupportedPatternError(nfa.pattern, repeat.position, problem)


def _can_go_on(nfa: Nfa, reached: list[int], cell: int) -> bool:
    return any(number == nfa.MATCH_STATE or nfa.states[number][1] >> cell & 1 for number in reached)
