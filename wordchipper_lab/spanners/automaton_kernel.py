"""The automaton lexer's kernel: text -> span ends, block by block.

MB/s on one core for the patterns r50k / cl100k / o200k: English 431 / 441 / 441, Python code 397 / 375 / 368, a text
of many scripts 482 / 478 / 477. What one character must wait for of the one before is a load, a mask, an addition.
"""

from __future__ import annotations

import numpy as np

from ..kernels.jit import jit
from ..kernels.utf8 import char_width
from .automaton_tables import ACCEPT, EMIT_BIT, REWIND, ROW_MASK
from .cell_lookup import read_cell
from .spans import GAP, SPECIAL, WORD

__all__ = ["scan_spans"]


@jit()
def scan_spans(text, region_ends, region_kinds, cursor, ends, kinds, transitions, pages, cells):  # type: ignore[no-untyped-def]
    """Fill `ends` and `kinds` with the next spans and return how many; see `SpanLexer.next_spans`."""
    capacity = len(ends)
    region = cursor[0]
    position = cursor[1]
    n = np.int64(0)  # spans so far
    n_kinds = np.int64(0)  # spans whose kind is written; all later ones are words
    while region < len(region_ends) and n < capacity:
        region_start = position
        region_end = region_ends[region]
        if region_kinds[region] == SPECIAL or region_start == region_end:
            if region_start < region_end:
                kinds[n_kinds:n] = WORD
                ends[n] = region_end
                kinds[n] = SPECIAL
                n += 1
                n_kinds = n
            position = region_end
            region += 1
            continue
        row = np.int64(0)
        accepted = position  # where the last match ended that may still be outdone, if above the span's start
        while n < capacity:
            # A character ends one span at most, so `n` stays below `capacity` without being looked at.
            stop = min(region_end, position + (capacity - n))
            entry = np.int64(0)
            while position < stop:
                cell, width = read_cell(text, position, pages, cells)
                entry = np.int64(transitions[row + cell])
                row = entry & ROW_MASK
                ends[n] = (
                    position  # stored always, counted if it was the end of a span: no branch to mispredict
                )
                n += entry >> EMIT_BIT & 1
                if entry & ACCEPT:
                    accepted = position
                if entry & REWIND:
                    break
                position += width
            if not entry & REWIND:
                if position < region_end or n == capacity:
                    continue
                if transitions[row] & ACCEPT:
                    ends[n] = region_end
                    n += 1
                    region += 1
                    break
            start = ends[n - 1] if n > 0 else cursor[1]
            row = np.int64(0)
            if accepted > start:
                position = accepted
                ends[n] = position
                n += 1
                continue
            position = start + char_width(text[start])
            if n > 0 and n == n_kinds and kinds[n - 1] == GAP and start > region_start:
                ends[n - 1] = position
            else:
                kinds[n_kinds:n] = WORD
                ends[n] = position
                kinds[n] = GAP
                n += 1
                n_kinds = n
            if position == region_end:
                region += 1
                break
    kinds[n_kinds:n] = WORD
    cursor[0] = region
    if n > 0:
        cursor[1] = ends[n - 1]
    return n
