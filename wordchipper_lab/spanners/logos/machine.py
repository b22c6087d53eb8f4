"""The repair machine: longest-match tokens and their roles -> the spans of a first-match pattern. One kernel.

Four repairs, each of which can be left out to study what goes wrong without it:

- ``whitespace_split``: before anything visible, the last whitespace character parts from the run in front of it and
  goes to the next token, if that takes it (``\\s+(?!\\S)``).
- ``prefix_restart``: if the next token is a word with a prefix of its own and the run ends in a space, lexing starts
  again at that space: ``..  "hello`` is `` ``, `` "``, ``hello``, not `` ``, `` ``, ``"hello``.
- ``contraction_split``: see `contraction`.
- ``trailing_whitespace``: at the end of the text a newline and the blanks behind it are one span (``\\s++$``).
"""

from __future__ import annotations

import numpy as np

from ...kernels.jit import jit
from ...kernels.utf8 import char_width, decode_char
from ..spans import GAP, SPECIAL, WORD
from .contraction import contraction_split
from .longest_match import ROLE_BIT, STOP
from .roles import CHECK_CONTRACTION, FIRST_IS_LETTER, GAP_ROLE, NEWLINE, PUNCTUATION, WHITESPACE, WORD_ROLE

__all__ = ["REPAIRS", "scan_roles"]

REPAIRS = ("whitespace_split", "prefix_restart", "contraction_split", "trailing_whitespace")
WHITESPACE_SPLIT, PREFIX_RESTART, CONTRACTION_SPLIT, TRAILING_WHITESPACE = 1, 2, 4, 8

ROW_MASK = (1 << ROLE_BIT) - 1
MOST_SPANS = 4  # one step ends at most: newline, whitespace, its last character, token


@jit
def longest_token(text, start, region_end, transitions, pages, cells):  # type: ignore[no-untyped-def]
    """(end, role) of the longest token that begins at byte `start`; one character as a gap if there is none."""
    row = np.int64(0)
    role = np.int64(0)
    end = start
    position = start
    while position < region_end:
        lead = np.int64(text[position])
        width = np.int64(1)
        if lead < 0x80:
            cell = np.int64(cells[lead])
        else:
            codepoint, width = decode_char(text, position)
            cell = np.int64(cells[(np.int64(pages[codepoint >> 7]) << 7) + (codepoint & 0x7F)])
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


@jit
def emit(ends, kinds, n, end, kind):  # type: ignore[no-untyped-def]
    """Append one span if there is room; return the new number of spans."""
    if n < len(ends):
        ends[n] = end
        kinds[n] = kind
        return n + 1
    return n


@jit
def scan_roles(text, region_ends, region_kinds, cursor, ends, kinds, transitions, pages, cells, repairs):  # type: ignore[no-untyped-def]
    """Fill `ends` and `kinds` with the next spans and return how many; see `SpanLexer.next_spans`."""
    region = cursor[0]
    start = cursor[1]
    n = np.int64(0)
    while region < len(region_ends) and len(ends) > 0:
        region_end = region_ends[region]
        region_start = start
        newline = np.int64(
            -1
        )  # where the buffered newline begins, if there is one; it ends where the next thing begins
        white = np.int64(-1)  # where the buffered whitespace begins
        while True:
            held = start
            if white >= 0:
                held = white
            if newline >= 0:
                held = newline
            if n > 0 and len(ends) - n < MOST_SPANS:
                # The next step might not fit: stop where nothing is buffered. (In a block too small for any step
                # spans are dropped below, and found again from the last one that fitted.)
                cursor[0] = region
                cursor[1] = held
                return n
            if start == region_end:
                break
            if region_kinds[region] == SPECIAL:
                n = emit(ends, kinds, n, region_end, SPECIAL)
                start = region_end
                continue
            end, role = longest_token(text, start, region_end, transitions, pages, cells)
            if role == WHITESPACE:
                if white < 0:
                    white = start
                start = end
                continue
            if role == NEWLINE and white < 0:
                if newline < 0:
                    newline = start
                start = end
                continue
            if newline >= 0:
                n = emit(ends, kinds, n, white if white >= 0 else start, WORD)
                newline = np.int64(-1)
            is_word = role & WORD_ROLE != 0
            takes_whitespace = False
            if white >= 0:
                last = start
                if repairs & WHITESPACE_SPLIT and role != NEWLINE:
                    last -= 1
                    while text[last] & 0xC0 == 0x80:
                        last -= 1
                    ascii_space = text[last] == 0x20
                    own_prefix = is_word and role & FIRST_IS_LETTER == 0
                    takes_whitespace = (is_word and not own_prefix) or (role == PUNCTUATION and ascii_space)
                    if own_prefix and ascii_space and last > white and repairs & PREFIX_RESTART:
                        n = emit(ends, kinds, n, last, WORD)
                        start = last
                        white = np.int64(-1)
                        if n == len(ends):
                            start = ends[n - 1]
                        continue
                    if last > white:
                        n = emit(ends, kinds, n, last, WORD)
                if not takes_whitespace:
                    n = emit(ends, kinds, n, start, WORD)
                white = np.int64(-1)
            if role == NEWLINE:
                newline = start
                start = end
                continue
            if is_word and role & CHECK_CONTRACTION and repairs & CONTRACTION_SPLIT and not takes_whitespace:
                end = contraction_split(text, start, end)
            if role != GAP_ROLE:
                n = emit(ends, kinds, n, end, WORD)
            elif n > 0 and kinds[n - 1] == GAP and ends[n - 1] == start and start > region_start:
                ends[n - 1] = end
            else:
                n = emit(ends, kinds, n, end, GAP)
            start = end
            if n == len(ends):
                start = ends[n - 1]
        if newline >= 0 and white >= 0 and not repairs & TRAILING_WHITESPACE:
            n = emit(ends, kinds, n, white, WORD)
        if newline >= 0 or white >= 0:
            n = emit(ends, kinds, n, region_end, WORD)
        start = region_end
        if n == len(ends):
            start = ends[n - 1]
        region += start == region_end
    cursor[0] = region
    cursor[1] = start
    return n
