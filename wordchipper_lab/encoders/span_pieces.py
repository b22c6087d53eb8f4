"""span_pieces: BPE of a span that is too long for `short_merge`, cut into pieces that it merges in turns.

A list of tokens is the BPE of their bytes if and only if each pair of neighbours is (`bpe_backtrack`). So a span may
be cut anywhere: within a piece all pairs are right, and only those at the borders must be looked at. Half of them are
right as they are. Of the others, a few tokens on both sides of the border are made anew from their bytes; if they do
not fit between their neighbours either, more of them.

Text with a period of up to 32 bytes (one letter, one emoji again and again) is left to bpe_backtrack, which repeats
what it remembers: 0.3 to 2 ns a byte. In all other texts it takes 20 to 45 ns a byte, because each token depends on
branches that nobody can predict. In pieces, 160,000 random letters take 2.1 ms instead of 6.9, random Thai 4.5 instead
of 10.1 (o200k_base); words of random letters, of 66, 100, 250 and 600, run at 32, 46, 63 and 71 MB/s instead of 19, 20,
16 and 21.

Source: van Antwerpen and Neubeck, as in `bpe_backtrack`, use the same property to append to a text that is encoded.
Twin: `bpe_backtrack` of the whole span.
"""

from __future__ import annotations

import numpy as np

from ..kernels.jit import jit
from ..kernels.unaligned import load_u64
from ..vocab.tables import VocabTables
from .bpe_backtrack import bpe_backtrack, is_valid_pair
from .short_merge import (
    BEGUN,
    COUNTS,
    FIRSTS,
    FOUND,
    MOST_FIRST_TOKENS,
    MOST_WAITING,
    SIZES,
    STARTS,
    begin_to_wait,
    merge_waiting,
)
from .span_work import SpanWork

__all__ = ["GIVEN_UP", "merge_in_pieces"]

GIVEN_UP = -1

_MOST_MENDED = 512
"""Bytes that are made anew at a border, at most: nearly always 10 to 40 are enough."""

_PIECE_OF_CHARACTERS = 96
"""Bytes of a piece that begins with characters: they are half as many tokens as fit, and it takes a third less time."""

_LONGEST_PERIOD = 32
_SHORTEST_STRETCH = 128
_LEFT_OF_STRETCH, _MOST_LEFT_OF_STRETCH = 8, 512  # tokens


@jit(inline=True)
def _bytes_of(tables: VocabTables, tokens: np.ndarray, first: int, stop: int) -> int:
    size = np.int64(0)
    for i in range(first, stop):
        token = tokens[i]
        size += np.int64(tables.token_starts[token + 1]) - np.int64(tables.token_starts[token])
    return size


@jit()
def _end_of_stretch(text: np.ndarray, start: int, end: int) -> int:
    """Where text with a period of up to `_LONGEST_PERIOD` bytes ends, that begins at `start`; `start` if there is
    none, or if it is shorter than `_SHORTEST_STRETCH`."""
    if start + _SHORTEST_STRETCH > end:
        return start
    eight = load_u64(text, start)
    period = np.int64(0)
    for candidate in range(_LONGEST_PERIOD, 0, -1):
        if load_u64(text, start + candidate) == eight:
            period = np.int64(candidate)
    if period == 0:
        return start
    at = start + period
    while at + 8 <= end and load_u64(text, at) == load_u64(text, at - period):
        at += 8
    while at < end and text[at] == text[at - period]:
        at += 1
    return at if at - start >= _SHORTEST_STRETCH else start


@jit(inline=True)
def _character_border(text: np.ndarray, at: int) -> int:
    """The place at or up to 3 bytes before `at` where a character begins."""
    for _ in range(3):
        if text[at] & 0xC0 == 0x80:
            at -= 1
    return at


