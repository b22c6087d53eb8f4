"""Texts read in place in memory: many ``str`` -> UTF-8 by one kernel call, without the GIL.

The kernel receives the addresses of the texts and finds their characters where Python keeps them (`str_layout`).
With numba, a str argument would cost 2 us and three heap blocks per call, and there is none for a list of them.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

import numpy as np

from ..kernels.address_table import array_from
from ..kernels.jit import JIT_DISABLED, jit
from .str_layout import ASCII_DATA, DATA, LENGTH, SHIFT, STATE, find_str_layout
from .transcode import SURROGATE, copy_ascii, transcode

__all__ = [
    "ALL_CHARACTERS",
    "STR_LAYOUT",
    "addresses_of",
    "count_characters",
    "to_utf8",
    "to_utf8_twin",
    "unpack_text",
    "write_utf8",
]


ALL_CHARACTERS = 1 << 62
"""More than any text has."""


def addresses_of(texts: Sequence[str]) -> np.ndarray:
    """The addresses of the texts, for `to_utf8`: int64 (n,); the array keeps them alive."""
    objects = np.empty(len(texts), dtype=object)
    objects[:] = texts
    return np.ndarray(len(texts), dtype=np.int64, buffer=objects)  # 12 ns per text; map(id, texts) takes 40


def _text_at(address: int) -> str:
    return ctypes.cast(address, ctypes.py_object).value  # type: ignore[no-any-return]


def to_utf8_twin(
    addresses: np.ndarray, ends: np.ndarray, out: np.ndarray, first: int = 0, most: int = ALL_CHARACTERS
) -> int:
    """The slow, obvious `to_utf8`."""
    size = 0
    for i, address in enumerate(addresses.tolist()):
        try:
            data = _text_at(address)[first : first + most].encode()
        except UnicodeEncodeError:
            return SURROGATE
        out[size : size + len(data)] = np.frombuffer(data, dtype=np.uint8)
        size += len(data)
        ends[i] = size
    return size


@jit(inline=True)
def unpack_text(address: int, layout: np.ndarray) -> tuple[int, int, int, int]:
    """Of a str: the address of its characters, their number, bytes per character (0: unknown), and whether all are
    ASCII."""
    length = array_from(address + layout[LENGTH], 1, np.int64)[0]
    state = np.int64(array_from(address + layout[STATE], 1, np.uint32)[0]) >> layout[SHIFT]
    width, is_compact, is_ascii = state & 7, (state >> 3) & 1, (state >> 4) & 1
    if is_compact:
        return address + layout[ASCII_DATA if is_ascii else DATA], length, width, is_ascii
    return array_from(address + layout[DATA], 1, np.int64)[0], length, width, is_ascii


@jit(inline=True)
def write_utf8(data: int, length: int, width: int, is_ascii: int, out: np.ndarray, at: int) -> int:
    """Write the UTF-8 of the characters of `unpack_text` to ``out[at:]``; returns its end, or `SURROGATE`."""
    if is_ascii:
        return copy_ascii(array_from(data, length, np.uint8), out, at)
    if width == 1:
        return transcode(array_from(data, length, np.uint8), out, at)
    if width == 2:
        return transcode(array_from(data, length, np.uint16), out, at)
    if width == 4:
        return transcode(array_from(data, length, np.uint32), out, at)
    return SURROGATE


@jit()
def _count_characters(addresses: np.ndarray, layout: np.ndarray, counts: np.ndarray) -> None:
    for i in range(len(addresses)):
        counts[i] = array_from(addresses[i] + layout[LENGTH], 1, np.int64)[0]


@jit()
def _to_utf8(
    addresses: np.ndarray, layout: np.ndarray, ends: np.ndarray, out: np.ndarray, first: int, most: int
) -> int:
    at = np.int64(0)
    for i in range(len(addresses)):
        data, length, width, is_ascii = unpack_text(addresses[i], layout)
        length = max(0, min(length - first, most))
        at = write_utf8(data + first * width, length, width, is_ascii, out, at)
        if at == SURROGATE:
            return SURROGATE
        ends[i] = at
    return at


STR_LAYOUT = None if JIT_DISABLED else find_str_layout()
"""Where this Python keeps the characters of a text (`find_str_layout`); None if texts are not read in place."""


def count_characters(addresses: np.ndarray, counts: np.ndarray) -> None:
    """``counts[i]`` (int64) becomes the number of characters of text i.

    >>> count_characters(addresses_of(["h\u00e9", "!"]), counts := np.zeros(2, dtype=np.int64))
    >>> counts.tolist()
    [2, 1]
    """
    if STR_LAYOUT is None:
        counts[:] = [len(_text_at(address)) for address in addresses.tolist()]
    else:
        _count_characters(addresses, STR_LAYOUT, counts)


def to_utf8(
    addresses: np.ndarray, ends: np.ndarray, out: np.ndarray, first: int = 0, most: int = ALL_CHARACTERS
) -> int:
    """Write the UTF-8 of the texts at `addresses` (int64 (n,), see `addresses_of`) to `out`, one after another.

    Of each text, up to `most` characters from character `first` on. `out` is uint8, with room for `UTF8_ROOM` bytes
    per character and `UTF8_SLACK` more; ``ends[i]`` (int64) becomes the end of text i in it. Returns the number of
    bytes, or `SURROGATE`. Twin: `to_utf8_twin`.

    >>> texts, ends, out = ["h\u00e9", "!"], np.zeros(2, dtype=np.int64), np.empty(40, dtype=np.uint8)
    >>> int(to_utf8(addresses_of(texts), ends, out)), ends.tolist(), out[:4].tobytes()
    (4, [3, 4], b'h\xc3\xa9!')
    """
    if STR_LAYOUT is None:
        return to_utf8_twin(addresses, ends, out, first, most)
    return int(_to_utf8(addresses, STR_LAYOUT, ends, out, first, most))
