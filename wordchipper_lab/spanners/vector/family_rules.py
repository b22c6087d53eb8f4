"""Where spans begin in a block of 64 bytes, as operations on masks: one function for each family of patterns.

In a mask, bit i is byte i of the block, and a shift to the left by one asks about the byte before. The block
begins with a span. Each function states, for every byte that begins a character, whether it begins a span, from
the characters around it; every rule is a consequence of the pattern, and tests compare the result with the
automaton on all strings of a few characters. Bytes of one character beyond ASCII are in the same masks; as the
rules ask about the byte before, they see its own character, and no span begins inside it.

What the rules cannot decide is `hard`: the masks count only up to there. Sometimes even less: a run of blanks is
only decided with the character behind it.
"""

from __future__ import annotations

import numpy as np

from ...kernels.bits import highest_bit, lowest_bit
from ...kernels.jit import jit
from ...text.utf8 import char_width, decode_char
from .byte_masks import BLOCK, byte_masks
from .vector_tables import CASELESS, HARD, LOWER, MARK, O200K, R50K, UPPER

__all__ = ["begins_of_spans"]

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_FOUR = np.uint64(4)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_DECIDED = np.uint64((1 << 61) - 1)  # a contraction is decided with the third byte behind its apostrophe
_LAST = np.uint64(63)
_LONG_S = 0xC5
_D, _E, _L, _M, _R, _S, _T, _V = (ord(letter) for letter in "delmrstv")


@jit(inline=True)
def _bits_below(bit: int) -> np.uint64:
    return (_ONE << np.uint64(bit)) - _ONE


@jit(inline=True)
def _contraction(text, position, any_case):  # type: ignore[no-untyped-def]
    """Bytes of the contraction whose apostrophe is at `position`: 2, 3, 0 for none; -1 if that is not decided."""
    first = np.int64(text[position + 1])
    second = np.int64(text[position + 2])
    if first >= 0x80:
        return -1 if first == _LONG_S and any_case else 0
    if any_case:
        first |= 0x20 if first >= 0x40 else 0
        second |= 0x20 if 0x40 <= second < 0x80 else 0
    if first in (_S, _D, _M, _T):
        return 2
    if (first == _L and second == _L) or (first in (_V, _R) and second == _E):
        return 3
    return 0


@jit(inline=True)
def _triples(digits: np.uint64, starts: np.uint64) -> np.uint64:
    """Where numbers of up to three digits begin."""
    following = digits & (digits << _ONE) & (digits << _TWO) & (digits << np.uint64(3))
    begins = starts
    starts = (starts << np.uint64(3)) & following
    while starts != 0:
        begins |= starts
        starts = (starts << np.uint64(3)) & following
    return begins


@jit(inline=True)
def _flood(begins: np.uint64, inner: np.uint64) -> np.uint64:
    """Extend bits from the first byte of a character to its others (`inner`)."""
    begins |= (begins << _ONE) & inner
    begins |= (begins << _ONE) & inner
    return begins | ((begins << _ONE) & inner)


