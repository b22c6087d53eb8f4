"""What a proof needs from a lexer: a finite machine that reads symbols and says where spans end.

Where a span ends may depend on text that is arbitrarily far ahead (``\\s*[\\r\\n]+`` depends on whether a
line break follows all those blanks), but only on finitely many facts about it. So a machine has two halves:

- **futures**: facts about the text ahead, computed from right to left. `nothing_ahead` is that of the empty text,
  ``ahead(symbol, future)`` that of a symbol with a text of this future behind it.
- **states**: what is known from the left. ``read(state, symbol, future)`` reads one symbol, `future` being that of
  the text behind it, and gives the next state and whether a span ends *before* the symbol: None, or its kind.

Both halves are finite and deterministic, so every text has exactly one run, and two machines can be compared
on all texts at once (`product`). A machine is a model of a lexer; tests compare it with the lexer itself on
all short texts.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Protocol

__all__ = ["BEGIN", "MOST_REMEMBERED", "LexerMachine", "State", "run_machine"]

MOST_REMEMBERED = 1 << 14
"""Futures that a machine caches: the published patterns have 2,000 of them."""

State = Hashable
BEGIN = "begin"  #: the state before the first symbol of a text


class LexerMachine(Protocol):
    """A lexer as a finite machine over the symbols 0 .. n - 1 of an `Alphabet`."""

    title: str
    """A description of what it models."""

    nothing_ahead: State
    """The future of the empty text."""

    def ahead(self, symbol: int, future: State) -> State:
        """The future of a text that begins with `symbol`, from the future of the rest."""

    def read(self, state: State, symbol: int, future: State) -> tuple[State, int | None]:
        """The next state, and the kind (`WORD`, `GAP`) of the span that ends before `symbol`, None if none does."""

    def finish(self, state: State) -> int:
        """The kind of the last span, which ends where the text does."""


def run_machine(machine: LexerMachine, symbols: list[int]) -> list[tuple[int, int]]:
    """(end, kind) of every span of a text given as symbols: ends count symbols. Two passes, right to left and back.

    The slow and obvious way to use a machine; proofs never do.
    """
    futures = [machine.nothing_ahead]
    for symbol in reversed(symbols):
        futures.append(machine.ahead(symbol, futures[-1]))
    futures.reverse()
    state: State = BEGIN
    ends: list[tuple[int, int]] = []
    for place, symbol in enumerate(symbols):
        state, ended = machine.read(state, symbol, futures[place + 1])
        if ended is not None:
            ends.append((place, ended))
    return [*ends, (len(symbols), machine.finish(state))] if symbols else []
