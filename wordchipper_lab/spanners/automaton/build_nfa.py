"""Thompson's construction: syntax tree -> NFA."""

from __future__ import annotations

from ...errors import UnsupportedPatternError
from .cells import END, CellMap
from .nfa import ASSERT, CONSUME, SPLIT, Nfa
from .soundness import check_dollar, check_not_empty, check_possessive
from .syntax_tree import CharSet, Choice, LookAhead, Node, Repeat, Sequence, TextEnd
from .work_budget import WorkBudget

__all__ = ["build_nfa", "is_nullable"]


def build_nfa(node: Node, cells: CellMap, pattern: str, work: WorkBudget | None = None) -> Nfa:
    """Build the NFA of a syntax tree over `cells`; raises `UnsupportedPatternError` (see `soundness`)."""
    nfa = Nfa(cells, pattern, work or WorkBudget(pattern))
    possessive: list[tuple[Repeat, int]] = []
    nfa.start = _attach(nfa, node, Nfa.MATCH_STATE, possessive)
    for repeat, following in possessive:
        check_possessive(nfa, repeat, following)
    check_not_empty(nfa)
    return nfa


def _attach(nfa: Nfa, node: Node, following: int, possessive: list[tuple[Repeat, int]]) -> int:
    """Build `node` in front of state `following`; returns its first state."""
    nfa.work.spend(4)  # counted even if it adds no state: (?:(?:){1000}){1000}
    match node:
        case CharSet():
            return nfa.add(CONSUME, nfa.cells.mask_of(node), following)
        case TextEnd(behind=behind, position=position):
            if behind is not None:
                check_dollar(nfa, behind, following, position)
            return nfa.add(ASSERT, 1 << END, following)
        case LookAhead(chars=chars, negative=negative):
            inside = nfa.cells.mask_of(chars)
            everything = (1 << nfa.cells.n_cells + 1) - 1
            return nfa.add(ASSERT, everything & ~inside if negative else inside, following)
        case Sequence(items=items):
            for item in reversed(items):
                following = _attach(nfa, item, following, possessive)
            return following
        case Choice(branches=branches):
            first = _attach(nfa, branches[-1], following, possessive)
            for branch in reversed(branches[:-1]):
                first = nfa.add(SPLIT, 0, _attach(nfa, branch, following, possessive), first)
            return first
        case Repeat():
            return _attach_repeat(nfa, node, following, possessive)


def _attach_repeat(nfa: Nfa, repeat: Repeat, following: int, possessive: list[tuple[Repeat, int]]) -> int:
    if repeat.possessive:
        possessive.append((repeat, following))
    first = following
    if repeat.maximum is None:
        if is_nullable(repeat.item):
            problem = "unsupported: unlimited repetition of something that can be empty"
            raise UnsupportedPatternError(nfa.pattern, repeat.position, problem)
        first = nfa.add(SPLIT, 0, 0, following)
        loop_body = _attach(nfa, repeat.item, first, possessive)
        nfa.states[first] = (SPLIT, 0, loop_body, following)
    else:
        for _ in range(repeat.maximum - repeat.minimum):  # x{0,2} is (?:x(?:x)?)?
            first = nfa.add(SPLIT, 0, _attach(nfa, repeat.item, first, possessive), following)
    for _ in range(repeat.minimum):
        first = _attach(nfa, repeat.item, first, possessive)
    return first


def is_nullable(node: Node) -> bool:
    """Whether `node` can match the empty string.

    >>> is_nullable(Repeat(CharSet("a"), 0, 1, False, 0)), is_nullable(CharSet("a"))
    (True, False)
    """
    match node:
        case CharSet():
            return False
        case Sequence(items=items):
            return all(map(is_nullable, items))
        case Choice(branches=branches):
            return any(map(is_nullable, branches))
        case Repeat(item=item, minimum=minimum):
            return minimum == 0 or is_nullable(item)
    return True
