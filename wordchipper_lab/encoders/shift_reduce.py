"""shift_reduce: a WRONG way to merge, kept for study - a parser with a stack and one byte of look-ahead.

Bytes are shifted onto a stack. Whenever the two topmost tokens merge, with a rank not above that of the
topmost token and the next byte, they are reduced to one token immediately. This takes O(n), is right on most
words, and is wrong: the order of merges is global. What is below the top of the stack is not examined again,
and a pair further to the right may have a lower rank than the one reduced here.

No tokenizer uses it; it is not in `ENCODERS`. Source: the wordchipper book, "Why shift-reduce doesn't work";
the correct way: `reference.merge_bytes`.
"""

from __future__ import annotations

import numpy as np

from ..kernels.jit import jit
from ..kernels.tables import NOT_FOUND, find_pair
from ..kernels.trace import Trace, record
from ..vocab.tables import VocabTables
from .events import LOOKUP, MERGE, SHIFT
from .span_encoder import SpanEncoder
from .span_work import SpanWork

__all__ = ["SHIFT_REDUCE", "shift_reduce"]


@jit()
def _rank(tables: VocabTables, left: int, right: int, position: int, trace: Trace | None) -> int:
    rank = find_pair(tables.pairs, left, right)
    if trace is not None:
        record(trace, LOOKUP, position, left, right, rank)
    return rank


@jit()
def shift_reduce(
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
    count.

    The stack is ``tokens[head:n_tokens]``; positions in its events count from its bottom.
    """
    head = n_tokens
    for i in range(start, end):
        tokens[n_tokens] = tables.byte_tokens[text[i]]
        n_tokens += 1
        if trace is not None:
            record(trace, SHIFT, n_tokens - head - 1, tokens[n_tokens - 1], 0, 0)
        while n_tokens > head + 1:
            top = np.int64(tokens[n_tokens - 1])
            merged = _rank(tables, np.int64(tokens[n_tokens - 2]), top, n_tokens - head - 2, trace)
            if merged == NOT_FOUND:
                break
            if i + 1 < end:
                ahead = _rank(
                    tables, top, np.int64(tables.byte_tokens[text[i + 1]]), n_tokens - head - 1, trace
                )
                if ahead != NOT_FOUND and ahead < merged:
                    break
            n_tokens -= 1
            tokens[n_tokens - 1] = merged
            if trace is not None:
                record(trace, MERGE, n_tokens - head - 1, merged, n_tokens - head, 0)
    return n_tokens


SHIFT_REDUCE = SpanEncoder("shift_reduce", shift_reduce, cost="not BPE", is_bpe=False)
