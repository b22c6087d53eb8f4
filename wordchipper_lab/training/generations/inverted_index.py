"""Generation 4, inverted index: each pair knows the spans that contain it, so no merge searches all spans."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ..trainer import Pair
from .incremental import IncrementalTrainer

__all__ = ["InvertedIndexTrainer"]


class InvertedIndexTrainer(IncrementalTrainer):
    """The incremental trainer with an index from each pair to the numbers of the spans that contain it.

    With W distinct spans of L tokens, P pairs, m merges and A spans that contain the pair, a merge costs O(P)
    to find the best pair, O(A log A) to sort its spans and O(A * L) to correct counts and index. As a span of
    L tokens can be affected by at most L - 1 merges, all A together are at most W * L: all merges cost O(m *
    P + W * L * L). The index holds one number per span and distinct pair in it, at most W * L.

    >>> from wordchipper_lab.training import SpanCounts, SymbolCounts, TrainingOptions
    >>> corpus = SymbolCounts.from_spans(SpanCounts.from_mapping({b"low": 5, b"ow": 1, b"lot": 2}))
    >>> trainer = InvertedIndexTrainer(corpus, TrainingOptions(300))
    >>> trainer.spans_with((ord("l"), ord("o")))
    [0, 2]
    """

    name = "inverted_index"

    def __init__(self, *arguments, **options) -> None:  # type: ignore[no-untyped-def]
        self._spans_of: dict[Pair, set[int]] = {}
        super().__init__(*arguments, **options)

    def spans_with(self, pair: Pair) -> list[int]:
        """See `IncrementalTrainer.spans_with`: O(A log A)."""
        return sorted(self._spans_of.get(pair, ()))

    def _winner(self, tied: list[Pair]) -> Pair:
        return min(tied, key=self._order)

    def _first_span(self, pair: Pair) -> int:
        return min(self._spans_of[pair])

    def _withdraw(self, span: int, tokens: Sequence[int]) -> None:
        super()._withdraw(span, tokens)
        for pair in pairwise(tokens):
            if pair not in self._pair_counts:
                self._spans_of.pop(pair, None)
            else:
                self._spans_of[pair].discard(span)

    def _register(self, span: int, tokens: Sequence[int]) -> None:
        super()._register(span, tokens)
        for pair in pairwise(tokens):
            self._spans_of.setdefault(pair, set()).add(span)
