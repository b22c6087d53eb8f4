"""The automaton lexer as a finite machine, read back from the tables that its kernel walks."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from ....errors import UnprovableError
from ....spanners.automaton.automaton_tables import ACCEPT, EMIT, EMIT_BIT, REWIND, ROW_MASK, AutomatonTables
from ....spanners.automaton.cells import END
from ....spanners.automaton.dfa import DEAD, Dfa
from ....spanners.automaton.pair_steps import (
    ACCEPT_BIT,
    BY_ONE,
    EMIT_FIRST_BIT,
    EMIT_SECOND_BIT,
    LATE_BIT,
    STATE_SHIFT,
)
from ....spanners.spans import GAP, WORD
from ..alphabet import Alphabet, symbol_cells
from .span_machine import BEGIN, MOST_REMEMBERED, State

__all__ = ["AutomatonMachine", "check_pairs", "read_dfa"]

_GAP_STATE = -1


def read_dfa(tables: AutomatonTables) -> Dfa:
    """The leftmost-first DFA packed into `tables`; raises `UnprovableError` if an entry contradicts itself.

    An entry that ends a match and begins the next one must lead where the start state leads.
    """
    n_columns = int(tables.n_columns[0])
    table = tables.transitions.astype(np.int64).reshape(-1, n_columns)
    emits, rewinds = table & EMIT != 0, table & REWIND != 0
    following = (table & ROW_MASK) // n_columns
    start = np.broadcast_to(following[0], following.shape)
    inner = np.arange(n_columns) != END
    restarts = emits & inner
    if (emits[0] | (table[0] & ACCEPT != 0))[inner].any() or (following != start)[restarts].any():
        raise UnprovableError("the automaton's table", "an entry does not continue as the start state does")
    following = np.where(emits | rewinds, DEAD, following).astype(np.int32)
    following[:, END] = DEAD
    return Dfa(following, emits | (table & ACCEPT != 0))


def check_pairs(tables: AutomatonTables) -> None:
    """Compare every entry of the pair table with two single steps; `UnprovableError` if one differs."""
    n_columns = int(tables.n_columns[0])
    table = tables.transitions.astype(np.int64).reshape(-1, n_columns)
    n_states = len(table)
    pairs = tables.pair_steps.astype(np.int64).reshape(n_states, -1)
    first, second = np.divmod(np.arange(128 * 128), 128)
    classes = tables.pair_classes[first | second << 8]
    one = table[:, tables.cells[first]]
    two = table[(one & ROW_MASK) // n_columns, tables.cells[second][None, :]]
    found = pairs[:, classes]
    expected = (two & ROW_MASK) // n_columns * (pairs.shape[1] | 1 << STATE_SHIFT)
    expected |= (one >> EMIT_BIT & 1) << EMIT_FIRST_BIT | (two >> EMIT_BIT & 1) << EMIT_SECOND_BIT
    accepts, late = (one | two) & ACCEPT != 0, two & ACCEPT != 0
    expected |= accepts.astype(np.int64) << ACCEPT_BIT | late.astype(np.int64) << LATE_BIT
    by_one = found & BY_ONE != 0
    must_go_by_one = (one | two) & REWIND != 0
    not_ascii = np.ones(1 << 16, dtype=bool)
    not_ascii[first | second << 8] = False
    wide = pairs[:, tables.pair_classes[not_ascii]]
    rows = tables.transitions.astype(np.int64).reshape(-1, n_columns)[:, END] & 0xFFFF
    is_right = (
        (by_one | (found == expected)).all()
        and by_one[must_go_by_one].all()
        and (wide & BY_ONE != 0).all()
        and (rows == np.arange(n_states) * pairs.shape[1]).all()
    )
    if not is_right:
        raise UnprovableError("the automaton's table of pairs", "an entry differs from two single steps")


def _holds(future: int, state: int) -> bool:
    return state >= 0 and future >> state & 1 == 1


class AutomatonMachine:
    """The automaton lexer as a `LexerMachine`.

    A state is a state of the DFA, or -1 in a gap. The future is the set (bit s for state s) of DFA states from which a
    match ends at this place or further on: the last such place is where the kernel ends the span (it remembers, and
    goes back).
    """

    def __init__(self, tables: AutomatonTables, pattern: str, alphabet: Alphabet) -> None:
        self.title = f"the automaton of {pattern!r}"
        self.dfa = read_dfa(tables)
        check_pairs(tables)
        columns = symbol_cells(tables, alphabet)
        self._following = self.dfa.following[:, columns].tolist()
        self._accepts = self.dfa.accepts[:, columns].tolist()
        self._accepts_end = self.dfa.accepts[:, END].tolist()
        self.nothing_ahead = sum(1 << state for state in np.flatnonzero(self.dfa.accepts[:, END]).tolist())
        self.ahead = lru_cache(maxsize=MOST_REMEMBERED)(self._ahead)

    def _ahead(self, symbol: int, future: int) -> int:
        return sum(
            1 << state
            for state, (following, accepts) in enumerate(zip(self._following, self._accepts, strict=True))
            if accepts[symbol] or _holds(future, following[symbol])
        )

    def read(self, state: State, symbol: int, future: int) -> tuple[State, int | None]:
        """See `LexerMachine.read`."""
        is_word = state not in (BEGIN, _GAP_STATE)
        if is_word and _holds(future, self._following[state][symbol]):
            return self._following[state][symbol], None
        begun = self._following[0][symbol]
        if not _holds(future, begun):
            begun = _GAP_STATE
        if state == BEGIN or (state == _GAP_STATE and begun == _GAP_STATE):
            return begun, None
        return begun, WORD if is_word else GAP

    def finish(self, state: State) -> int:
        """See `LexerMachine.finish`."""
        return GAP if state == _GAP_STATE else WORD
