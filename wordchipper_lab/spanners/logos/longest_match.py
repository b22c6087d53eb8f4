"""Token definitions -> one longest-match DFA over cells, as the logos crate builds at compile time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ...errors import UnsupportedPatternError
from ..automaton.automaton_tables import fuse
from ..automaton.build_nfa import build_nfa
from ..automaton.bundled_cells import load_cells
from ..automaton.cells import CellMap, build_cells, pattern_sets
from ..automaton.dfa import DEAD, MAX_DFA_STATES, Dfa, minimise
from ..automaton.nfa import Nfa
from ..automaton.pattern_syntax import parse_pattern
from ..automaton.syntax_tree import CharSet, LookAhead, Node, TextEnd, walk
from ..automaton.work_budget import WorkBudget
from .roles import TokenDefinition, is_simple, role_code

__all__ = ["ROLE_BIT", "STOP", "TokenTables", "compile_tokens", "definition_sets"]

ROLE_BIT = 24
STOP = 1 << 31


class TokenTables(NamedTuple):
    """The DFA as two tables, uint32 (states * columns,) each, and the two stages of a cell map.

    An entry of ``longest`` holds the offset of the next row, with the role code of the token that ends there
    in bits 24 to 27 (0: none), or `STOP` if no token continues. ``restarting`` is a table as in
    `automaton_tables`, where only tokens that never need a repair (see `is_simple`) are matches, and all
    others take the slow path.
    """

    longest: np.ndarray
    restarting: np.ndarray
    pages: np.ndarray
    cells: np.ndarray


@lru_cache(maxsize=32)
def compile_tokens(definitions: tuple[TokenDefinition, ...]) -> TokenTables:
    """Compile token definitions; raises `PatternSyntaxError` or `UnsupportedPatternError` for a fragment."""
    trees = [_parse_fragment(definition.fragment) for definition in definitions]
    sets = pattern_sets(*trees)
    source = "|".join(definition.fragment for definition in definitions)
    work = WorkBudget(source)
    cells = load_cells(sets) or build_cells(source, sets, work)
    nfas = [build_nfa(tree, cells, d.fragment, work) for tree, d in zip(trees, definitions, strict=True)]
    following, winners = _determinise(nfas, definitions, cells, work)
    codes = np.array([role_code(definition.role) for definition in definitions] + [0], dtype=np.int64)
    outputs = codes[winners]  # winner -1 is the last place: no role
    following, outputs = minimise(following, outputs[:, None], work)
    packed = following.astype(np.int64) * following.shape[1] | outputs[:, 0][following] << ROLE_BIT
    longest = np.where(following == DEAD, STOP, packed).astype(np.uint32).reshape(-1)
    simple = np.broadcast_to(is_simple(outputs), following.shape)
    return TokenTables(longest, *fuse(Dfa(following, simple), cells))


def definition_sets(definitions: Sequence[TokenDefinition]) -> tuple[CharSet, ...]:
    """The distinct character sets of all fragments: the key of their cell map."""
    return pattern_sets(*(_parse_fragment(definition.fragment) for definition in definitions))


def _parse_fragment(fragment: str) -> Node:
    tree = parse_pattern(fragment)
    if any(isinstance(node, LookAhead | TextEnd) for node in walk(tree)):
        problem = "unsupported look-ahead or end of text in a token fragment; leave it out and choose a role,"
        raise UnsupportedPatternError(fragment, 0, problem)
    return tree


def _determinise(
    nfas: list[Nfa], definitions: Sequence[TokenDefinition], cells: CellMap, work: WorkBudget
) -> tuple[np.ndarray, np.ndarray]:
    """Run all fragments side by side: a state is a set of NFA states of each fragment."""
    start = tuple(frozenset({nfa.start}) for nfa in nfas)
    numbers = {start: 0}
    following: list[list[int]] = []
    winners: list[int] = []
    pending = [start]
    for states in pending:  # grows during the loop
        reached = [nfa.follow(tuple(threads), 0) for nfa, threads in zip(nfas, states, strict=True)]
        winners.append(_winner(reached, definitions))
        row = [DEAD]  # the end of the text
        work.spend(cells.n_cells * (len(nfas) + sum(map(len, reached))))
        for cell in range(1, cells.n_cells + 1):
            after = tuple(
                frozenset(nfa.states[i][2] for i in threads if nfa.states[i][1] >> cell & 1)
                for nfa, threads in zip(nfas, reached, strict=True)
            )
            if any(after) and after not in numbers:
                numbers[after] = len(numbers)
                pending.append(after)
            row.append(numbers[after] if any(after) else DEAD)
        following.append(row)
        if len(numbers) > MAX_DFA_STATES:
            problem = f"unsupported size: the definitions need more than {MAX_DFA_STATES} states"
            raise UnsupportedPatternError(definitions[0].fragment, 0, problem)
    return np.array(following, dtype=np.int32), np.array(winners, dtype=np.int64)


def _winner(reached: list[list[int]], definitions: Sequence[TokenDefinition]) -> int:
    ending = [index for index, threads in enumerate(reached) if Nfa.MATCH_STATE in threads]
    return max(ending, key=lambda index: (definitions[index].priority, -index)) if ending else -1
