"""An NFA whose edges carry priorities and conditions.

There are three kinds of state. CONSUME reads one character of a set of cells. SPLIT continues in two states,
the first preferred. ASSERT continues only if the *next* cell (which may be the end of the text) is in a set.
Sets are integers with one bit per cell. MATCH ends it. Priorities make the automaton choose what a
backtracking engine finds first (Russ Cox, "Regular Expression Matching: the Virtual Machine Approach", 2009,
after Rob Pike).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from ...errors import UnsupportedPatternError
from .cells import CellMap
from .work_budget import WorkBudget

__all__ = ["ASSERT", "CONSUME", "MATCH", "SPLIT", "Nfa"]

MATCH, CONSUME, SPLIT, ASSERT = range(4)
MAX_NFA_STATES = 20_000


@dataclass
class Nfa:
    """``states[i]`` is (kind, mask of cells, next state, second choice); states are built from the end backwards."""

    MATCH_STATE: ClassVar[int] = 0  # number of the only MATCH state

    cells: CellMap
    pattern: str
    work: WorkBudget
    start: int = 0
    states: list[tuple[int, int, int, int]] = field(default_factory=lambda: [(MATCH, 0, 0, 0)])

    def add(self, kind: int, mask: int, following: int, second: int = 0) -> int:
        """Append a state; returns its number."""
        if len(self.states) >= MAX_NFA_STATES:
            problem = f"unsupported size: more than {MAX_NFA_STATES} states once repetitions are written out"
            raise UnsupportedPatternError(self.pattern, 0, problem)
        self.states.append((kind, mask, following, second))
        return len(self.states) - 1

    def follow(self, states: tuple[int, ...], next_cell: int) -> list[int]:
        """CONSUME and MATCH states that `states` reach before reading `next_cell`, by priority (Pike's closure)."""
        reached: list[int] = []
        seen: set[int] = set()
        stack = list(reversed(states))
        while stack:
            number = stack.pop()
            if number in seen:
                continue
            seen.add(number)
            kind, mask, following, second = self.states[number]
            if kind == SPLIT:
                stack += (second, following)
            elif kind != ASSERT:
                reached.append(number)
            elif mask >> next_cell & 1:
                stack.append(following)
        self.work.spend(len(seen) + 4)
        return reached
