"""priority_merge: the heap and the linked list, pop by pop; a stale entry is a separate step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from ...encoders.events import LOOKUP, MERGE, POP, PUSH, SIFT, STALE
from ...kernels.heap import heap_pop, heap_push
from ...vocab.unified import UnifiedVocab
from .frames import Candidate, HeapEntry, ListState, Popped
from .replay import Draft, Replay, Rows, as_rank

__all__ = ["replay_priority_merge"]

_HALF = 32


class _Heap:
    """The heap's arrays, changed by the same kernels as the encoder's."""

    def __init__(self, capacity: int) -> None:
        self.keys = np.empty(max(capacity, 1), dtype=np.uint64)
        self.pairs = np.empty(max(capacity, 1), dtype=np.uint64)
        self.size = 0
        self._entries: dict[tuple[int, int], HeapEntry] = {}

    def push(self, entry: HeapEntry) -> None:
        key = np.uint64(entry.rank << _HALF | entry.position)
        pair = np.uint64(entry.left << _HALF | entry.right)
        self._entries[int(key), int(pair)] = entry
        heap_push(self.keys, self.pairs, self.size, key, pair)
        self.size += 1

    def pop(self) -> None:
        self.size -= 1
        heap_pop(self.keys, self.pairs, self.size)

    def entries(self) -> list[HeapEntry]:
        pairs = zip(self.keys[: self.size].tolist(), self.pairs[: self.size].tolist(), strict=True)
        return [self._entries[both] for both in pairs]


class _List:
    """The linked list: one node per byte; an absorbed node keeps its last contents, as in the kernel."""

    def __init__(self, tokens: list[int], id_of: Callable[[int], int]) -> None:
        """id_of: rank -> id, for people."""
        n = len(tokens)
        self._id_of = id_of
        self.nodes = list(tokens)
        self.previous = list(range(-1, n - 1))
        self.following = [*range(1, n), -1] if n else []
        self.absorbed = [False] * n

    def merge(self, left: int, token: int) -> None:
        right = self.following[left]
        after = self.following[right]
        self.nodes[left], self.following[left], self.absorbed[right] = token, after, True
        if after >= 0:
            self.previous[after] = left

    def why_stale(self, entry: HeapEntry) -> str:
        """The reason, in words; the conditions are those of the kernel, in its order."""
        right = self.following[entry.position]
        if self.absorbed[entry.position]:
            return f"the token at byte {entry.position} has been merged into the one before it"
        if right < 0:
            return f"nothing follows the token at byte {entry.position} any more"
        if self.nodes[entry.position] != entry.left:
            return (
                f"the token at byte {entry.position} has grown to {self._id_of(self.nodes[entry.position])}"
            )
        return f"its right neighbour is {self._id_of(self.nodes[right])} now"


def replay_priority_merge(
    vocab: UnifiedVocab, span: bytes, head: Sequence[int], rows: Rows
) -> Iterator[Draft]:
    """Frames of priority_merge: one per popped entry, stale or not."""
    replay = Replay(vocab, span)
    heap, linked = _Heap(2 * len(span)), _List(replay.tokens, vocab.id_of_rank)
    ranks: dict[int, int | None] = {}  # left node -> rank of its pair
    fresh: set[int] = set()
    pushed: list[HeapEntry] = []
    popped: Popped | None = None
    merged: Candidate | None = None

    def draft(following: list[int] | None, stop: int) -> Draft:
        candidates = [
            replay.candidate(i, ranks[node], is_fresh=node in fresh)
            for i, node in enumerate(replay.starts[:-1])
            if node in ranks
        ]
        winner = None
        if following is not None and following[0] == POP:
            winner = next(c for c in candidates if c.start == following[2])
        nodes = [None if gone else token for token, gone in zip(linked.nodes, linked.absorbed, strict=True)]
        state = ListState(
            heap.entries(), popped, list(pushed), nodes, list(linked.previous), list(linked.following)
        )
        return replay.draft(candidates, winner, merged, state, stop)

    for at, (code, a, b, c, d) in enumerate(rows):
        if code in (POP, STALE):
            # The sift belongs to the pop, and comes before it.
            yield draft([code, a, b, c, d], at - 1 if at and rows[at - 1][0] == SIFT else at)
            fresh, pushed, merged = set(), [], None
            entry = HeapEntry(a, b, c, d)
            heap.pop()
            popped = Popped(entry, linked.why_stale(entry) if code == STALE else None)
        elif code == MERGE:
            right = linked.following[a]
            linked.merge(a, b)
            ranks.pop(right, None)
            ranks.pop(a, None)
            merged = replay.apply(replay.starts.index(a), b)
        elif code == LOOKUP:
            ranks[a] = as_rank(d)
            fresh.add(a)
        elif code == PUSH:
            pushed.append(HeapEntry(a, b, c, d))
            heap.push(pushed[-1])
    yield draft(None, len(rows))
