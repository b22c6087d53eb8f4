"""The automaton lexer's kernel for patterns that look far ahead: it remembers where that was in vain.

For some patterns `automaton_kernel` would read a text of n characters n times (see `look_ahead`). Here, if
reading on from a place led to no match, the pairs (state, place) on the path are marked. Reading stops at a
marked pair, so each pair is read once. (T. Reps, "Maximal-Munch Tokenization in Linear Time", 1998.) Only the
first character of each block of 16 or more bytes is marked, and only on paths of more characters than there
are states, which must contain a cycle. This takes 2 MB for 1 MB of text and a pattern of 30 states. Twin: the
other kernel.
"""

from __future__ import annotations

import numpy as np

from ...kernels.jit import jit
from ...text.utf8 import char_width
from ..spans import GAP, SPECIAL, WORD
from .automaton_tables import ACCEPT, EMIT, REWIND, ROW_MASK, AutomatonTables
from .cell_lookup import read_cell

__all__ = ["new_marks", "scan_marking"]

_LEAST_SHIFT = 4
_MOST_MARKS = 1 << 26


def new_marks(tables: AutomatonTables, n_bytes: int) -> tuple[np.ndarray, int]:
    """Empty marks for a text of `n_bytes`: uint8 (blocks * states,), and the logarithm of the block size in
    bytes.

    At most 64 MB, of which unmarked parts take no memory; blocks are longer if text or pattern are large.
    """
    n_states = len(tables.transitions) // int(tables.n_columns[0])
    shift = _LEAST_SHIFT
    while n_states * ((n_bytes >> shift) + 1) > _MOST_MARKS:
        shift += 1
    return np.zeros(n_states * ((n_bytes >> shift) + 1), dtype=np.uint8), shift


@jit()
def scan_marking(text, region_ends, region_kinds, cursor, ends, kinds, n, tables, marks, shift, most_reads):  # type: ignore[no-untyped-def]
    """Fill ``ends[n:]`` and ``kinds[n:]`` with the next spans; returns the new number of spans.

    See `SpanLexer.next_spans`; `marks` and `shift` come from `new_marks` for this text and are passed to each
    call. Stops early, with at least one new span, after about `most_reads` characters.
    """
    region = cursor[0]
    position = cursor[1]
    n_states = len(tables.transitions) // tables.n_columns[0]
    n_reads = np.int64(0)
    while region < len(region_ends) and n < len(ends) and n_reads < most_reads:
        begin = region_ends[region - 1] if region > 0 else np.int64(0)
        region_end = region_ends[region]
        if region_kinds[region] == SPECIAL and position < region_end:
            ends[n] = region_end
            kinds[n] = SPECIAL
            n += 1
            position = region_end
        while position < region_end and n < len(ends) and n_reads < most_reads:
            end, reads = find_match(text, position, region_end, tables, n_states, marks, shift)
            n_reads += reads
            kind = WORD
            if end == position:
                kind = GAP
                end = position + char_width(text[position])
            if kind == GAP and n > 0 and kinds[n - 1] == GAP and ends[n - 1] == position and position > begin:
                ends[n - 1] = end
            else:
                ends[n] = end
                kinds[n] = kind
                n += 1
            position = end
        if position < region_end:
            break
        region += 1
    cursor[0] = region
    cursor[1] = position
    return n


@jit()
def find_match(text, start, region_end, tables, n_states, marks, shift):  # type: ignore[no-untyped-def]
    """(end, characters read) of the match that begins at byte `start`; `start` itself if there is none."""
    n_columns = tables.n_columns[0]
    row = np.int64(0)
    position = start
    accepted = start
    looked_row, looked = row, position  # where reading beyond the last accepted place began
    block = position >> shift
    n_reads = np.int64(0)
    while position < region_end:
        if position >> shift != block:
            block = position >> shift
            if marks[block * n_states + row // n_columns]:
                break
        cell, width = read_cell(text, position, tables.pages, tables.cells)
        entry = np.int64(tables.transitions[row + cell])
        n_reads += 1
        if entry & EMIT:
            return position, n_reads
        row = entry & ROW_MASK
        if entry & ACCEPT:
            accepted = position
            looked_row, looked = row, position + width
        if entry & REWIND:
            break
        position += width
    if position == region_end and tables.transitions[row] & ACCEPT:
        return region_end, n_reads
    if position - looked <= n_states:
        return accepted, n_reads
    block = looked >> shift
    while looked < position:  # the same path again, marking it
        if looked >> shift != block:
            block = looked >> shift
            marks[block * n_states + looked_row // n_columns] = 1
        cell, width = read_cell(text, looked, tables.pages, tables.cells)
        looked_row = np.int64(tables.transitions[looked_row + cell]) & ROW_MASK
        looked += width
        n_reads += 1
    return accepted, n_reads
