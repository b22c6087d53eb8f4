"""Two vocabularies, token by token: which are the same, which have other ids, and whether all merges are the same."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..reachability import MergeRules

__all__ = ["ComparedVocabularies"]


@dataclass(frozen=True, eq=False)
class ComparedVocabularies:
    """Two vocabularies; n is the number of ranks of `a`.

    to_b: int64 (n,): the rank in `b` of the token with the same bytes, -1 if it has none.
    """

    a: MergeRules
    b: MergeRules
    to_b: np.ndarray

    @cached_property
    def made_in_both(self) -> np.ndarray:
        """`to_b` where merging makes the token in both vocabularies, else -1."""
        is_made = (self.to_b >= 0) & self.a.is_made
        is_made[is_made] = self.b.is_made[self.to_b[is_made]]
        return np.where(is_made, self.to_b, -1)

    @cached_property
    def moved(self) -> np.ndarray:
        """Which tokens of `a` have another id in `b`: bool (n,)."""
        return (self.to_b >= 0) & (self.a.ids != self.b.ids[self.to_b])

    @cached_property
    def are_same(self) -> bool:
        """Whether both have the same tokens with the same ids, made by the same merges in the same order.

        Then both do the same with any bytes, because nothing else is looked at while merging.
        """
        a, b = self.a, self.b
        used = np.flatnonzero(a.sizes > 0)
        if len(used) != np.count_nonzero(b.sizes > 0) or (self.to_b[used] < 0).any() or self.moved.any():
            return False
        there = self.to_b[used]
        for here, other in ((a.left, b.left), (a.right, b.right)):
            parts = here[used]
            expected = np.where(parts >= 0, self.to_b[parts], -1)
            if not np.array_equal(other[there], expected):
                return False
        merged = used[a.left[used] >= 0]
        return bool((np.diff(self.to_b[merged]) > 0).all())
