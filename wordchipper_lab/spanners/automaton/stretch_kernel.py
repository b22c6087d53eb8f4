"""The automaton over a text that arrives in parts: finds the spans that are final, whatever comes next.

`automaton_kernel.scan_region` treats the end of its region as the end of the text. Here the state of the
automaton is carried over from part to part instead. It reads one character per step (a third of the speed),
and is used for text without a safe cut for the other kernel.
"""

from __future__ import annotations

import numpy as np

from ...kernels.jit import jit
from ...text.utf8 import char_width
from ..spans import GAP, WORD
from .automaton_tables import ACCEPT, EMIT, REWIND, ROW_MASK
from .cell_lookup import read_cell

__all__ = ["ACCEPTED", "POSITION", "REREAD", "ROW", "SPAN_START", "STRETCH_FIELDS", "scan_stretch"]

ROW, POSITION, SPAN_START, ACCEPTED, REREAD = range(5)
"""The state carried over, int64: row of the automaton's table, position read so far, start of the unfinished
span, the place it reaches at least, and number of bytes read more than once."""
STRETCH_FIELDS = 5


@jit()
def scan_stretch(text, n_bytes, is_last, tables, state, ends, kinds, most_reread):  # type: ignore[no-untyped-def]
    """Fill `ends` and `kinds` with the next spans of ``text[:n_bytes]`` that are final; returns their number.

    If the arrays are not full, everything that can be known is known: up to the end of the text if it
    `is_last`, otherwise up to ``state[SPAN_START]``. It stops after reading more than `most_reread` bytes
    again. Twin: `scan_region`.
    """
    row, position = state[ROW], state[POSITION]
    span_start, accepted = state[SPAN_START], state[ACCEPTED]
    n = 0
    while n < len(ends) and state[REREAD] <= most_reread:
        if position < n_bytes:
            cell, width = read_cell(text, position, tables.pages, tables.cells)
            entry = np.int64(tables.transitions[row + cell])
            if entry & EMIT:
                ends[n] = position
                kinds[n] = WORD
                n += 1
                span_start = accepted = position
            if entry & ACCEPT:
                accepted = position
            if not entry & REWIND:
                row = entry & ROW_MASK
                position += width
                continue
        else:
            if not is_last or span_start == n_bytes:
                break
            if tables.transitions[row] & ACCEPT:
                accepted = n_bytes
        kinds[n] = WORD
        if accepted <= span_start:
            accepted = span_start + char_width(text[span_start])
            kinds[n] = GAP
        ends[n] = accepted
        n += 1
        state[REREAD] += position - accepted
        row = np.int64(0)
        span_start = position = accepted
    state[ROW] = row
    state[POSITION] = position
    state[SPAN_START] = span_start
    state[ACCEPTED] = accepted
    return n
