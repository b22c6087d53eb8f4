"""Spans -> counts without leaving the kernel: lex a block, count it, until a position is reached."""

from __future__ import annotations

import numpy as np

from ...kernels.jit import jit
from ...spanners.spans import WORD
from ...spanners.vector.vector_kernel import scan_spans
from .count_table import COUNTED, count_span

__all__ = ["MISSED", "REACHED", "Block", "count_block", "count_stretch", "count_whole"]

REACHED, MISSED = 0, 3
"""Results of `count_stretch` besides `RECORDS_FULL` and `ARENA_FULL`."""

Block = np.ndarray
"""int64 (4,): spans in the block, number of them already counted, the byte where the next one begins, a
flag."""


@jit()
def count_block(text, ends, kinds, block, table):  # type: ignore[no-untyped-def]
    """Count the words of a block from span ``block[1]`` on: `COUNTED`, or what is full before the next
    span."""
    start = block[2]
    for i in range(block[1], block[0]):
        end = ends[i]
        if kinds[i] == WORD:
            status = count_span(table, text, start, end, 1)
            if status != COUNTED:
                block[1] = i
                block[2] = start
                return status
        start = end
    block[1] = block[0]
    block[2] = start
    return COUNTED


@jit()
def count_stretch(text, region_ends, region_kinds, cursor, limit, ends, kinds, block, table, tables):  # type: ignore[no-untyped-def]
    """Count the words from the cursor (and `block`) up to byte `limit`, with the automaton of `tables`.

    Returns `REACHED`; `MISSED` if no span ends there (all spans that end before are then counted); or what is
    full.
    """
    while True:
        status = count_block(text, ends, kinds, block, table)
        if status != COUNTED:
            return status
        if block[3]:
            return MISSED
        if block[2] >= limit:
            return REACHED
        n = scan_spans(text, region_ends, region_kinds, cursor, ends, kinds, tables)
        if n == 0:
            return REACHED
        if ends[n - 1] > limit:
            while n > 0 and ends[n - 1] > limit:
                n -= 1
            if n == 0 or ends[n - 1] < limit:
                block[3] = 1
        block[0] = n
        block[1] = 0


@jit()
def count_whole(data, span_ends, counts, begin, table):  # type: ignore[no-untyped-def]
    """Count concatenated spans, span i ``counts[i]`` times, from span ``begin[0]`` on; returns the status."""
    first = begin[0]
    start = span_ends[first - 1] if first > 0 else np.int64(0)
    for i in range(first, len(span_ends)):
        status = count_span(table, data, start, span_ends[i], counts[i])
        if status != COUNTED:
            begin[0] = i
            return status
        start = span_ends[i]
    begin[0] = len(span_ends)
    return COUNTED
