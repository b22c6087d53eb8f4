"""DFA -> the table that the automaton kernel walks: one load per character, no decision at the end of a span.

The kernel never stops at the end of a span to return to the start state. If the DFA finds that the match ends
before the character just read, the table already contains where that character leads *from the start*: the
entry is marked EMIT and continues from there. An entry is one uint32:

    bits 0-28  the next row: its offset in the table (state x columns), ready to be added to a cell
    EMIT       the match ends before this character; the next row has this character behind it already
    ACCEPT     a match ends before this character, but a longer one may come: remember the place
    REWIND     no match ends here: take the place remembered last, or, if there is none, one character as a gap

Row 0 is the start state. Column 0 is the end of the text, where only ACCEPT (a match ends here) matters. As
nothing follows the end, the low 16 bits of that column hold the state's row in the pair table (`pair_steps`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ...kernels.layout import I64, U8, U16, U32
from .build_nfa import build_nfa
from .bundled_cells import load_cells
from .cells import END, CellMap, build_cells, pattern_sets
from .dfa import DEAD, Dfa, build_dfa
from .pair_steps import build_pair_steps
from .pattern_syntax import parse_pattern
from .work_budget import WorkBudget

__all__ = ["ACCEPT", "EMIT", "EMIT_BIT", "REWIND", "ROW_MASK", "AutomatonTables", "compile_automaton", "fuse"]

EMIT_BIT = 29
EMIT = 1 << EMIT_BIT
ACCEPT = 1 << 30
REWIND = 1 << 31
ROW_MASK = EMIT - 1


class AutomatonTables(NamedTuple):
    """All arrays that the kernel needs."""

    transitions: U32
    """uint32 (states * columns,)"""
    pages: U16
    """uint16 (8704,): the two stages of a `CellMap`."""
    cells: U8
    """uint8 (128 * distinct pages,)"""
    pair_steps: U32
    """uint32 (states * pair classes,), see `PairSteps`."""
    pair_classes: U16
    """uint16 (65536,)"""
    n_columns: I64
    """int64 (1,)"""


@lru_cache(maxsize=64)
def compile_automaton(pattern: str) -> AutomatonTables:
    r"""Compile a split pattern, once per process: 2 ms for the built-in ones, otherwise about 0.1 s.

    Raises `PatternSyntaxError`, or `UnsupportedPatternError`, also if compiling takes too long (see
    `work_budget`).

    >>> compile_automaton(r"\w+|\s+").pages.shape
    (8704,)
    """
    node = parse_pattern(pattern)
    sets = pattern_sets(node)
    work = WorkBudget(pattern)
    cells = load_cells(sets) or build_cells(pattern, sets, work)
    dfa = build_dfa(build_nfa(node, cells, pattern, work))
    n_states, n_columns = dfa.following.shape
    transitions, pages, cell_table = fuse(dfa, cells)
    table = transitions.astype(np.int64).reshape(n_states, n_columns)
    emits, accepts, rewinds = ((table & flag) != 0 for flag in (EMIT, ACCEPT, REWIND))
    pairs = build_pair_steps((table & ROW_MASK) // n_columns, emits, accepts, rewinds, cell_table[:128])
    table[:, END] |= np.arange(n_states) * (len(pairs.steps) // n_states)
    return AutomatonTables(
        table.astype(np.uint32).reshape(-1), pages, cell_table, *pairs, np.array([n_columns], dtype=np.int64)
    )


def fuse(dfa: Dfa, cells: CellMap) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Pack a DFA into the self-restarting table, together with the two stages of `cells`."""
    following, accepts = dfa.following.astype(np.int64), dfa.accepts
    n_columns = following.shape[1]
    alive = following != DEAD
    restart = np.broadcast_to(
        following[0], following.shape
    )  # the start state accepts nothing, since no branch is empty
    emits = ~alive & accepts & (restart != DEAD)
    table = np.where(alive, following, np.where(emits, restart, 0)) * n_columns
    table |= np.where(emits, EMIT, 0) | np.where(accepts & ~emits, ACCEPT, 0)
    # A match ends, but the next character starts none: ACCEPT and REWIND together, resolved by the slow path.
    table |= np.where(~alive & ~emits, REWIND, 0)
    table[:, END] = np.where(accepts[:, END], ACCEPT, REWIND)
    return table.astype(np.uint32).reshape(-1), cells.pages, cells.cells
