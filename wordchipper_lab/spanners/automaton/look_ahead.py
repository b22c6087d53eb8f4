r"""Does an automaton repeatedly read far ahead in vain? Decided from its tables, before it sees a text.

A match is final when no longer one is possible. Until then the automaton reads on: a *window* of text after
the last accepted place, which is read again if it leads to no match. Text is read in linear time if windows
are short, or if no long window begins inside another one. ``a*b|a`` on a's violates this: every a begins a
window that extends to the end. (The published patterns have long windows too: after a line break,
``\s*[\r\n]+`` looks for another one in all the blanks that follow. But if there is none, those blanks are one
span.)

To decide it, two states are followed through the same text: the state q that looks ahead, and the state r of
the automaton that restarts where the window began. Compare the analysis of K. Mamouras and others,
"StreamTok" (tokenizers with bounded look-ahead); here look-ahead need not be bounded, as long as it is not
repeated.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from .automaton_tables import ACCEPT, EMIT, REWIND, ROW_MASK, compile_automaton
from .cells import END

__all__ = ["MOST_AHEAD", "rereads_without_end"]

MOST_AHEAD = 256
"""Characters that any automaton may look ahead for every span: 0.4 s for 1 MB."""

_MOST_PAIRS = 4096


@lru_cache(maxsize=64)
def rereads_without_end(pattern: str) -> bool:
    r"""Whether the automaton of `pattern` may read text more than a constant number of times.

    Also true if the question would take long to answer.

    >>> rereads_without_end(r"\w+|\s*[\r\n]+|\s+(?!\S)|\s+"), rereads_without_end("a*b|a")
    (False, True)
    """
    tables = compile_automaton(pattern)
    table = tables.transitions.astype(np.int64).reshape(-1, int(tables.n_columns[0]))
    table = np.unique(np.delete(table, END, axis=1), axis=1)  # columns that behave alike are merged
    following = (table & ROW_MASK) // int(tables.n_columns[0])
    in_vain = table & (ACCEPT | EMIT | REWIND) == 0  # a character is read and no match ends before it
    far = _can_go_on(following, in_vain)
    if not _is_short(*_edges(following, in_vain & ~far[following] & ~far[:, None]), len(table)):
        return True
    return bool(far.any()) and not _is_read_once(table, following, in_vain & far[following])


def _can_go_on(following: np.ndarray, in_vain: np.ndarray) -> np.ndarray:
    """For which states a window can have any length: bool (states,)."""
    far = np.ones(len(following), dtype=bool)
    while True:
        still = (in_vain & far[following]).any(axis=1) & far
        if (still == far).all():
            return far
        far = still


def _is_read_once(table: np.ndarray, following: np.ndarray, goes_on: np.ndarray) -> bool:
    """Whether no long window begins inside another one, and no rewind does (which would separate the two
    states)."""
    begins = (table & ACCEPT != 0) & (table & REWIND == 0) & goes_on.any(axis=1)[following]
    if (begins & (table[0] & REWIND != 0)).any():
        return False
    anew = np.broadcast_to(following[0], table.shape)[begins]
    pairs = set(zip(following[begins].tolist(), anew.tolist(), strict=True))
    # nothing accepted: advance by one character
    pairs |= {(state, 0) for state in following[0][goes_on[0]].tolist()}
    numbers = {pair: number for number, pair in enumerate(pairs)}
    pending = list(pairs)
    edges: list[tuple[int, int]] = []
    for q, r in pending:  # grows during the loop
        entries = table[r][goes_on[q]]
        if (entries & REWIND).any() or len(pending) > _MOST_PAIRS:
            return False
        reached = zip(following[q][goes_on[q]].tolist(), following[r][goes_on[q]].tolist(), strict=True)
        for pair, entry in zip(reached, entries.tolist(), strict=True):
            if pair not in numbers:
                numbers[pair] = len(numbers)
                pending.append(pair)
            if not entry & (ACCEPT | EMIT):
                edges.append((numbers[q, r], numbers[pair]))
    return _is_short(*np.array(edges, dtype=np.int64).reshape(-1, 2).T, len(pending))


def _edges(following: np.ndarray, chosen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return np.nonzero(chosen)[0], following[chosen]


def _is_short(begins: np.ndarray, ends: np.ndarray, n: int) -> bool:
    """Whether every path in a graph of `n` nodes has at most `MOST_AHEAD` edges."""
    depth = np.zeros(n, dtype=np.int64)
    for _ in range(MOST_AHEAD + 1):
        deeper = np.zeros_like(depth)
        np.maximum.at(deeper, begins, depth[ends] + 1)
        if (deeper == depth).all():
            return True
        depth = deeper
    return False
