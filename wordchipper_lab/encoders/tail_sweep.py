"""tail_sweep: buffer_sweep without the buffer; it sweeps over the tail of the output itself.

The span's bytes are appended to the output; everything before them is the fixed head, and they are the live
tail. Each round looks up every pair of the tail, merges the best in place and closes the hole, so the output
shrinks to its final length. It needs no working memory and no final copy; in exchange the sweeps run over the
shared, growing output.

Cost: as buffer_sweep, O(n^2) lookups and moves. Source: paper, Listing 2 (TailSweepSpanEncoder).
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

__all__ = ["TAIL_SWEEP", "tail_sweep"]


@jit()
def tail_sweep(
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
    head = n_tokens
    for i in range(start, end):
        tokens[n_tokens] = tables.byte_tokens[text[i]]
        n_tokens += 1
    while n_tokens > head + 1:
        best, best_rank = -1, NOT_FOUND
        for i in range(head, n_tokens - 1):
            rank = find_pair(tables.pairs, tokens[i], tokens[i + 1])
            if trace is not None:
                record(trace, LOOKUP, i - head, tokens[i], tokens[i + 1], rank)
            if rank != NOT_FOUND and (best < 0 or rank < best_rank):
                best, best_rank = i, rank
        if trace is not None:
            record(trace, SCAN, n_tokens - head - 1, 0, 0, 0)
        if best < 0:
            break
        tokens[best] = best_rank
        n_tokens -= 1
        for i in range(best + 1, n_tokens):
            tokens[i] = tokens[i + 1]
        if trace is not None:
            record(trace, MERGE, best - head, best_rank, n_tokens - head, n_tokens - best - 1)
    return n_tokens


TAIL_SWEEP = SpanEncoder("tail_sweep", tail_sweep, cost="O(n²)", is_quadratic=True)
