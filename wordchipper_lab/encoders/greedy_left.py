"""greedy_left: a WRONG way to merge, kept for study - the leftmost pair that merges, whatever its rank.

    merges   bc (rank 0), ab (rank 1)
    bytes    a b c      greedy: (a,b) comes first     ->  ab c     no training run could have made this
                        by rank: (b,c) was learned first ->  a bc

Each round looks up pairs from the left and merges the first that has a merge. No tokenizer uses it; it is not
in `ENCODERS`. Source: the counter-example of "BPE from scratch" articles; the correct way:
`reference.merge_bytes`.
"""

from __future__ import annotations

import numpy as np

from ..kernels.jit import jit
from ..kernels.tables import NOT_FOUND, find_pair
from ..kernels.trace import Trace, record
from ..vocab.tables import VocabTables
from .events import LOOKUP, MERGE
from .span_encoder import SpanEncoder
from .span_work import SpanWork

__all__ = ["GREEDY_LEFT", "greedy_left"]


@jit()
def greedy_left(
    tables: VocabTables,
    text: np.ndarray,
    start: int,
    end: int,
    tokens: np.ndarray,
    n_tokens: int,
    work: SpanWork,
    trace: Trace | None,
) -> int:
    """Append the tokens of ``text[start:end]`` by this wrong rule to ``tokens[:n_tokens]``; returns the new
    count."""
    head = n_tokens
    for i in range(start, end):
        tokens[n_tokens] = tables.byte_tokens[text[i]]
        n_tokens += 1
    i = head
    while i < n_tokens - 1:
        merged = find_pair(tables.pairs, tokens[i], tokens[i + 1])
        if trace is not None:
            record(trace, LOOKUP, i - head, tokens[i], tokens[i + 1], merged)
        if merged == NOT_FOUND:
            i += 1
            continue
        tokens[i] = merged
        n_tokens -= 1
        for j in range(i + 1, n_tokens):
            tokens[j] = tokens[j + 1]
        if trace is not None:
            record(trace, MERGE, i - head, merged, n_tokens - head, n_tokens - i - 1)
        i = head
    return n_tokens


GREEDY_LEFT = SpanEncoder("greedy_left", greedy_left, cost="not BPE", is_bpe=False)
