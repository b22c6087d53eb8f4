"""The automaton lexer's kernel: text -> span ends, block by block.

ASCII is read two characters at a time in pairs (`pair_steps`), everything else one by one. MB/s on one core
for the patterns r50k / cl100k / o200k: English 722 / 704 / 688, Python code 537 / 503 / 475, 500 languages
483 / 473 / 458.
"""

from __future__ import annotations

import numpy as np

from ...kernels.jit import jit
from ...kernels.unaligned import load_u32
from ...text.utf8 import char_width
from ..spans import GAP, WORD
from .automaton_tables import ACCEPT, EMIT_BIT, REWIND, ROW_MASK
from .cell_lookup import read_cell
from .pair_steps import ACCEPT_BIT, BY_ONE, EMIT_FIRST_BIT, EMIT_SECOND_BIT, LATE_BIT, STATE_SHIFT

__all__ = ["scan_region"]

_MORE = 1024  # bytes to read at once beyond `enough`


@jit()
def scan_region(text, begin, start, region_end, enough, ends, kinds, n, tables):  # type: ignore[no-untyped-def]
    """Fill ``ends[n:]`` and ``kinds[n:]`` with the next spans of one region; returns the new number of spans.

    The region is ``text[begin:region_end]``; the spans before byte `start` are already known. It is finished
    when the last end is `region_end`; otherwise the arrays are full, or there is a span, and the bytes up to `enough`
    have been read.
    """
    capacity = len(ends)
    first = n
    n_kinds = n  # spans whose kind is written; all later ones are words
    position = start
    accepted = start  # end of the last match, which a longer one may replace, if after the span's start
    row = np.int64(0)
    while n < capacity and (position < enough or n == first):
        # A character ends at most one span, so up to here `n` cannot exceed `capacity` and need not be
        # checked.
        stop = min(region_end, position + (capacity - n))
        stop = min(stop, max(enough, position + _MORE))
        entry = np.int64(tables.transitions[row])  # for its low bits: the row in the pair table
        while position + 3 < stop:
            four = np.int64(load_u32(text, position))
            step = np.int64(tables.pair_steps[(entry & 0xFFFF) + tables.pair_classes[four & 0xFFFF]])
            after = np.int64(tables.pair_steps[(step & 0xFFFF) + tables.pair_classes[four >> 16]])
            if (step | after) & BY_ONE:
                break
            # Always stored, but counted only at the end of a span, so there is no branch to mispredict.
            ends[n] = position
            n += step >> EMIT_FIRST_BIT & 1
            ends[n] = position + 1
            n += step >> EMIT_SECOND_BIT & 1
            ends[n] = position + 2
            n += after >> EMIT_FIRST_BIT & 1
            ends[n] = position + 3
            n += after >> EMIT_SECOND_BIT & 1
            accepted = position + (step >> LATE_BIT & 1) if step >> ACCEPT_BIT & 1 else accepted
            accepted = position + 2 + (after >> LATE_BIT & 1) if after >> ACCEPT_BIT & 1 else accepted
            entry = after
            row = np.int64(-1)
            position += 4
        if row < 0:
            row = (entry >> STATE_SHIFT & 0xFF) * tables.n_columns[0]
        rewind = False
        n_single = 0
        while position < stop:
            cell, width = read_cell(text, position, tables.pages, tables.cells)
            entry = np.int64(tables.transitions[row + cell])
            row = entry & ROW_MASK
            ends[n] = position
            n += entry >> EMIT_BIT & 1
            if entry & ACCEPT:
                accepted = position
            if entry & REWIND:
                rewind = True
                break
            position += width
            n_single += 1
            if n_single > 1 and position < stop and text[position] < 0x80:
                break
        if not rewind:
            if position < region_end or n == capacity:
                continue
            if tables.transitions[row] & ACCEPT:
                ends[n] = region_end
                n += 1
                break
        span_start = ends[n - 1] if n > first else start
        row = np.int64(0)
        if accepted > span_start:
            position = accepted
            ends[n] = position
            n += 1
            continue
        position = span_start + char_width(text[span_start])
        if n > first and n == n_kinds and kinds[n - 1] == GAP and span_start > begin:
            ends[n - 1] = position
            capacity -= 1  # each of these characters may have cost a scan of everything that follows
        else:
            kinds[n_kinds:n] = WORD
            ends[n] = position
            kinds[n] = GAP
            n += 1
            n_kinds = n
        if position == region_end:
            break
    kinds[n_kinds:n] = WORD
    return n