@jit()
def merge_in_pieces(
    tables: VocabTables,
    text: np.ndarray,
    start: int,
    end: int,
    tokens: np.ndarray,
    n_tokens: int,
    work: SpanWork,
) -> int:
    """Append the tokens of the span ``text[start:end]`` to ``tokens[:n_tokens]``; returns the new count, or `GIVEN_UP`
    if a border needs more than `_MOST_MENDED` bytes: then the span is for `bpe_backtrack`.

    Exact where `bpe_backtrack` is. `tokens` and `work` need the same room, and no span may wait in `work`.
    """
    waiting, short = work.waiting, work.short
    head, position = n_tokens, start
    while position < end:
        n_waiting = n_begun = 0
        stretch_end = position
        while position < end and n_waiting < MOST_WAITING:
            stretch_end = _end_of_stretch(text, position, end)
            if stretch_end > position:
                break
            stop, begun = end, np.int64(-1)
            if end - position > MOST_FIRST_TOKENS:
                stop = min(end, position + _PIECE_OF_CHARACTERS)
                if stop < end:
                    stop = _character_border(text, stop)
                begun = begin_to_wait(tables, text, position, stop - position, short, n_begun)
            if begun < 0:
                stop = min(end, position + MOST_FIRST_TOKENS)
                if stop < end:
                    stop = _character_border(text, stop)
                begun = begin_to_wait(tables, text, position, stop - position, short, n_begun)
            waiting[STARTS + n_waiting] = np.uint64(position)
            waiting[SIZES + n_waiting] = np.uint64(stop - position)
            waiting[BEGUN + n_waiting] = np.uint64(begun)
            waiting[FIRSTS + n_waiting] = np.uint64(n_begun)
            n_waiting += 1
            n_begun += stop - position if begun == 0 else begun
            position = stop
        if n_waiting > 0:
            merge_waiting(tables, text, n_waiting, waiting, short)
            n_tokens = _join(tables, text, n_waiting, head, tokens, n_tokens, work)
            if n_tokens < 0:
                return GIVEN_UP
        if stretch_end > position:
            n_tokens = _append_stretch(tables, text, position, stretch_end, head, tokens, n_tokens, work)
            if n_tokens < 0:
                return GIVEN_UP
            position = stretch_end
    return n_tokens


@jit()
def _append_stretch(
    tables: VocabTables,
    text: np.ndarray,
    start: int,
    end: int,
    head: int,
    tokens: np.ndarray,
    n_tokens: int,
    work: SpanWork,
) -> int:
    """Append the tokens of ``text[start:end]`` by `bpe_backtrack`, together with the last tokens before it; returns the
    new count, or `GIVEN_UP`."""
    n_anew = _LEFT_OF_STRETCH
    while True:
        first = max(head, n_tokens - n_anew)
        left = tokens[first - 1] if first > head else np.uint32(0)
        size = _bytes_of(tables, tokens, first, n_tokens)
        found = bpe_backtrack(tables, text, start - size, end, tokens, first, work, None)
        if first == head or is_valid_pair(tables, np.int64(left), np.int64(tokens[first]), None):
            return found
        # What was overwritten is made again, from further left on: all tokens before `first` are still there.
        n_tokens, start = first, start - size
        n_anew *= 2
        if n_anew > _MOST_LEFT_OF_STRETCH:
            return GIVEN_UP


@jit()
def _join(
    tables: VocabTables,
    text: np.ndarray,
    n_waiting: int,
    head: int,
    tokens: np.ndarray,
    n_tokens: int,
    work: SpanWork,
) -> int:
    """Append the tokens of all pieces, mending each border; returns the new count, or `GIVEN_UP`."""
    found = work.short[FOUND:]
    for i in range(n_waiting):
        border, first = n_tokens, np.int64(work.waiting[FIRSTS + i])
        for at in range(np.int64(work.waiting[COUNTS + i])):
            tokens[n_tokens] = found[first + at]
            n_tokens += 1
        if border > head and not is_valid_pair(
            tables, np.int64(tokens[border - 1]), np.int64(tokens[border]), None
        ):
            n_tokens = _mend(
                tables, text, np.int64(work.waiting[STARTS + i]), head, border, tokens, n_tokens, work
            )
            if n_tokens < 0:
                return GIVEN_UP
    return n_tokens


@jit()
def _mend(
    tables: VocabTables,
    text: np.ndarray,
    place: int,
    head: int,
    border: int,
    tokens: np.ndarray,
    n_tokens: int,
    work: SpanWork,
) -> int:
    """Make some tokens before and after `border`, which is at byte `place`, anew, more and more until they fit between
    their neighbours; returns the new count, or `GIVEN_UP`."""
    anew = work.short[:_MOST_MENDED]  # of the keys of `short_merge`, which are of no use after it
    n_left = n_right = 2
    while True:
        first, stop = max(head, border - n_left), min(n_tokens, border + n_right)
        start = place - _bytes_of(tables, tokens, first, border)
        end = place + _bytes_of(tables, tokens, border, stop)
        if end - start > _MOST_MENDED:
            return GIVEN_UP
        count = bpe_backtrack(tables, text, start, end, anew, 0, work, None)
        fits_left = first == head or is_valid_pair(
            tables, np.int64(tokens[first - 1]), np.int64(anew[0]), None
        )
        fits_right = stop == n_tokens or is_valid_pair(
            tables, np.int64(anew[count - 1]), np.int64(tokens[stop]), None
        )
        if fits_left and fits_right:
            break
        if not fits_left:
            n_left *= 2
        if not fits_right:
            n_right *= 2
    more = count - (stop - first)
    if more > 0:
        for at in range(n_tokens - 1, stop - 1, -1):
            tokens[at + more] = tokens[at]
    elif more < 0:
        for at in range(stop, n_tokens):
            tokens[at + more] = tokens[at]
    for at in range(count):
        tokens[first + at] = anew[at]
    return n_tokens + more
