"""buffer_sweep: sweep over a working buffer for the best pair, merge it, sweep again.

The span's bytes go into a separate buffer. Each round looks up *every* adjacent pair, takes the lowest rank
(the leftmost of equals), writes the merged token in place and closes the hole. At the end the result is
copied out.

    bytes    t o k e n       lookups: (t,o) (o,k) (k,e) (e,n)     lowest rank: (e,n)
    round 1  t o k en                 (t,o) (o,k) (k,en)                       (o,k) ...

Cost: up to n rounds of up to n lookups, O(n^2) lookups and moves. Spans are short (4-5 bytes in prose), so
this is often the fastest way; it is very slow on a long span of a script with few tokens, or on a run of one
character.
Source: paper, Listing 1 (BufferSweepSpanEncoder). Twin: `reference.merge_bytes`.
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

__all__ = ["BUFFER_SWEEP", "buffer_sweep"]


@jit()
def buffer_sweep(
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
    working = work.working
    n = end - start
    for i in range(n):
        working[i] = tables.byte_tokens[text[start + i]]
    while n > 1:
        best, best_rank = -1, NOT_FOUND
        for i in range(n - 1):
            rank = find_pair(tables.pairs, working[i], working[i + 1])
            if trace is not None:
                record(trace, LOOKUP, i, working[i], working[i + 1], rank)
            if rank != NOT_FOUND and (best < 0 or rank < best_rank):
                best, best_rank = i, rank
        if trace is not None:
            record(trace, SCAN, n - 1, 0, 0, 0)
        if best < 0:
            break
        working[best] = best_rank
        n -= 1
        for i in range(best + 1, n):
            working[i] = working[i + 1]
        if trace is not None:
            record(trace, MERGE, best, best_rank, n, n - best - 1)
    for i in range(n):
        tokens[n_tokens + i] = working[i]
    return n_tokens + n


def _scratch(capacity: int, memo: bool) -> dict[str, np.ndarray]:
    return {"working": np.empty(capacity, dtype=np.uint32)}


BUFFER_SWEEP = SpanEncoder("buffer_sweep", buffer_sweep, cost="O(n²)", scratch=_scratch, is_quadratic=True)
