"""priority_merge: a heap selects the best pair, a linked list does the merging.

Every byte is a node of a doubly linked list; every pair that merges is an entry (rank, position, left, right)
in a binary min-heap. A round pops the smallest entry: lowest rank, leftmost. If the nodes at its position
still hold the tokens it was pushed for, the left node absorbs the right one and the pairs with the two new
neighbours are pushed. If not, an earlier merge has consumed one of them: the entry is stale and is dropped.

Cost: at most 3n pushes and pops, O(n log n), whatever the span looks like.
Source: paper, Listing 4 (PriorityMergeSpanEncoder); Hugging Face `tokenizers` works the same way.
Twin: `reference.merge_bytes`.
"""

from __future__ import annotations

import numpy as np

from ..kernels.heap import depth_of, heap_pop, heap_push
from ..kernels.jit import jit
from ..kernels.tables import NOT_FOUND, find_pair
from ..kernels.trace import Trace, record
from ..vocab.tables import VocabTables
from .events import LOOKUP, MERGE, POP, PUSH, SIFT, STALE
from .span_encoder import SpanEncoder
from .span_work import SpanWork

__all__ = ["PRIORITY_MERGE", "priority_merge"]

_NONE = -1
_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)


@jit()
def _push_pair(
    tables: VocabTables, work: SpanWork, size: int, left: int, right: int, trace: Trace | None
) -> int:
    """Push the pair of the nodes `left` and `right` if it merges; returns the new heap size."""
    left_token, right_token = work.working[left], work.working[right]
    rank = find_pair(tables.pairs, left_token, right_token)
    if trace is not None:
        record(trace, LOOKUP, left, left_token, right_token, rank)
    if rank == NOT_FOUND:
        return size
    if trace is not None:
        record(trace, PUSH, rank, left, left_token, right_token)
    key = (np.uint64(rank) << _HALF) | np.uint64(left)
    pair = (np.uint64(left_token) << _HALF) | np.uint64(right_token)
    place = heap_push(work.heap_keys, work.heap_pairs, size, key, pair)
    if trace is not None:
        record(trace, SIFT, depth_of(size) - depth_of(place), place, 0, 0)
    return size + 1


@jit()
def priority_merge(
    tables: VocabTables,
    text: np.ndarray,
    start: int,
    end: int,
    tokens: np.ndarray,
    n_tokens: int,
    work: SpanWork,
    trace: Trace | None,
) -> int:
    """Append the tokens of the span ``text[start:end]`` to ``tokens[:n_tokens]``; returns the new count."""
    nodes, previous, following = work.working, work.previous, work.following
    n = end - start
    for i in range(n):
        nodes[i] = tables.byte_tokens[text[start + i]]
        previous[i] = i - 1
        following[i] = i + 1
    following[n - 1] = _NONE
    size, n_left = 0, n
    for i in range(n - 1):
        size = _push_pair(tables, work, size, i, i + 1, trace)
    while size > 0:
        rank = np.int64(work.heap_keys[0] >> _HALF)
        left = np.int64(work.heap_keys[0] & _LOW)
        left_token = np.int64(work.heap_pairs[0] >> _HALF)
        right_token = np.int64(work.heap_pairs[0] & _LOW)
        size -= 1
        place = heap_pop(work.heap_keys, work.heap_pairs, size)
        if trace is not None:
            record(trace, SIFT, depth_of(place), place, 0, 0)
        right = np.int64(following[left])
        # An absorbed node still points right, but its neighbour no longer points back, so both directions are
        # checked.
        if (
            right == _NONE
            or previous[right] != left
            or nodes[left] != left_token
            or nodes[right] != right_token
        ):
            if trace is not None:
                record(trace, STALE, rank, left, left_token, right_token)
            continue
        if trace is not None:
            record(trace, POP, rank, left, left_token, right_token)
        nodes[left] = rank
        after = np.int64(following[right])
        following[left] = after
        n_left -= 1
        if after != _NONE:
            previous[after] = left
        if trace is not None:
            record(trace, MERGE, left, rank, n_left, 0)
        if previous[left] != _NONE:
            size = _push_pair(tables, work, size, np.int64(previous[left]), left, trace)
        if after != _NONE:
            size = _push_pair(tables, work, size, left, after, trace)
    node = 0
    while node != _NONE:
        tokens[n_tokens] = nodes[node]
        n_tokens += 1
        node = np.int64(following[node])
    return n_tokens


def _scratch(capacity: int, memo: bool) -> dict[str, np.ndarray]:
    return {
        "working": np.empty(capacity, dtype=np.uint32),
        "previous": np.empty(capacity, dtype=np.int32),
        "following": np.empty(capacity, dtype=np.int32),
        "heap_keys": np.empty(2 * capacity, dtype=np.uint64),
        "heap_pairs": np.empty(2 * capacity, dtype=np.uint64),
    }


PRIORITY_MERGE = SpanEncoder("priority_merge", priority_merge, cost="O(n log n)", scratch=_scratch)
