"""The shortest spans that have given tokens side by side, one after another."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from .occurrence import NEVER, Occurrence
from .pair_regions import unstable_after, unstable_before

__all__ = ["SpansThrough"]

_BRANCHES = 48  # tokens to put before or behind, the shortest first
_MOST_PATHS = 5000
_FAR = 1 << 40


class _Path(NamedTuple):
    """Some neighbouring tokens of a span, from one state to another.

    fewest: bytes that a text with them has, at least. is_begun: whether nothing comes before.
    """

    fewest: int
    number: int
    is_begun: bool
    begin: int
    data: bytes
    first: int
    last: int
    end: int


class SpansThrough:
    """Texts whose first span has some tokens (ranks) side by side, which must be stable: iterates, the shortest first.

    floor: bytes that a text which did not come yet has, at least; more than 2^32 once all have come.

    Best first, by the bytes of what there is and the fewest that the automaton needs to begin and to complete it (A*).
    Only the 48 shortest tokens are put beside each; what is left out counts for `floor`. Source: Hart, Nilsson and
    Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths" (1968).
    """

    def __init__(self, found: Occurrence, tokens: list[int]) -> None:
        self._found = found
        self._to_end = found.automaton.bytes_to_end
        self._from_start = found.automaton.bytes_from_start
        self._left_out = _FAR
        self._heap: list[_Path] = []
        self._n_paths = 0
        data = b"".join(map(found.rules.token_bytes, tokens))
        for begin, state in found.states.items():
            if (state.begun[state.tokens == tokens[0]] < NEVER).any():
                self._add(False, begin, data, tokens[0], tokens[-1], found.automaton.run(data, begin))

    @property
    def floor(self) -> int:
        """See the class."""
        return min(self._left_out, self._heap[0].fewest if self._heap else _FAR)

    def __iter__(self) -> Iterator[str]:
        while self._heap and self._n_paths < _MOST_PATHS:
            path = heapq.heappop(self._heap)
            if not path.is_begun:
                if path.begin == 0:
                    self._add(True, *path[3:])
                self._put_before(path)
            else:
                if path.end < self._found.automaton.n_between and self._found.automaton.may_end[path.end]:
                    text = self._found.automaton.text_of_span(path.data)
                    assert text is not None
                    yield text
                self._put_behind(path)

    def _add(self, is_begun: bool, begin: int, data: bytes, first: int, last: int, end: int) -> None:
        if end < 0 or self._found.rounds_left(last, end) == NEVER:
            return
        fewest = len(data) + int(self._to_end[end]) + (0 if is_begun else int(self._from_start[begin]))
        self._n_paths += 1
        heapq.heappush(self._heap, _Path(fewest, self._n_paths, is_begun, begin, data, first, last, end))

    def _put_before(self, path: _Path) -> None:
        found = self._found
        tokens, states = found.ways_to(path.begin)
        starts, ends = unstable_before(found.rules, found.regions, path.first)
        kept = ~_in_any(found.regions.after.place[tokens], starts, ends)
        chosen = self._shortest(path, tokens[kept])
        for token, state in zip(tokens[kept][chosen].tolist(), states[kept][chosen].tolist(), strict=True):
            self._add(False, state, found.rules.token_bytes(token) + path.data, token, path.last, path.end)

    def _put_behind(self, path: _Path) -> None:
        found = self._found
        if path.end not in found.states:
            return
        state = found.states[path.end]
        starts, ends = unstable_after(found.rules, found.regions, path.last)
        kept = ~_in_any(found.regions.before.place[state.tokens], starts, ends)
        chosen = self._shortest(path, state.tokens[kept])
        for token, end in zip(
            state.tokens[kept][chosen].tolist(), state.after[kept][chosen].tolist(), strict=True
        ):
            data = path.data + found.rules.token_bytes(token)
            self._add(True, path.begin, data, path.first, token, end)

    def _shortest(self, path: _Path, tokens: np.ndarray) -> np.ndarray:
        order = np.argsort(self._found.rules.sizes[tokens], kind="stable")
        if len(order) > _BRANCHES:
            self._left_out = min(
                self._left_out, len(path.data) + int(self._found.rules.sizes[tokens[order[_BRANCHES]]])
            )
        return order[:_BRANCHES]


def _in_any(places: np.ndarray, starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Whether each place lies in one of some intervals that do not overlap."""
    if not len(starts):
        return np.zeros(len(places), dtype=bool)
    order = np.argsort(starts)
    at = np.searchsorted(starts[order], places, side="right") - 1
    return (at >= 0) & (places < ends[order][at])
