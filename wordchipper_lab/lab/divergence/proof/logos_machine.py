"""A logos lexer as a finite machine: the longest-match table that its kernel walks, and a model of the repair machine.

The kernel decides about whitespace when it has seen what follows; here, what follows is known in advance. The
future contains two facts for every state of the token table: the role of the token that continues from there
(0: none does), and what comes after a run of whitespace that continues from there (a role, or `TEXT_END`).
From the left there is then only this to remember: the current token, whether a line break is buffered before
it, whether it took whitespace, and how much of a contraction has been read.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ....errors import UnprovableError
from ....spanners.automaton.automaton_tables import ACCEPT, EMIT, REWIND
from ....spanners.automaton.automaton_tables import ROW_MASK as RESTART_MASK
from ....spanners.automaton.cells import END
from ....spanners.logos import LogosLexer
from ....spanners.logos.longest_match import ROLE_BIT, STOP, TokenTables
from ....spanners.logos.repair_machine import REPAIRS, ROW_MASK
from ....spanners.logos.roles import (
    CHECK_CONTRACTION,
    FIRST_IS_LETTER,
    GAP_ROLE,
    NEWLINE,
    PUNCTUATION,
    WHITESPACE,
    WORD_ROLE,
    is_simple,
)
from ....spanners.spans import GAP, WORD
from ..alphabet import Alphabet, symbol_cells
from .span_machine import BEGIN, MOST_REMEMBERED, State

__all__ = ["TEXT_END", "LogosMachine", "read_tokens"]

TEXT_END = -1
_NONE = -1  # not a state of the token table: the character of a gap


def read_tokens(tables: TokenTables) -> tuple[np.ndarray, np.ndarray]:
    """``following`` int64 (states, columns), -1 for none, and ``roles`` int64 (states,) of the packed longest-match.

    Raises `UnprovableError` if the second table, for tokens that need no repair, contradicts the first.
    """
    n_columns = int(tables.cells.max()) + 1
    table = tables.longest.astype(np.int64).reshape(-1, n_columns)
    stops = table & STOP != 0
    following = np.where(stops, -1, (table & ROW_MASK) // n_columns)
    roles = np.zeros(len(table), dtype=np.int64)
    roles[following[~stops]] = table[~stops] >> ROLE_BIT
    if (np.where(stops, 0, roles[following]) != np.where(stops, 0, table >> ROLE_BIT)).any():
        raise UnprovableError("the token table", "a state has two roles")
    quick = tables.restarting.astype(np.int64).reshape(-1, n_columns)
    ends_here = stops & is_simple(roles)[:, None] & (following[0] >= 0)
    expected = np.where(ends_here, following[0], np.where(stops, 0, following)) * n_columns
    is_right = (
        (quick & RESTART_MASK == expected) & (quick & EMIT != 0) == ends_here,
        (quick & REWIND != 0) == (stops & ~ends_here),
    )
    inner = np.arange(n_columns) != END
    if not all(part[:, inner].all() for part in is_right) or (quick[0] & ACCEPT != 0)[inner].any():
        raise UnprovableError("the table of simple tokens", "an entry differs from the longest match")
    return following, roles


class _Future(NamedTuple):
    """One entry for each state of the token table (see the top of this file)."""

    roles: tuple[int, ...]
    behind_whitespace: tuple[int, ...]


class _Inside(NamedTuple):
    """In a token: its state and role; buffered line break before it; how far a contraction goes; whether the token
    is over and a boundary (or, if `taken`, none) lies before the next character."""

    token: int
    role: int
    newline: bool = False
    contraction: int = 0
    over: bool = False
    taken: bool = False


class LogosMachine:
    """A `LogosLexer` as a `LexerMachine`."""

    def __init__(self, lexer: LogosLexer, alphabet: Alphabet) -> None:
        self.title = f"the token definitions of {lexer.name or lexer.pattern!r}"
        following, roles = read_tokens(lexer.tables)
        columns = symbol_cells(lexer.tables, alphabet)
        self._following = following[:, columns].tolist()
        self._roles = roles.tolist()
        self._split, self._restart, self._contract, self._join_end = (
            repair not in lexer.without for repair in REPAIRS
        )
        characters = alphabet.characters
        self._is_space = [character == " " for character in characters]
        self._is_quote = [character == "'" for character in characters]
        self._letters = [
            next((i for i, group in enumerate(("sSdDmMtT\u017f", "lL", "vVrR", "eE")) if c in group), None)
            for c in characters
        ]
        n_states = len(self._roles)
        self.nothing_ahead = _Future((0,) * n_states, (TEXT_END,) * n_states)
        self.ahead = lru_cache(maxsize=MOST_REMEMBERED)(self._ahead)

    def _ahead(self, symbol: int, future: _Future) -> _Future:
        afters = [row[symbol] for row in self._following]
        roles = tuple((future.roles[s] or self._roles[s]) if s >= 0 else 0 for s in afters)
        next_role = roles[0] or GAP_ROLE
        if next_role == WHITESPACE:
            next_role = future.behind_whitespace[afters[0]]
        behind = tuple(
            next_role if role == 0 else future.behind_whitespace[after] if role == WHITESPACE else 0
            for role, after in zip(roles, afters, strict=True)
        )
        return _Future(roles, behind)

    def read(self, state: State, symbol: int, future: _Future) -> tuple[State, int | None]:
        """See `LexerMachine.read`."""
        if state == BEGIN:
            return self._begin(symbol, future, newline=False)[0], None
        assert isinstance(state, _Inside)
        if state.over:
            begun, _ = self._begin(symbol, future, newline=False, taken=state.taken)
            return begun, None if state.taken else WORD
        after = self._following[state.token][symbol] if state.token >= 0 else _NONE
        if after >= 0 and (future.roles[after] or self._roles[after]):
            if state.role == WHITESPACE:
                return self._read_whitespace(state.newline, after, symbol, future, is_first=False)
            return self._read_token(state, after, symbol), None
        if (
            state.role == WHITESPACE
        ):  # goes on: what ends a run of whitespace was settled at its last character
            after = self._following[0][symbol]
            return self._read_whitespace(state.newline, after, symbol, future, is_first=False)
        begun, before_whitespace = self._begin(symbol, future, newline=state.newline)
        if state.newline:
            if begun.role == NEWLINE:
                return begun, None
            return begun, WORD if begun.role != WHITESPACE or before_whitespace else None
        if state.role == GAP_ROLE:
            return begun, None if begun.role == GAP_ROLE else GAP
        return begun, WORD

    def _begin(
        self, symbol: int, future: _Future, *, newline: bool, taken: bool = False
    ) -> tuple[_Inside, bool]:
        """The state after the first character of a token; whether a line break buffered before it ends
        there."""
        after = self._following[0][symbol]
        role = (future.roles[after] or self._roles[after]) if after >= 0 else 0
        if role == 0:
            return _Inside(_NONE, GAP_ROLE), True
        if role == WHITESPACE:
            ends = newline and (future.behind_whitespace[after] != TEXT_END or not self._join_end)
            state, _ = self._read_whitespace(newline and not ends, after, symbol, future, is_first=True)
            return state, ends
        checks = role & WORD_ROLE and role & CHECK_CONTRACTION and self._contract and not taken
        contraction = 1 if checks and self._is_quote[symbol] else 0
        return _Inside(after, role, newline=role == NEWLINE, contraction=contraction), True

    def _read_token(self, state: _Inside, after: int, symbol: int) -> _Inside:
        letters = self._letters[symbol]
        match state.contraction, letters:
            case (1, 0) | (2, 1) | (3, 3):
                return _Inside(after, state.role, over=True)
            case (1, 1):
                return state._replace(token=after, contraction=2)
            case (1, 2):
                return state._replace(token=after, contraction=3)
        return state._replace(token=after, contraction=0)

    def _read_whitespace(
        self, newline: bool, after: int, symbol: int, future: _Future, *, is_first: bool
    ) -> tuple[_Inside, int | None]:
        """One whitespace character of a run: a decision is needed only at the last one."""
        inside = _Inside(after, WHITESPACE, newline=newline)
        following = future.roles[0] or GAP_ROLE
        if future == self.nothing_ahead or future.roles[after] or following == WHITESPACE:
            return inside, None
        over = inside._replace(over=True, newline=False)
        if not self._split or following == NEWLINE:
            return over, None
        is_word = following & WORD_ROLE != 0
        own_prefix = is_word and not following & FIRST_IS_LETTER
        space = self._is_space[symbol]
        takes = (is_word and not own_prefix) or (following == PUNCTUATION and space)
        before = None if is_first else WORD
        if own_prefix and space and not is_first and self._restart:
            return self._begin(symbol, future, newline=False)[0], before
        return over._replace(taken=takes), before

    def finish(self, state: State) -> int:
        """See `LexerMachine.finish`."""
        return GAP if isinstance(state, _Inside) and state.role == GAP_ROLE else WORD
