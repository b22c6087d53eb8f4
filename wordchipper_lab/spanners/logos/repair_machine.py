"""The repair machine: longest-match tokens and their roles -> the spans of a first-match pattern. One kernel.

There are four repairs; each can be left out to study what then goes wrong:

- ``whitespace_split``: before anything visible, the last whitespace character is split from its run and
  joins the next token, if that accepts it (``\\s+(?!\\S)``).
- ``prefix_restart``: if the next token is a word with its own prefix and the run ends in a space, lexing
  restarts at that space: ``..  "hello`` is `` ``, `` "``, ``hello``, not `` ``, `` ``, ``"hello``.
- ``contraction_split``: see `contraction`.
- ``trailing_whitespace``: at the end of the text a newline and the blanks after it are one span (``\\s++$``).

With a `trace` every token is recorded, and every repair that moved a boundary (see `traced`). Its branches
are separate (not ``trace is not None and ...``), or numba would not remove them from the untraced kernel.
"""

from __future__ import annotations

import numpy as np

from ...kernels.jit import jit
from ...kernels.trace import record
from ...text.utf8 import char_width
from ..automaton.cell_lookup import read_cell
from ..spans import GAP, SPECIAL, WORD
from .contraction import contraction_split
from .longest_match import ROLE_BIT, STOP
from .roles import CHECK_CONTRACTION, FIRST_IS_LETTER, GAP_ROLE, NEWLINE, PUNCTUATION, WHITESPACE, WORD_ROLE
from .simple_tokens import scan_simple_tokens

__all__ = ["REPAIRS", "TOKEN_EVENT", "scan_roles"]

REPAIRS = ("whitespace_split", "prefix_restart", "contraction_split", "trailing_whitespace")
WHITESPACE_SPLIT, PREFIX_RESTART, CONTRACTION_SPLIT, TRAILING_WHITESPACE = 1, 2, 4, 8

TOKEN_EVENT = 0  # start, end, role; the events of repairs follow: place, end of the affected text

ROW_MASK = (1 << ROLE_BIT) - 1
MOST_SPANS = 4  # most spans that one step ends: newline, whitespace, its last character, token


@jit()
def longest_token(text, start, region_end, transitions, pages, cells):  # type: ignore[no-untyped-def]
    """(end, role) of the longest token that begins at byte `start`; a gap of one character if there is
    none."""
    row = np.int64(0)
    role = np.int64(0)
    end = start
    position = start
    while position < region_end:
        cell, width = read_cell(text, position, pages, cells)
        entry = np.int64(transitions[row + cell])
        if entry & STOP:
            break
        position += width
        row = entry & ROW_MASK
        if entry >> ROLE_BIT:
            role = entry >> ROLE_BIT
            end = position
    if role == 0:
        return start + char_width(text[start]), np.int64(GAP_ROLE)
    return end, role


@jit()
def emit(ends, kinds, n, end, kind):  # type: ignore[no-untyped-def]
    """Append one span if there is room; returns the new number of spans."""
    if n < len(ends):
        ends[n] = end
        kinds[n] = kind
        return n + 1
    return n


@jit()
def scan_roles(
    text,
    region_ends,
    region_kinds,
    cursor,
    ends,
    kinds,
    longest,
    restarting,
    pages,
    cells,
    repairs,
    trace,
):  # type: ignore[no-untyped-def]
    """Fill `ends` and `kinds` with the next spans; returns their number. See `SpanLexer.next_spans`.

    Spans without room are dropped: the next block begins after the last one that fitted, where nothing is
    buffered. A step begins only if it is sure to fit, except in a block too small for any step.
    """
    region = cursor[0]
    start = cursor[1]
    n = np.int64(0)
    while region < len(region_ends) and n < len(ends):
        region_start = start
        region_end = region_ends[region]
        newline = np.int64(-1)  # start of the buffered newline; it ends where whitespace or token begins
        white = np.int64(-1)  # start of the buffered whitespace
        if region_kinds[region] == SPECIAL and start < region_end:
            n = emit(ends, kinds, n, region_end, SPECIAL)
            start = region_end
        while start < region_end:
            if trace is None:  # only the loop below records  # noqa: SIM102
                if newline < 0 and white < 0:
                    start, n = scan_simple_tokens(
                        text, start, region_end, ends, kinds, n, restarting, pages, cells
                    )
            if n > 0 and len(ends) - n < MOST_SPANS:
                break
            end, role = longest_token(text, start, region_end, longest, pages, cells)
            if trace is not None:
                record(trace, TOKEN_EVENT, start, end, role, 0)
            if role == WHITESPACE:
                white = start if white < 0 else white
                start = end
                continue
            if newline >= 0 and (role != NEWLINE or white >= 0):
                n = emit(ends, kinds, n, white if white >= 0 else start, WORD)
                newline = np.int64(-1)
            is_word = role & WORD_ROLE != 0
            takes_whitespace = False
            restarts = False
            if white >= 0:
                if repairs & WHITESPACE_SPLIT and role != NEWLINE:
                    last = start - 1  # the last whitespace character
                    while text[last] & 0xC0 == 0x80:
                        last -= 1
                    ascii_space = text[last] == 0x20
                    own_prefix = is_word and role & FIRST_IS_LETTER == 0
                    takes_whitespace = (is_word and not own_prefix) or (role == PUNCTUATION and ascii_space)
                    restarts = own_prefix and ascii_space and last > white and repairs & PREFIX_RESTART != 0
                    if trace is not None:
                        if restarts:
                            record(trace, PREFIX_RESTART, last, end, 0, 0)
                        elif last > white or takes_whitespace:
                            record(trace, WHITESPACE_SPLIT, last, end if takes_whitespace else start, 0, 0)
                    if last > white:
                        n = emit(ends, kinds, n, last, WORD)
                    if restarts:
                        start = last
                if not takes_whitespace and not restarts:
                    n = emit(ends, kinds, n, start, WORD)
                white = np.int64(-1)
            if restarts:
                continue
            if role == NEWLINE:
                newline = start if newline < 0 else newline
                start = end
                continue
            if is_word and role & CHECK_CONTRACTION and repairs & CONTRACTION_SPLIT and not takes_whitespace:
                token_end = end
                end = contraction_split(text, start, end)
                if trace is not None:  # noqa: SIM102
                    if end < token_end:
                        record(trace, CONTRACTION_SPLIT, end, token_end, 0, 0)
            if role != GAP_ROLE:
                n = emit(ends, kinds, n, end, WORD)
            elif n > 0 and kinds[n - 1] == GAP and ends[n - 1] == start and start > region_start:
                ends[n - 1] = end
            else:
                n = emit(ends, kinds, n, end, GAP)
            start = end
        if start == region_end:
            if newline >= 0 and white >= 0 and not repairs & TRAILING_WHITESPACE:
                n = emit(ends, kinds, n, white, WORD)
            if trace is not None:  # noqa: SIM102
                if newline >= 0 and white >= 0 and repairs & TRAILING_WHITESPACE:
                    record(trace, TRAILING_WHITESPACE, white, region_end, 0, 0)
            if newline >= 0 or white >= 0:
                n = emit(ends, kinds, n, region_end, WORD)
        if n > 0:
            start = ends[n - 1]
        if start < region_end:
            break
        region += 1
    cursor[0] = region
    cursor[1] = start
    return n
