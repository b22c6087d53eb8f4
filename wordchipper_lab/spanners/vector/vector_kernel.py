"""The vector lexer's kernel: the boundaries of 64 bytes at once, and the automaton where that is not possible.

A block of 64 bytes begins where a span begins, so nothing has to be known about the text before it. Its bytes
become masks (`byte_masks`), the rules of the pattern become operations on them (`family_rules`), and the result is
a mask of the bytes that begin a span. Only those are used that no byte after the block can change; the last of
them is where the next block begins. If there is none (a span longer than the block, a number outside ASCII, a
combining mark after a space, `o'er` ...), the automaton reads the next bytes, twice as many each time, until the
masks suffice again.

o200k_base, MB/s on one core, beside the automaton: English 1,700 / 700, Python code 1,770 / 580, manuals in 11
languages 890 / 620, 500 languages 720 / 530. What is left is mostly the time from one block to the next, which
begins where the last span of this one does, and characters beyond ASCII, which are classified one by one. As a
function of its own `begins_of_spans` took 1.1 times as long: the tables are 60 arguments.
"""

from __future__ import annotations

import numpy as np

from ...kernels.bits import count_bits, highest_bit, lowest_bit
from ...kernels.jit import jit
from ..automaton.automaton_kernel import scan_region
from ..spans import SPECIAL, WORD
from .byte_masks import BLOCK
from .family_rules import begins_of_spans
from .vector_tables import NO_FAMILY

__all__ = ["scan_spans", "scan_vector_region"]

_FIRST_BURST = 16  # bytes
_MOST_BURST = 1024
_ONE = np.uint64(1)


@jit()
def scan_vector_region(text, begin, start, region_end, ends, kinds, n, tables):  # type: ignore[no-untyped-def]
    """Fill ``ends[n:]`` and ``kinds[n:]`` with the next spans of one region; see `scan_region`, its twin."""
    if tables.family[0] == NO_FAMILY:
        return scan_region(text, begin, start, region_end, region_end, ends, kinds, n, tables.automaton)
    capacity = len(ends)
    position = start
    burst = _FIRST_BURST
    while n < capacity and position < region_end:
        first = n
        while position + BLOCK <= region_end and n + BLOCK <= capacity:
            begins = begins_of_spans(text, position, tables)
            if begins == 0:
                break
            stop = n + count_bits(begins)
            last = position + highest_bit(begins)
            # Sixteen at a time, without asking in between: what is too much is overwritten.
            while n < stop:
                for i in range(16):
                    ends[n + i] = position + lowest_bit(begins)
                    begins &= begins - _ONE
                n += 16
            n = stop
            position = last
        if n > first:
            kinds[first:n] = WORD
            if n - first > 8:
                burst = _FIRST_BURST
        if n < capacity and position < region_end:
            enough = region_end
            if position + BLOCK <= region_end and n + BLOCK <= capacity:
                enough = position + burst
                burst = min(2 * burst, _MOST_BURST)
            n = scan_region(text, begin, position, region_end, enough, ends, kinds, n, tables.automaton)
            position = ends[n - 1]
    return n


@jit()
def scan_spans(text, region_ends, region_kinds, cursor, ends, kinds, tables):  # type: ignore[no-untyped-def]
    """Fill `ends` and `kinds` with the next spans; returns their number. See `SpanLexer.next_spans`."""
    region = cursor[0]
    position = cursor[1]
    n = np.int64(0)
    while region < len(region_ends) and n < len(ends):
        begin = region_ends[region - 1] if region > 0 else np.int64(0)
        region_end = region_ends[region]
        if region_kinds[region] == SPECIAL and position < region_end:
            ends[n] = region_end
            kinds[n] = SPECIAL
            n += 1
        elif position < region_end:
            n = scan_vector_region(text, begin, position, region_end, ends, kinds, n, tables)
        if n > 0:
            position = ends[n - 1]
        if position < region_end:
            break
        region += 1
    cursor[0] = region
    cursor[1] = position
    return n
