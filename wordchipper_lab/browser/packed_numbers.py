"""Whole numbers as short ASCII text that needs no escapes in JavaScript, JSON or HTML."""

from __future__ import annotations

import string
from collections.abc import Iterable

__all__ = ["LAST_DIGITS", "OTHER_DIGITS", "pack_numbers"]

LAST_DIGITS = string.ascii_uppercase + "abcd"
"""The 30 last digits: each ends a number."""

OTHER_DIGITS = "".join(
    character for character in map(chr, range(0x21, 0x7E)) if character not in LAST_DIGITS + '"\\<'
)
"""The 60 digits before the last."""


def pack_numbers(numbers: Iterable[int]) -> str:
    """Numbers from 0, one after the other: below 30 in one character, below 1,800 in two.

    Twin: `unpackNumbers` in ``web/tokenizer/patterns/packed_numbers.js``.

    >>> pack_numbers([0, 29, 30, 1799, 1800])
    'Ad#A}d#!A'
    """
    return "".join(map(_pack, numbers))


def _pack(number: int) -> str:
    if number < 0:
        raise ValueError(f"{number} is below 0")
    number, last = divmod(number, len(LAST_DIGITS))
    packed = LAST_DIGITS[last]
    while number:
        number, digit = divmod(number, len(OTHER_DIGITS))
        packed = OTHER_DIGITS[digit] + packed
    return packed
