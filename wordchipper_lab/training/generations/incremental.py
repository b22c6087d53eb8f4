"""Generation 2, incremental: pairs are counted once, and each merge corrects the counts it changes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ..ties import tie_order
from ..trainer import Change, Pair, Trainer
from .naive import merge_sequence

__all__ = ["IncrementalTrainer"]


class IncrementalTrainer(Trainer):
    """Keeps the pair counts; a span that contains the merged pair is withdrawn, rewritten and registered
    again.

    With W distinct spans of L tokens, P pairs, m merges and A spans that contain the pair, a merge costs O(P)
    to find the best pair, O(W * L) to search all spans for it and O(A * L) to correct the counts. All merges
    cost O(m * W * L), as for the naive trainer. But searching for a pair is one comparison per token where
    counting is a dictionary update, so it is several times faster.

    >>> from wordchipper_lab.training import SpanCounts, SymbolCounts, TrainingOptions
    >>> corpus = SymbolCounts.from_spans(SpanCounts.from_mapping({b"low": 5, b"lower": 2}))
    >>> trainer = IncrementalTrainer(corpus, TrainingOptions(257), observer=print)
    >>> trainer.steps(1)[0].affected  # doctest: +ELLIPSIS, +NORMALIZE_WHITESPACE
    Change(kind='withdraw', span=0, pair=(108, 111), weight=-5)
    Change(kind='withdraw', span=0, pair=(111, 119), weight=-5)
    Change(kind='rewrite', span=0, pair=(108, 111), weight=1)
    Change(kind='register', span=0, pair=(256, 119), weight=5)
    ...
    2
    """

    name = "incremental"

    def __init__(self, *arguments, **options) -> None:  # type: ignore[no-untyped-def]
        super().__init__(*arguments, **options)
        self._sequences = self.corpus.sequences()
        self._weights: list[int] = self.corpus.counts.tolist()
        self._pair_counts: dict[Pair, int] = {}
        self._order = tie_order(self.options.tie, self.tokens, self.first_place)
        observer, self.observer = self.observer, None  # the first count belongs to no merge
        for span, tokens in enumerate(self._sequences):
            self._register(span, tokens)
        self.observer = observer

    # -- finding the best pair --------------------------------------------------------------------------

    def best_pair(self) -> tuple[Pair, int] | None:
        """See `Trainer.best_pair`: O(P); for first_seen pairs O(W * L)."""
        counts = self._pair_counts
        if self.options.max_token_length is not None:
            counts = {pair: count for pair, count in counts.items() if self.is_allowed(pair)}
        most = max(counts.values(), default=0)
        if most < self.options.min_frequency:
            return None
        tied = [pair for pair, count in counts.items() if count == most]
        return self._winner(tied) if len(tied) > 1 else tied[0], most

    def _winner(self, tied: list[Pair]) -> Pair:
        """Which of several equally frequent pairs is merged."""
        if self.options.tie == "first_seen":  # one scan of the spans for all of them
            wanted = set(tied)
            return next(pair for tokens in self._sequences for pair in pairwise(tokens) if pair in wanted)
        return min(tied, key=self._order)

    def first_place(self, pair: Pair) -> tuple[int, int]:
        """Where a pair first occurs: number of the span, and bytes before the pair in it.

        Merges do not move a place, and a pair's occurrences are all made by one merge and lost one by one: the
        first place of a pair never moves backwards.
        """
        span, n_bytes = self._first_span(pair), 0
        for left, right in pairwise(self._sequences[span]):
            if (left, right) == pair:
                break
            n_bytes += len(self.tokens[left])
        return span, n_bytes

    def _first_span(self, pair: Pair) -> int:
        return self.spans_with(pair)[0]

    # -- merging it -------------------------------------------------------------------------------------

    def apply(self, pair: Pair, token: int) -> tuple[int, int]:
        """See `Trainer.apply`: what `spans_with` costs, and O(A * L)."""
        merged = 0
        affected = self.spans_with(pair)
        for span in affected:
            merged += self._merge_in_span(span, pair, token)
        return merged, len(affected)

    def spans_with(self, pair: Pair) -> list[int]:
        """The spans that contain the pair, ascending: O(W * L)."""
        left = pair[0]
        return [
            span
            for span, tokens in enumerate(self._sequences)
            if left in tokens and pair in pairwise(tokens)  # the first test is quick, and usually enough
        ]

    def _merge_in_span(self, span: int, pair: Pair, token: int) -> int:
        before = self._sequences[span]
        after = merge_sequence(before, pair, token)
        n_merged = len(before) - len(after)
        self._withdraw(span, before)
        self._sequences[span] = after
        if self.observer is not None:
            self.observer(Change("rewrite", span, pair, n_merged))
        self._register(span, after)
        return n_merged * self._weights[span]

    def _withdraw(self, span: int, tokens: Sequence[int]) -> None:
        counts, weight = self._pair_counts, self._weights[span]
        for pair in pairwise(tokens):
            if counts[pair] == weight:
                del counts[pair]
            else:
                counts[pair] -= weight
            if self.observer is not None:
                self.observer(Change("withdraw", span, pair, -weight))

    def _register(self, span: int, tokens: Sequence[int]) -> None:
        counts, weight = self._pair_counts, self._weights[span]
        for pair in pairwise(tokens):
            counts[pair] = counts.get(pair, 0) + weight
            if self.observer is not None:
                self.observer(Change("register", span, pair, weight))

    # -- inspection -------------------------------------------------------------------------------------

    def pair_counts(self) -> dict[Pair, int]:
        """See `Trainer.pair_counts`: O(P)."""
        return dict(self._pair_counts)

    def sequences(self) -> list[list[int]]:
        """See `Trainer.sequences`."""
        return [list(tokens) for tokens in self._sequences]