@jit(inline=True)
def begins_of_spans(text, position, tables):  # type: ignore[no-untyped-def]
    """The bytes of ``text[position:position + 64]`` that begin a span, as a mask without the first; 0 if none is
    certain.

    A span must begin at `position`. `tables` are `VectorTables`.
    """
    family = tables.family[0]
    upper, lower, digits, spaces, line_ends, tabs, apostrophes, slashes, wide = byte_masks(text, position)
    caseless, inner, hard = _ZERO, _ZERO, _ZERO
    other = ~(upper | lower | digits | spaces | line_ends | tabs | wide)
    if wide != 0:
        # The characters beyond ASCII, one by one, until the first hard one.
        place = lowest_bit(wide)
        while place < BLOCK:
            width = np.int64(char_width(text[position + place]))
            kind = HARD
            if place + width <= BLOCK:
                codepoint, _ = decode_char(text, position + place)
                automaton = tables.automaton
                page = np.int64(automaton.pages[codepoint >> 7])
                kind = np.int64(tables.classes[automaton.cells[(page << 7) + (codepoint & 0x7F)]])
            bytes_of = (_ALL >> np.uint64(64 - width)) << np.uint64(place)
            if kind == LOWER:
                lower |= bytes_of
            elif kind == CASELESS:
                caseless |= bytes_of
            elif kind == UPPER:
                upper |= bytes_of
            elif kind == MARK:
                before = (_ONE << np.uint64(place)) >> _ONE
                if (upper | lower | caseless) & before == 0:
                    hard = _ONE << np.uint64(place)
                    break
                caseless |= bytes_of
            elif kind == HARD:
                hard = _ONE << np.uint64(place)
                break
            else:
                other |= bytes_of
            inner |= bytes_of & (bytes_of << _ONE)
            place += width
            if place >= BLOCK:
                break
            rest = wide & ~_bits_below(place)
            if rest == 0:
                break
            place = lowest_bit(rest)
    letters = upper | lower | caseless
    blanks = spaces | line_ends | tabs
    if blanks == _ALL:
        return _ZERO
    after_other, after_space = other << _ONE, spaces << _ONE
    begins = other & ~(after_other | after_space)
    first_blanks = blanks & ~(blanks << _ONE)
    last_blanks = blanks & (blanks << _ONE) & ~(blanks >> _ONE)
    first_digits = digits & ~(digits << _ONE)
    if family == R50K:
        begins |= letters & ~((letters | spaces) << _ONE)
        begins |= digits & ~((digits | spaces) << _ONE)
        begins |= first_blanks | last_blanks
        apostrophes &= begins | _ONE
    else:
        before_letter = _flood(begins, inner) if inner != 0 else begins
        begins |= letters & ((digits | line_ends | (other & ~before_letter)) << _ONE)
        begins |= _triples(digits, first_digits)
        after_end = blanks & ~line_ends & (line_ends << _ONE)
        begins |= (first_blanks & ~(line_ends & after_other)) | (last_blanks & ~line_ends) | after_end
        # Blanks after a line end, then another line end: all of it is one span.
        soft = spaces | tabs
        if ((after_end + soft) & ~soft & line_ends) != 0:
            hard |= after_end
        if family == O200K:
            begins |= upper & (lower << _ONE)
            hard |= upper & (caseless << _ONE)
            apostrophes &= letters << _ONE
            hard |= slashes & (line_ends << _ONE)
        else:
            apostrophes &= begins | _ONE
    # The last byte that is no blank, if there is one, and the byte behind it.
    limit = _DECIDED & ((_FOUR << np.uint64(highest_bit(~blanks))) - _ONE)
    while apostrophes & limit != 0:
        place = lowest_bit(apostrophes)
        apostrophes &= apostrophes - _ONE
        if (hard & (_bits_below(place) | (_ONE << np.uint64(place)))) != 0:
            break
        size = _contraction(text, position + place, family != R50K)
        if size == 0:
            continue
        behind = _ONE << np.uint64(place + size)
        if family == O200K:
            is_open = (
                letters | wide | (other & _apostrophe_at(text, position + place + size, behind))
            ) & behind
            if size < 0 or is_open != 0:
                hard |= _ONE << np.uint64(place)
                break
            begins &= ~(_bits_below(size) << np.uint64(place))
        elif size < 0:
            hard |= _ONE << np.uint64(place)
            break
        else:
            begins &= ~((_bits_below(size) ^ _ONE) << np.uint64(place))
            begins |= behind & letters
    if hard != 0:
        place = lowest_bit(hard)
        limit &= _bits_below(place)
        before = _bits_below(place)
        if place > 0 and (blanks & (before ^ (before >> _ONE))) != 0:
            run = place - _run_at_end(blanks << np.uint64(64 - place))
            limit &= (_TWO << np.uint64(run)) - _ONE
    return begins & limit & ~_ONE


@jit(inline=True)
def _run_at_end(mask: np.uint64) -> int:
    """How many of the highest bits are set; not all."""
    return 63 - highest_bit(~mask)


@jit(inline=True)
def _apostrophe_at(text, position, bit):  # type: ignore[no-untyped-def]
    return bit if text[position] == 39 else _ZERO
