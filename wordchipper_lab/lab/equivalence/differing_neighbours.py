"""Pairs of tokens that can be neighbours in one tokenizer's texts, but not in what the other one merges."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from ...errors import WorkLimitError
from ...kernels.jit import jit
from ..reachability import MergeRules, Occurrence, PairRegions

__all__ = ["DifferingNeighbours"]

_MOST = np.int64(1) << 40
_ROWS = 4096  # between two questions whether to stop


class _Rows(NamedTuple):
    """The unstable pairs of a vocabulary, row by row: int64 arrays. A row is the tokens that cannot follow one token.

    parent, late: of each token on the right spine, see `Forest`; first: where the merges of each token are.
    early, begins, ends: of each of those, and the interval of the right tokens' places.
    """

    parent: np.ndarray
    late: np.ndarray
    first: np.ndarray
    early: np.ndarray
    begins: np.ndarray
    ends: np.ndarray


def _rows(rules: MergeRules, regions: PairRegions) -> _Rows:
    after, before = regions
    begins, ends = before.place[rules.right[after.merges]], before.ends[after.merges]
    return _Rows(rules.right, after.late, after.first, after.early, begins, ends)


@jit()
def _find_covered(
    begins: np.ndarray,
    ends: np.ndarray,
    places: np.ndarray,
    firsts: np.ndarray,
    lasts: np.ndarray,
    covered: np.ndarray,
) -> None:
    """``covered[i]`` (uint8) becomes 1 if interval i there, by `places`, lies within firsts[i] to lasts[i] here."""
    for i in range(len(begins)):
        covered[i] = 1 if firsts[i] < lasts[i] else 0
        for at in range(begins[i], ends[i]):
            place = np.int64(places[at])
            if place >= 0 and not (firsts[i] <= place < lasts[i]):
                covered[i] = 0
                break


@jit()
def _find_differing(
    lefts: np.ndarray,
    here: _Rows,
    there: _Rows,
    to_there: np.ndarray,
    places: np.ndarray,
    after_place: np.ndarray,
    first_left: np.ndarray,
    last_left: np.ndarray,
    tokens: np.ndarray,
    sizes: np.ndarray,
    left_class: np.ndarray,
    right_class: np.ndarray,
    meet: np.ndarray,
    n_right: int,
    most: int,
    marks: np.ndarray,
    found: np.ndarray,
    n_found: int,
) -> int:
    """Append the differing pairs of at most `most` bytes in total to `found`, int64 (2 * capacity,), until it is full;
    returns how many there are.

    A pair (s, t) of tokens here is one if it is unstable there and stable here, and can meet. lefts: the tokens s to
    look at. places: a right token's place there -> here, or -1. first_left, last_left: for each merge there, the places
    of the left tokens here with which all its right tokens are known to be unstable here. tokens: right ones by place.
    marks: int64 (n,), which no call before has marked with one of these `lefts`.
    """
    capacity = len(found) >> 1
    for i in range(len(lefts)):
        left = np.int64(lefts[i])
        if sizes[left] >= most:
            continue
        place_of_left = after_place[left]
        is_marked = False
        token, limit = np.int64(to_there[left]), _MOST
        while token >= 0:
            for k in range(there.first[token], there.first[token + 1]):
                if there.early[k] >= limit:
                    break
                if first_left[k] <= place_of_left < last_left[k]:
                    continue
                if not is_marked:
                    is_marked = True
                    inner, inner_limit = left, _MOST
                    while inner >= 0:
                        for j in range(here.first[inner], here.first[inner + 1]):
                            if here.early[j] >= inner_limit:
                                break
                            for place in range(here.begins[j], here.ends[j]):
                                marks[place] = left
                        inner_limit, inner = here.late[inner], here.parent[inner]
                for at in range(there.begins[k], there.ends[k]):
                    place = np.int64(places[at])
                    if place < 0 or marks[place] == left:
                        continue
                    right = np.int64(tokens[place])
                    if sizes[left] + sizes[right] > most:
                        continue
                    if meet[left_class[left] * n_right + right_class[right]]:
                        if n_found == capacity:
                            return n_found
                        found[2 * n_found] = left
                        found[2 * n_found + 1] = right
                        n_found += 1
            limit, token = there.late[token], there.parent[token]
    return n_found


class DifferingNeighbours:
    """Compares the neighbours of two vocabularies, `here` and `there`.

    to_there: int64 (n,): the rank there of each token here, if merging makes it in both, else -1. Where all tokens that
    occur here have one, and there is no differing pair, both give the same tokens on every text: what merging makes
    here is a list of tokens whose neighbours are stable there, too, and so is what merging makes there
    (`pair_regions`). If there is one, both differ on any text in which it is found.
    """

    def __init__(
        self, here: Occurrence, there: MergeRules, there_regions: PairRegions, to_there: np.ndarray
    ) -> None:
        self.here = here
        self._to_there = to_there
        to_here = np.full(len(there), -1, dtype=np.int64)
        shared = np.flatnonzero(to_there >= 0)
        to_here[to_there[shared]] = shared
        rights = to_here[there_regions.before.token_at]
        self._places = np.where(rights >= 0, here.regions.before.place[rights], -1)
        self._rows = _rows(here.rules, here.regions), _rows(there, there_regions)
        self._known = self._known_lefts(there, there_regions, to_here)
        occurring = np.flatnonzero(here.occurs & (to_there >= 0))
        sizes = here.rules.sizes
        self._lefts = occurring[np.argsort(sizes[occurring], kind="stable")]

    def _known_lefts(
        self, there: MergeRules, there_regions: PairRegions, to_here: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """For each merge there that is one here, too, and whose right tokens it holds: its left tokens here."""
        rules, (after, before) = self.here.rules, self.here.regions
        merges = there_regions.after.merges
        merged, left = to_here[merges], to_here[there.left[merges]]
        is_same = (merged >= 0) & (left >= 0)
        is_same &= rules.left[merged] == left
        firsts = np.where(is_same, before.place[rules.right[merged]], 0)
        lasts = np.where(is_same, before.ends[merged], 0)
        covered = np.empty(len(merges), dtype=np.uint8)
        _find_covered(self._rows[1].begins, self._rows[1].ends, self._places, firsts, lasts, covered)
        is_known = covered == 1
        return np.where(is_known, after.place[left], 0), np.where(is_known, after.ends[merged], 0)

    @property
    def n_rows(self) -> int:
        """Number of tokens whose neighbours are compared."""
        return len(self._lefts)

    def of_at_most(
        self, n_bytes: int, capacity: int, should_stop: Callable[[], bool] = lambda: False
    ) -> list[tuple[int, int]]:
        """Up to `capacity` differing pairs (ranks here) of at most `n_bytes` bytes; short first tokens first.

        Raises `WorkLimitError` once `should_stop` returns True.
        """
        found = np.empty(2 * capacity, dtype=np.int64)
        n_found = 0
        for lefts in self._chunks(should_stop):
            n_found = self._find(lefts, n_bytes, found, n_found)
            if n_found == capacity:
                break
        return [(int(left), int(right)) for left, right in found[: 2 * n_found].reshape(-1, 2)]

    def fewest_bytes(self, should_stop: Callable[[], bool] = lambda: False) -> int | None:
        """Bytes of a shortest differing pair; None if there is none."""
        sizes, found = self.here.rules.sizes, np.empty(2, dtype=np.int64)
        fewest: int | None = None
        for lefts in self._chunks(should_stop):
            while self._find(lefts, int(_MOST) if fewest is None else fewest - 1, found, 0):
                fewest = int(sizes[found].sum())
            if fewest is not None and sizes[lefts[-1]] + 1 >= fewest:
                break
        return fewest

    def _chunks(self, should_stop: Callable[[], bool]) -> Iterator[np.ndarray]:
        for begin in range(0, len(self._lefts), _ROWS):
            if should_stop():
                raise WorkLimitError(
                    f"the proof was stopped when the neighbours of {begin:,} of {self.n_rows:,} tokens were compared"
                )
            yield self._lefts[begin : begin + _ROWS]

    def _find(self, lefts: np.ndarray, most: int, found: np.ndarray, n_found: int) -> int:
        here = self.here
        meet = here.meet.astype(np.uint8)
        return int(
            _find_differing(
                lefts,
                *self._rows,
                self._to_there,
                self._places,
                here.regions.after.place,
                *self._known,
                here.regions.before.token_at,
                here.rules.sizes,
                here.left_class,
                here.right_class,
                meet.reshape(-1),
                meet.shape[1],
                most,
                np.full(len(here.rules), -1, dtype=np.int64),
                found,
                n_found,
            )
        )
