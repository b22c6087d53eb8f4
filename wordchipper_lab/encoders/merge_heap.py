"""merge_heap: the tail sweep with a memory: the rank of every adjacent pair is stored beside the tokens.

The name is from the paper; it does not use a heap. A row `pair_ranks` holds the result of the lookup for each
adjacent pair. A round scans that row (plain integers, no lookups), merges the best pair, removes its entry
and recomputes only the two neighbours:

    tokens       t     o     k     en             merge (o,k) -> ok
    pair_ranks     316   482   3232               ->   t    ok   en
                                                         ?    ?        two lookups

Cost: O(n) lookups but still O(n^2) scanned ranks and moves. Source: paper, Listing 3 (MergeHeapEncoder).
Twin: `reference.merge_bytes`.
"""

from __future__ import annotations

import numpy as np

from ..kernels.jit import jit
from ..kernels.tables import NOT_FOUND, find_pair
from ..kernels.trace import Trace, record
from ..vocab.tables import VocabTables
from .events import LOOKUP, MERGE, SCAN
from .span_encoder import SpanEncoder
from .span_work import SpanWork

__all__ = ["MERGE_HEAP", "merge_heap"]

_NO_RANK = np.int64(1 << 40)


@jit()
def _rank_of(
    tables: VocabTables, tokens: np.ndarray, left: int, right: int, position: int, trace: Trace | None
) -> int:
    rank = find_pair(tables.pairs, tokens[left], tokens[right])
    if trace is not None:
        record(trace, LOOKUP, position, tokens[left], tokens[right], rank)
    return _NO_RANK if rank == NOT_FOUND else rank


@jit()
def merge_heap(
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
    pair_ranks = work.ranks
    head = n_tokens
    for i in range(start, end):
        tokens[n_tokens] = tables.byte_tokens[text[i]]
        n_tokens += 1
    n_pairs = n_tokens - head - 1
    for i in range(n_pairs):
        pair_ranks[i] = _rank_of(tables, tokens, head + i, head + i + 1, i, trace)
    while n_pairs > 0:
        best, best_rank = -1, _NO_RANK
        for i in range(n_pairs):
            if pair_ranks[i] < best_rank:
                best, best_rank = i, pair_ranks[i]
        if trace is not None:
            record(trace, SCAN, n_pairs, 0, 0, 0)
        if best < 0:
            break
        tokens[head + best] = best_rank
        if best > 0:
            pair_ranks[best - 1] = _rank_of(tables, tokens, head + best - 1, head + best, best - 1, trace)
        if best + 1 < n_pairs:
            # Becomes pair_ranks[best] when the entry of the merged pair is removed below.
            pair_ranks[best + 1] = _rank_of(tables, tokens, head + best, head + best + 2, best, trace)
        n_pairs -= 1
        n_tokens -= 1
        for i in range(best, n_pairs):
            pair_ranks[i] = pair_ranks[i + 1]
        for i in range(head + best + 1, n_tokens):
            tokens[i] = tokens[i + 1]
        if trace is not None:
            record(trace, MERGE, best, best_rank, n_tokens - head, 2 * (n_pairs - best))
    return n_tokens


def _scratch(capacity: int, memo: bool) -> dict[str, np.ndarray]:
    return {"ranks": np.empty(capacity, dtype=np.int64)}


MERGE_HEAP = SpanEncoder("merge_heap", merge_heap, cost="O(n²)", scratch=_scratch, is_quadratic=True)
