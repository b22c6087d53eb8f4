"""Generation 5, heap: the best pair is the top of a heap that is corrected only where it is examined."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from ...errors import TrainingError
from ..trainer import Pair
from .inverted_index import InvertedIndexTrainer

__all__ = ["HeapTrainer"]

Entry = tuple[int, Any, Pair]
"""Minus the pair's count, its order among equally frequent pairs (`tie_order`), and the pair."""


class HeapTrainer(InvertedIndexTrainer):
    """The inverted index with a lazy max-heap of pairs, rebuilt when too many of its entries are stale.

    All occurrences of a pair are made by one merge, that of its younger token. From then on its count can
    only fall, and its first place only move on. So each pair is pushed once, and an entry states at least the
    value of its pair. If the top of the heap is worth what it states, no other pair is worth more. A top that
    is worth less is pushed down to where it belongs, one whose pair no longer occurs is removed, and other
    stale entries are left where they are.

    With W distinct spans of L tokens, P pairs, E entries, m merges and A spans that contain the pair, a merge
    costs O(log E) for each stale top, O(A log A + A * L) to correct counts and index, and O(log E) for each
    new pair. Over all merges that is O(W * L * (L + log E)), whatever m is: a token can be merged away only
    once.

    compact_at: the heap is rebuilt when it has more than this many entries for each pair that occurs; None
    for never. A rebuild costs O(P) once (compact_at - 1) * P entries are stale, so unless that is near 0 it
    adds nothing to the sum. push_each_span: push a new pair at each span in which it is made, as in the
    article, instead of once per merge: the merges are the same, but the heap is larger, and compaction pays
    off.

    >>> from wordchipper_lab.training import SpanCounts, SymbolCounts, TrainingOptions
    >>> corpus = SymbolCounts.from_spans(SpanCounts.from_mapping({b"low": 5, b"lower": 2}))
    >>> trainer = HeapTrainer(corpus, TrainingOptions(300), compact_at=None)
    >>> trainer.steps(2)[1].token, trainer.heap_live, trainer.heap_stale
    (257, 2, 2)
    """

    name = "heap"

    def __init__(  # type: ignore[no-untyped-def]
        self, *arguments, compact_at: float | None = 3.0, push_each_span: bool = False, **options
    ) -> None:
        if compact_at is not None and compact_at < 1:
            raise TrainingError(f"compact_at is {compact_at}: expected at least 1, or None for never")
        self.compact_at, self.push_each_span = compact_at, push_each_span
        self.n_compactions = 0
        """Number of times the heap was rebuilt."""
        self._new_pairs: set[Pair] = set()
        self._heap: list[Entry] = []
        super().__init__(*arguments, **options)
        self._rebuild()

    def best_pair(self) -> tuple[Pair, int] | None:
        """See `Trainer.best_pair`: O(log E) for each stale entry at the top."""
        heap = self._heap
        while heap:
            top = heap[0]
            entry = self._entry(top[2])
            if entry is None:
                heapq.heappop(heap)
            elif entry == top:
                return top[2], -top[0]
            else:
                heapq.heapreplace(heap, entry)
        return None

    def apply(self, pair: Pair, token: int) -> tuple[int, int]:
        """See `Trainer.apply`: O(A log A + A * L), and O(log E) for each new pair."""
        self._new_pairs.clear()
        result = super().apply(pair, token)
        self._push(self._new_pairs)
        if self.compact_at is not None and len(self._heap) > self.compact_at * len(self._pair_counts):
            self._rebuild()
            self.n_compactions += 1
        return result

    def _register(self, span: int, tokens: Sequence[int]) -> None:
        super()._register(span, tokens)
        newest = len(self.tokens) - 1
        made = {pair for pair in pairwise(tokens) if newest in pair}
        if self.push_each_span:  # with the count so far: the last entry of a pair has it all
            self._push(made)
        else:
            self._new_pairs |= made

    def _push(self, pairs: Iterable[Pair]) -> None:
        for pair in pairs:
            if (entry := self._entry(pair)) is not None:
                heapq.heappush(self._heap, entry)

    def _entry(self, pair: Pair) -> Entry | None:
        """The correct entry of a pair (the smallest entry is the best pair); None if it can no longer win."""
        count = self._pair_counts.get(pair, 0)
        if count < self.options.min_frequency or not self.is_allowed(pair):
            return None
        return -count, self._order(pair), pair

    def _rebuild(self) -> None:
        self._heap = [entry for pair in self._pair_counts if (entry := self._entry(pair)) is not None]
        heapq.heapify(self._heap)

    @property
    def heap_entries(self) -> int:
        """All entries."""
        return len(self._heap)

    @property
    def heap_live(self) -> int:
        """Entries that state their pair's current count: O(E)."""
        return sum(self._pair_counts.get(pair, 0) == -negative for negative, _, pair in self._heap)

    @property
    def heap_stale(self) -> int:
        """Entries whose pair occurs less often than they state, or not at all: O(E)."""
        return len(self._heap) - self.heap_live
