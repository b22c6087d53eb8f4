"""Subset construction: prioritised NFA -> leftmost-first DFA over cells.

A DFA state is an *ordered* list of NFA states; the order is the priority. Conditions (look-ahead, ``$``) are
edges that are taken or not once the next cell is known, so a match is noticed one character late: reading
cell c in state s first tells whether a match ends *before* this character, then which threads continue. A
match cuts off all threads of lower priority, and is final when no thread of higher priority is left.

That makes ``\\s+(?!\\S)`` an ordinary part of a pattern. (Other tokenizers remove this look-ahead from the
pattern and imitate it by a rule that gives one character back; this works for that construct only.)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...errors import UnsupportedPatternError
from .nfa import CONSUME, MATCH, Nfa
from .work_budget import WorkBudget

__all__ = ["DEAD", "MAX_DFA_STATES", "Dfa", "build_dfa", "minimise"]

DEAD = -1
MAX_DFA_STATES = 4096  #: beyond it the tables leave the processor's caches


@dataclass(frozen=True, eq=False)
class Dfa:
    """State 0 is the start. ``following`` int32 and ``accepts`` bool are both (states, cells + 1).

    Reading cell c in state s: ``accepts[s, c]`` says that a match ends before this character (a longer one of
    higher priority may still come), ``following[s, c]`` is the next state, or `DEAD`. Column 0 is the end of
    the text.
    """

    following: np.ndarray
    accepts: np.ndarray


def build_dfa(nfa: Nfa) -> Dfa:
    """Determinise `nfa` and merge equivalent states."""
    n_columns = nfa.cells.n_cells + 1
    start = (nfa.start,)
    numbers: dict[tuple[int, ...], int] = {start: 0}
    following: list[list[int]] = []
    accepts: list[list[bool]] = []
    pending = [start]
    for threads in pending:  # grows during the loop
        rows = [_read(nfa, threads, cell) for cell in range(n_columns)]
        for after, _ in rows:
            if after and after not in numbers:
                numbers[after] = len(numbers)
                pending.append(after)
        if len(numbers) > MAX_DFA_STATES:
            problem = f"unsupported size: the automaton needs more than {MAX_DFA_STATES} states"
            raise UnsupportedPatternError(nfa.pattern, 0, problem)
        following.append([numbers[after] if after else DEAD for after, _ in rows])
        accepts.append([accepted for _, accepted in rows])
    return Dfa(*minimise(np.array(following, dtype=np.int32), np.array(accepts, dtype=bool), nfa.work))


def _read(nfa: Nfa, threads: tuple[int, ...], cell: int) -> tuple[tuple[int, ...], bool]:
    """Threads after reading `cell`, without duplicates, and whether a match ended before it."""
    after: dict[int, None] = {}
    for number in nfa.follow(threads, cell):
        kind, mask, following, _ = nfa.states[number]
        if kind == MATCH:
            return tuple(after), True
        if kind == CONSUME and mask >> cell & 1:
            after.setdefault(following)
    return tuple(after), False


def minimise(following: np.ndarray, outputs: np.ndarray, work: WorkBudget) -> tuple[np.ndarray, np.ndarray]:
    """Merge equivalent states; state 0 stays state 0.

    Moore's partition refinement: states are first divided into classes by their row of `outputs`, then
    repeatedly by the classes they lead to (``following``, with `DEAD`), until nothing changes.
    """
    classes = np.zeros(len(following) + 1, dtype=np.int32)
    classes[-1] = DEAD  # DEAD is -1, so it indexes the last place
    n_classes = 0
    while True:
        work.spend((following.size + outputs.size) // 7)  # 35 ns per entry
        behaviour = np.concatenate([classes[:-1, None], classes[following], outputs], axis=1)
        _, first, refined = np.unique(behaviour, axis=0, return_index=True, return_inverse=True)
        by_first = np.argsort(first)
        number = np.empty(len(first), dtype=np.int32)
        number[by_first] = np.arange(len(first))
        classes[:-1] = number[refined.reshape(-1)]
        if len(first) == n_classes:
            chosen = first[by_first]
            return classes[following[chosen]].astype(np.int32), outputs[chosen]
        n_classes = len(first)
