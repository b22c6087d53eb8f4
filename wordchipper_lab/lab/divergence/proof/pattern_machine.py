r"""The meaning of a split pattern, from its syntax tree: what a backtracking engine matches, without
backtracking.

A *rest* is what remains to be matched: a tuple of syntax nodes, the pattern itself at first. A rest *can
match* a text if it matches some beginning of it; that is a fact about the text ahead, computed from right to
left (the future of this machine is the set of rests that can match). From left to right nothing needs to be
tried: of the ways to continue, in the order in which the engine would try them, take the first after which
the rest can match. (A. Frisch and L. Cardelli, "Greedy Regular Expression Matching", ICALP 2004, read the
text in these two directions.)

It shares with the automaton lexer only the parser and the question which characters are in a set. It has no
NFA, no subset construction and no table, and a possessive quantifier is really possessive (it never gives
back), not greedy.

Three constructs are refused because they do not fit this form: a possessive quantifier after anything but a
single set, a pattern that matches the empty string or repeats something empty without end, and a ``$`` that
could also mean "before a final line feed".
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from ....errors import UnprovableError
from ....spanners.automaton.build_nfa import is_nullable
from ....spanners.automaton.cells import END, CellMap
from ....spanners.automaton.pattern_syntax import parse_pattern
from ....spanners.automaton.syntax_tree import CharSet, Choice, LookAhead, Node, Repeat, Sequence, TextEnd
from ....spanners.spans import GAP, WORD
from ..alphabet import Alphabet, pattern_cells, symbol_cells
from .memory_bound import ProofMemory
from .span_machine import BEGIN, MOST_REMEMBERED, State

__all__ = ["PatternMachine"]

Rest = tuple[Node, ...]
Future = int  # bit r: rest r can match

MOST_RESTS = 5000
_EXPANDED_BYTES, _WAY_BYTES = 500, 120

_GAP_STATE = -1


class _Way(NamedTuple):
    """One way to continue: allowed if the next cell is in `allowed`; then a span ends here (`rest` None), or
    a character is read and `rest` remains. Sets of cells are integers; bit `END` is the end of the text."""

    allowed: int
    rest: int | None


def without_doubles(ways: list[_Way]) -> list[_Way]:
    """`ways`, without those that leave the same rest as an earlier one."""
    seen: dict[int | None, int] = {}
    kept: list[_Way] = []
    for way in ways:
        allowed = way.allowed & ~seen.get(way.rest, 0)
        if allowed:
            kept.append(_Way(allowed, way.rest))
            seen[way.rest] = seen.get(way.rest, 0) | allowed
    return kept


class PatternMachine:
    """A split pattern as a `LexerMachine`; raises `UnprovableError` for a pattern not of that form."""

    def __init__(self, pattern: str, alphabet: Alphabet, memory: ProofMemory | None = None) -> None:
        self.title = f"the pattern {pattern!r}"
        self.pattern = pattern
        self._cells: CellMap = pattern_cells(pattern)
        self._symbol_cells = symbol_cells(self._cells, alphabet).tolist()
        self._everything = (1 << self._cells.n_cells + 1) - 1
        self._memory = memory or ProofMemory()
        self._numbers: dict[Rest, int] = {}
        self._rests: list[Rest] = []
        self._ways: list[list[_Way]] = []
        self._expanded: dict[tuple[Rest, int], list[_Way]] = {}
        self._start = self._number((parse_pattern(pattern),))
        for rest in self._rests:  # grows during the loop
            self._ways.append(self._expand(rest, self._everything))
            if len(self._rests) > MOST_RESTS:
                raise UnprovableError(self.title, f"more than {MOST_RESTS:,} things can remain to be matched")
        if any(way.rest is None for way in self._ways[self._start]):
            raise UnprovableError(self.title, "it can match the empty string")
        self.nothing_ahead: Future = self._able(END, 0)
        self.ahead = lru_cache(maxsize=MOST_REMEMBERED)(self._ahead)

    @property
    def n_rests(self) -> int:
        """Number of different rests."""
        return len(self._rests)

    def _ahead(self, symbol: int, future: Future) -> Future:
        return self._able(self._symbol_cells[symbol], future)

    def _able(self, cell: int, future: Future) -> Future:
        """The rests that can match a text that begins with `cell` and has `future` after that."""
        return sum(
            1 << number
            for number, ways in enumerate(self._ways)
            if any(way.allowed >> cell & 1 and (way.rest is None or future >> way.rest & 1) for way in ways)
        )

    def read(self, state: State, symbol: int, future: Future) -> tuple[State, int | None]:
        """See `LexerMachine.read`: a state is the number of a rest, or -1 in a gap."""
        cell = self._symbol_cells[symbol]
        if state not in (BEGIN, _GAP_STATE):
            following = self._go_on(state, cell, future)
            if following is not None:
                return following, None
        begun = self._go_on(self._start, cell, future)
        if begun is None:
            return _GAP_STATE, WORD if state not in (BEGIN, _GAP_STATE) else None
        return begun, None if state == BEGIN else GAP if state == _GAP_STATE else WORD

    def _go_on(self, state: int, cell: int, future: Future) -> int | None:
        """The rest after `cell`, or None if the match ends before it (or none begins)."""
        for way in self._ways[state]:
            if way.allowed >> cell & 1 and (way.rest is None or future >> way.rest & 1):
                return way.rest
        return None

    def finish(self, state: State) -> int:
        """See `LexerMachine.finish`."""
        return GAP if state == _GAP_STATE else WORD

    def _number(self, rest: Rest) -> int:
        if rest not in self._numbers:
            self._numbers[rest] = len(self._rests)
            self._rests.append(rest)
        return self._numbers[rest]

    def _expand(self, rest: Rest, allowed: int) -> list[_Way]:
        """All ways to continue with `rest`, in the order of trying, if the next cell is in `allowed`.

        Ways that lead only where an earlier one leads are left out: ``(?:a?|b?){30}`` would otherwise have 2
        to the 30 ways.
        """
        if not allowed:
            return []
        if not rest:
            return [_Way(allowed, None)]
        if (rest, allowed) not in self._expanded:
            ways = self._expanded[rest, allowed] = without_doubles(self._try(rest, allowed))
            n_bytes = _EXPANDED_BYTES + 8 * len(rest) + _WAY_BYTES * len(ways)
            self._memory.keep(n_bytes, f"{len(self._rests):,} things that can remain to be matched")
        return self._expanded[rest, allowed]

    def _try(self, rest: Rest, allowed: int) -> list[_Way]:
        node, behind = rest[0], rest[1:]
        match node:
            case CharSet():
                inside = allowed & self._cells.mask_of(node)
                return [_Way(inside, self._number(behind))] if inside else []
            case Sequence(items=items):
                return self._expand(items + behind, allowed)
            case Choice(branches=branches):
                return [way for branch in branches for way in self._expand((branch, *behind), allowed)]
            case LookAhead(chars=chars, negative=negative):
                inside = self._cells.mask_of(chars)
                return self._expand(behind, allowed & (~inside if negative else inside))
            case TextEnd():
                if node.behind is not None:
                    self._check_dollar(node.behind, behind, node.position)
                return self._expand(behind, allowed & 1 << END)
            case Repeat():
                return self._expand_repeat(node, behind, allowed)

    def _check_dollar(self, repeated: CharSet, behind: Rest, position: int) -> None:
        """In Python ``$`` also matches before a final line feed. This never happens if the repeat before it
        accepts line feeds, and the end of the text, which is tried first, suffices for a match."""
        takes_line_feeds = self._cells.mask_of(repeated) >> self._cells.cell_of("\n") & 1
        if not takes_line_feeds or all(way.rest is not None for way in self._expand(behind, 1 << END)):
            problem = f"its '$' at position {position} could also mean 'before a final line feed'"
            raise UnprovableError(self.title, problem)

    def _expand_repeat(self, repeat: Repeat, behind: Rest, allowed: int) -> list[_Way]:
        if repeat.maximum == 0:
            return self._expand(behind, allowed)
        if repeat.maximum is None and is_nullable(repeat.item):
            problem = f"it repeats something that can be empty without end, at position {repeat.position}"
            raise UnprovableError(self.title, problem)
        fewer = replace(
            repeat,
            minimum=max(0, repeat.minimum - 1),
            maximum=None if repeat.maximum is None else repeat.maximum - 1,
        )
        can_stop = repeat.minimum == 0
        once_more = self._expand((repeat.item, fewer, *behind), allowed)
        if not repeat.possessive:
            return once_more + (self._expand(behind, allowed) if can_stop else [])
        if not isinstance(repeat.item, CharSet):
            problem = f"a possessive quantifier after more than a single set, at position {repeat.position}"
            raise UnprovableError(self.title, problem)
        inside = self._cells.mask_of(repeat.item)
        return once_more + (self._expand(behind, allowed & ~inside) if can_stop else [])
