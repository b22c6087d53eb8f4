"""The path of an automaton over one span, read from the tables that its kernel walks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ...spanners import AutomatonLexer, Span
from ...spanners.automaton.automaton_tables import AutomatonTables, compile_automaton
from ...spanners.automaton.cells import END
from ...spanners.automaton.dfa import DEAD, Dfa
from .alphabet import Alphabet, common_alphabet, read_cells
from .proof.automaton_machine import read_dfa

__all__ = ["MOST_STEPS", "Step", "automaton_of", "walk_path"]

MOST_STEPS = 200
"""Characters of a path that are kept; in a longer one, the middle is left out."""


@dataclass(frozen=True)
class Step:
    """One look at a character (at byte ``position``; "" at the end of the text): from ``state`` to ``next``,
    or no transition.

    ``accepts``: a match may end before this character. ``role``: "" inside the span, "read ahead" after its
    end.
    """

    position: int
    character: str
    cell: str
    state: int
    next: int | None
    accepts: bool
    role: str


@lru_cache(maxsize=16)
def automaton_of(pattern: str) -> tuple[AutomatonTables, Dfa, Alphabet]:
    """The compiled tables of a pattern, the DFA that is packed into them, and the names of its cells."""
    tables = compile_automaton(pattern)
    return tables, read_dfa(tables), common_alphabet(AutomatonLexer(pattern))


@lru_cache(maxsize=1)
def _columns(pattern: str, text: str) -> list[int]:
    """The automaton's column for each character of a text, and for its end."""
    return [*read_cells(automaton_of(pattern)[0], text).tolist(), END]


def walk_path(lexer: AutomatonLexer, text: str, begin: int, span: Span) -> tuple[list[Step], int]:
    """The steps that led to `span`, and how many characters after its end were read and given back.

    `begin` is where the span begins in `text`, in characters. Raises `AssertionError` if the path ends
    somewhere else than the kernel's span, because one of them would be wrong.
    """
    _, dfa, alphabet = automaton_of(lexer.pattern)
    columns = _columns(lexer.pattern, text)
    steps: list[Step] = []
    position, state, accepted = span.start, 0, -1
    n_ahead = 0
    for place in range(begin, len(text) + 1):
        character = text[place : place + 1]
        column = columns[place]
        following, accepts = int(dfa.following[state, column]), bool(dfa.accepts[state, column])
        accepted = position if accepts else accepted
        if len(steps) < MOST_STEPS:
            name = alphabet.names[int(alphabet.read(character)[0])] if character else "end"
            after = None if following == DEAD else following
            role = "read ahead" if position >= span.end else ""
            steps.append(Step(position, character, name, state, after, accepts, role))
        if following == DEAD:
            break
        n_ahead += position >= span.end
        state = following
        position += len(character.encode())
    if accepted != (span.end if span.kind == "word" else -1):
        raise AssertionError(f"the automaton's path accepts at byte {accepted}, but its span is {span}")
    return steps, n_ahead if span.kind == "word" else 0
