"""All strings of k characters over an alphabet, one after another: the input of an exhaustive sweep."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

import numpy as np

from .jit import jit
from .unaligned import copy_16_bytes, store_u32

__all__ = ["TUPLE_SLACK", "fill_tuples", "iter_tuples", "pack_characters"]

TUPLE_SLACK = 16
"""Bytes after the last string that may be overwritten."""


def pack_characters(characters: str) -> tuple[np.ndarray, np.ndarray]:
    r"""The UTF-8 of each character as a little-endian uint32 (n,), and its width in bytes, int64 (n,).

    >>> packed, widths = pack_characters("a\u00e9")
    >>> [hex(bits) for bits in packed.tolist()], widths.tolist()
    (['0x61', '0xa9c3'], [1, 2])
    """
    encoded = [character.encode() for character in characters]
    packed = [int.from_bytes(data, "little") for data in encoded]
    return np.array(packed, dtype=np.uint32), np.array([len(data) for data in encoded], dtype=np.int64)


def iter_tuples(characters: str, k: int, first: int, last: int) -> Iterator[str]:
    """Strings number `first` to `last` - 1 of the k-tuples, in alphabet order: the twin of `fill_tuples`.

    >>> list(iter_tuples("ab", 2, 1, 4))
    ['ab', 'ba', 'bb']
    """
    return map("".join, islice(product(characters, repeat=k), first, last))


@jit()
def fill_tuples(
    packed: np.ndarray, widths: np.ndarray, k: int, first: int, last: int, text: np.ndarray, ends: np.ndarray
) -> int:
    r"""Write strings number `first` to `last` - 1 to `text` (uint8) and their ends to `ends` (int64); returns
    the bytes written.

    `packed` and `widths` come from `pack_characters`. `text` must have room for ``4 * k`` bytes per string
    plus `TUPLE_SLACK`. A string starts with a copy of the one before it, unless its last character starts
    over. 7-12 ns per string; the lexers take 35-45 each. Twin: `iter_tuples`.

    >>> text, ends = np.zeros(40, dtype=np.uint8), np.zeros(3, dtype=np.int64)
    >>> size = fill_tuples(*pack_characters("a\u00e9"), 2, 1, 4, text, ends)
    >>> text[:size].tobytes().decode(), ends.tolist()
    ('a\xe9\xe9a\xe9\xe9', [3, 6, 10])
    """
    size = len(packed)
    start = np.int64(0)  # of the previous string
    prefix = np.int64(0)  # bytes before its last character
    at = np.int64(0)
    last_character = np.int64(0)
    for number in range(first, last):
        if number == first or last_character == size - 1:
            start = at
            divisor = np.int64(1)
            for _ in range(k - 1):
                divisor *= size
            rest = np.int64(number)
            for _ in range(k - 1):
                character = rest // divisor
                rest -= character * divisor
                divisor //= size
                store_u32(text, at, packed[character])
                at += widths[character]
            last_character = rest
            prefix = at - start
        else:
            for offset in range(0, prefix, 16):
                copy_16_bytes(text, start + offset, text, at + offset)
            start = at
            at += prefix
            last_character += 1
        store_u32(text, at, packed[last_character])
        at += widths[last_character]
        ends[number - first] = at
    return at
