"""How many tokens of a set are unstable beside each other token: all at once."""

from __future__ import annotations

import numpy as np

from .merge_rules import MergeRules
from .pair_regions import PairRegions

__all__ = ["RectangleCounts"]


class RectangleCounts:
    """Unstable pairs of some left tokens and some right ones. Counting takes about 3 ms for all tokens of o200k_base.

    left, right: the tokens, int64, here in the order of their places; tokens are known by their numbers in these.
    left_number: int64 (n,): rank -> number in ``left``, or -1.
    """

    def __init__(self, rules: MergeRules, regions: PairRegions, left: np.ndarray, right: np.ndarray) -> None:
        after, before = regions
        self.left, self.right = _by_place(left, after.place), _by_place(right, before.place)
        self.left_number = np.full(len(rules), -1, dtype=np.int64)
        self.left_number[self.left] = np.arange(len(left))
        merges = np.flatnonzero(rules.left >= 0)
        places = after.place[self.left]
        self._begin_left = np.searchsorted(places, after.place[rules.left[merges]])
        self._end_left = np.searchsorted(places, after.ends[merges])
        places = before.place[self.right]
        self._begin_right = np.searchsorted(places, before.place[rules.right[merges]])
        self._end_right = np.searchsorted(places, before.ends[merges])
        kept = (self._begin_left < self._end_left) & (self._begin_right < self._end_right)
        for name in ("_begin_left", "_end_left", "_begin_right", "_end_right"):
            setattr(self, name, getattr(self, name)[kept])

    def after(self, chosen: np.ndarray) -> np.ndarray:
        """For each right token, with how many of the chosen left ones (bool) it is unstable: int64."""
        sums = np.append(0, np.cumsum(chosen))
        weights = sums[self._end_left] - sums[self._begin_left]
        return _spread(self._begin_right, self._end_right, weights, len(self.right))

    def before(self, chosen: np.ndarray) -> np.ndarray:
        """For each left token, with how many of the chosen right ones (bool) it is unstable: int64."""
        sums = np.append(0, np.cumsum(chosen))
        weights = sums[self._end_right] - sums[self._begin_right]
        return _spread(self._begin_left, self._end_left, weights, len(self.left))


def _by_place(tokens: np.ndarray, place: np.ndarray) -> np.ndarray:
    return tokens[np.argsort(place[tokens], kind="stable")]


def _spread(begins: np.ndarray, ends: np.ndarray, weights: np.ndarray, n: int) -> np.ndarray:
    """The sum of the weights of the intervals that contain each of n places."""
    used = np.flatnonzero(weights)
    begins, ends, weights = begins[used], ends[used], weights[used]
    # Sums of whole numbers below 2^53, so floating point is exact.
    change = np.bincount(begins, weights, n + 1) - np.bincount(ends, weights, n + 1)
    return np.cumsum(change[:-1]).astype(np.int64)
