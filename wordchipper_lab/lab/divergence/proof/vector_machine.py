"""The vector lexer as a finite machine: the rules for a block, and the automaton where they do not decide.

What is proved: the rules, as statements about characters (`vector_rules`), say of no text what its pattern does not
say, if a block begins at the beginning of the text, never ends, and is left to the automaton once the rules give up.
This is enough for blocks of 64 bytes that begin at any span's start: no pattern of these looks at what is before a
span, so the rest of the text from there is again a text with a block at its beginning; and the end of a block takes
decisions away, but changes none. What the kernel makes of ASCII characters and of each cell is read from its masks
and tables.

What is not proved, but compared by tests, on all short strings at every place of a block: that the kernel's
operations on masks decide a part of what these rules decide, and as they do; and that no span begins inside a
character.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ....spanners.spans import WORD
from ....spanners.vector.vector_lexer import VectorLexer
from ..alphabet import Alphabet
from .automaton_machine import AutomatonMachine
from .span_machine import BEGIN, MOST_REMEMBERED, State
from .vector_rules import NOTHING_AHEAD, Ahead, Seen, VectorRules, read_kinds

__all__ = ["VectorMachine"]


class _Future(NamedTuple):
    automaton: State
    rules: Ahead


class _Inside(NamedTuple):
    automaton: State
    rules: Seen


_AT_BEGIN = _Inside(BEGIN, Seen())


class VectorMachine:
    """A `VectorLexer` as a `LexerMachine`.

    The automaton is followed along, because at any character it may have to go on from the last span's start. It
    answers only where the rules do not; where they contradict it, the machine says what the rules say.
    """

    def __init__(self, lexer: VectorLexer, alphabet: Alphabet) -> None:
        self.title = f"the rules of the vector lexer, and the automaton, of {lexer.pattern!r}"
        self._automaton = AutomatonMachine(lexer.tables.automaton, lexer.pattern, alphabet)
        self._rules = VectorRules(int(lexer.tables.family[0]), read_kinds(lexer.tables, alphabet))
        self.nothing_ahead = _Future(self._automaton.nothing_ahead, NOTHING_AHEAD)
        self.ahead = lru_cache(maxsize=MOST_REMEMBERED)(self._ahead)
        self._decide = lru_cache(maxsize=MOST_REMEMBERED)(self._rules.read)

    def _ahead(self, symbol: int, future: _Future) -> _Future:
        return _Future(
            self._automaton.ahead(symbol, future.automaton), self._rules.ahead(symbol, future.rules)
        )

    def read(self, state: State, symbol: int, future: _Future) -> tuple[State, int | None]:
        """See `LexerMachine.read`."""
        before = state if isinstance(state, _Inside) else _AT_BEGIN
        automaton, ended = self._automaton.read(before.automaton, symbol, future.automaton)
        seen, begins = self._decide(before.rules, symbol, future.rules)
        if begins is not None and before != _AT_BEGIN:
            ended = WORD if begins else None
        return _Inside(automaton, seen), ended

    def finish(self, state: State) -> int:
        """See `LexerMachine.finish`."""
        assert isinstance(state, _Inside)
        return self._automaton.finish(state.automaton)
