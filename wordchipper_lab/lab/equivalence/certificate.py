"""`MergeCertificate`: the evidence that merging gives the same ids for every span."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ..reachability import MergeRules, Occurrence, SpanAutomaton, find_occurrence, find_regions
from .compared_vocabularies import ComparedVocabularies
from .differing_neighbours import DifferingNeighbours

__all__ = ["MergeCertificate", "compare_neighbours", "count_pairs"]


@dataclass(frozen=True, eq=False)
class MergeCertificate:
    """How it is known that two vocabularies give the same ids for every span of a pattern.

    method: "same merges" (see `ComparedVocabularies.are_same`; it holds for any pattern), or "same neighbours" (see
    `DifferingNeighbours`). n_tokens: tokens that occur in spans. n_pairs: unstable pairs of `b`, each of which was
    looked up in `a`; 0 for the first method.
    """

    method: Literal["same merges", "same neighbours"]
    compared: ComparedVocabularies
    reversed: ComparedVocabularies
    spans: SpanAutomaton
    n_tokens: int
    n_pairs: int

    def verify(self) -> bool:
        """The same comparison from `b` to `a`: with the tokens that occur in `b`, and the unstable pairs of `a`."""
        if self.method == "same merges":
            return self.reversed.are_same
        found, neighbours = compare_neighbours(self.reversed, self.spans)
        if (found.occurs & ((self.reversed.made_in_both < 0) | self.reversed.moved)).any():
            return False
        return neighbours.fewest_bytes() is None

    def to_json(self) -> dict[str, Any]:
        """The method and the numbers, as JSON has them."""
        return {"method": self.method, "n_tokens": self.n_tokens, "n_pairs": self.n_pairs}


def compare_neighbours(
    compared: ComparedVocabularies, spans: SpanAutomaton
) -> tuple[Occurrence, DifferingNeighbours]:
    """The tokens of `a` that occur in spans, and how their neighbours are compared with those in `b`."""
    found = find_occurrence(compared.a, spans)
    return found, DifferingNeighbours(found, compared.b, find_regions(compared.b), compared.made_in_both)


def count_pairs(rules: MergeRules) -> int:
    """Number of unstable pairs of a vocabulary."""
    after, before = find_regions(rules)
    merges = np.flatnonzero(rules.left >= 0)
    lefts = after.ends[merges] - after.place[rules.left[merges]]
    rights = before.ends[merges] - before.place[rules.right[merges]]
    return int((lefts * rights).sum())
