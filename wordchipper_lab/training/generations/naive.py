"""Generation 1, naive: count all pairs of all spans again for each merge."""

from __future__ import annotations

from itertools import pairwise

from ..ties import tie_key
from ..trainer import Pair, Trainer

__all__ = ["NaiveTrainer", "merge_sequence"]


class NaiveTrainer(Trainer):
    """The definition of BPE training, and the reference of all other generations.

    With W distinct spans of L tokens, P pairs and m merges, a merge costs O(W * L) to count, O(P) to find the
    best pair and O(W * L) to rewrite; as P is at most W * L, all merges cost O(m * W * L). Source: algorithm 1 of
    Sennrich, Haddow, Birch, "Neural Machine Translation of Rare Words with Subword Units" (2016), on bytes.

    >>> from wordchipper_lab.training import SpanCounts, SymbolCounts, TrainingOptions
    >>> corpus = SymbolCounts.from_spans(SpanCounts.from_mapping({b"low": 5, b"lower": 2}))
    >>> [merge[:4] for merge in NaiveTrainer(corpus, TrainingOptions(258))]
    [(108, 111, 256, 7), (256, 119, 257, 7)]
    """

    name = "naive"

    def __init__(self, *arguments, **options) -> None:  # type: ignore[no-untyped-def]
        super().__init__(*arguments, **options)
        self._sequences = self.corpus.sequences()
        self._counts: list[int] = self.corpus.counts.tolist()

    def best_pair(self) -> tuple[Pair, int] | None:
        """See `Trainer.best_pair`: O(W * L)."""
        counts = self.pair_counts()
        allowed = [
            pair
            for pair, count in counts.items()
            if count >= self.options.min_frequency and self.is_allowed(pair)
        ]
        if not allowed:
            return None
        place_of = {
            pair: place for place, pair in enumerate(counts)
        }  # a dict keeps the order of first insertion
        key = tie_key(self.options.tie, self.tokens, place_of.__getitem__)
        best = max(allowed, key=lambda pair: (counts[pair], key(pair)))
        return best, counts[best]

    def apply(self, pair: Pair, token: int) -> tuple[int, int]:
        """See `Trainer.apply`: O(W * L)."""
        merged = affected = 0
        for span, (tokens, count) in enumerate(zip(self._sequences, self._counts, strict=True)):
            rewritten = merge_sequence(tokens, pair, token)
            if len(rewritten) < len(tokens):
                self._sequences[span] = rewritten
                merged += count * (len(tokens) - len(rewritten))
                affected += 1
        return merged, affected

    def pair_counts(self) -> dict[Pair, int]:
        """See `Trainer.pair_counts`: O(W * L)."""
        counts: dict[Pair, int] = {}
        for tokens, count in zip(self._sequences, self._counts, strict=True):
            for pair in pairwise(tokens):
                counts[pair] = counts.get(pair, 0) + count
        return counts

    def sequences(self) -> list[list[int]]:
        """See `Trainer.sequences`."""
        return [list(tokens) for tokens in self._sequences]


def merge_sequence(tokens: list[int], pair: Pair, token: int) -> list[int]:
    """`tokens` with each occurrence of `pair`, from left to right, replaced by `token`.

    >>> merge_sequence([7, 7, 7, 1], (7, 7), 9)
    [9, 7, 1]
    """
    left, right = pair
    rewritten: list[int] = []
    at, last = 0, len(tokens) - 1
    while at <= last:
        if at < last and tokens[at] == left and tokens[at + 1] == right:
            rewritten.append(token)
            at += 2
        else:
            rewritten.append(tokens[at])
            at += 1
    return rewritten
