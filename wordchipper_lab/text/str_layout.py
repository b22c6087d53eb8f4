"""Where CPython keeps the characters of a ``str``, found out by looking at some.

The layout is not public: it is of Python 3.11 and newer as read in ``Include/cpython/unicodeobject.h``, whose header
lost a field in 3.12. Where some texts do not look as expected, nothing is read in place.
"""

from __future__ import annotations

import ctypes
import sys

import numpy as np

__all__ = ["ASCII_DATA", "DATA", "LENGTH", "SHIFT", "STATE", "find_str_layout"]

LENGTH, STATE, SHIFT, ASCII_DATA, DATA = range(5)
"""Fields of a layout: where the number of characters is (bytes from the address of the object), where the word is
that has width (3 bits), "compact" and "ASCII" from bit `SHIFT` on, where the characters of ASCII texts are, and those
of others (or their address, in a text that is not compact)."""


class _Subclass(str):
    """A text whose characters are elsewhere."""


def find_str_layout() -> np.ndarray | None:
    """The layout of this Python's ``str``: int64 (5,); None if it is an unknown one."""
    if sys.implementation.name != "cpython":
        return None
    header = object.__basicsize__
    wide = "\u0100" * 2
    ascii_data, data = sys.getsizeof("") - 1, sys.getsizeof(wide) - 2 * (len(wide) + 1)
    layout = np.array([header, header + 16, 2, ascii_data, data], dtype=np.int64)
    samples = ("a" * 5, "\u00e9" * 3, "a" * 400, wide, "a\U0001f600", _Subclass("abc"), _Subclass(wide))
    return layout if all(_is_as_expected(text, layout) for text in samples) else None


def _is_as_expected(text: str, layout: np.ndarray) -> bool:
    address, (length, state, shift, ascii_data, data) = id(text), layout.tolist()
    bits = ctypes.c_uint32.from_address(address + state).value >> shift
    width, is_compact, is_ascii = bits & 7, bool(bits >> 3 & 1), bool(bits >> 4 & 1)
    widest = max(map(ord, text))
    expected_width = 1 if widest < 1 << 8 else 2 if widest < 1 << 16 else 4
    found = (ctypes.c_int64.from_address(address + length).value, width, is_ascii, is_compact)
    if found != (len(text), expected_width, text.isascii(), type(text) is str):
        return False
    place = address + (ascii_data if is_ascii else data)
    if not is_compact:
        place = ctypes.c_int64.from_address(address + data).value
    codec = {1: "latin-1", 2: "utf-16", 4: "utf-32"}[width] + ("" if width == 1 else f"-{sys.byteorder[0]}e")
    return ctypes.string_at(place, width * len(text)) == text.encode(codec)
