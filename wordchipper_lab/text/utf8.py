"""Step through UTF-8: the width of a character and its codepoint."""

from __future__ import annotations

import numpy as np

from ..kernels.jit import jit

__all__ = ["char_width", "decode_char"]


@jit(inline=True)
def char_width(lead):  # type: ignore[no-untyped-def]
    """Bytes of the character that begins with byte `lead` (the text is known to be valid UTF-8).

    >>> [int(char_width(character.encode()[0])) for character in "aé€😀"]
    [1, 2, 3, 4]
    """
    if lead < 0xC0:
        return 1
    if lead < 0xE0:
        return 2
    if lead < 0xF0:
        return 3
    return 4


@jit(inline=True)
def decode_char(text, position):  # type: ignore[no-untyped-def]
    """(codepoint, width in bytes) of the character at byte `position` of `text`, uint8 (n,).

    >>> codepoint, width = decode_char(np.frombuffer(bytearray("a€".encode()), np.uint8), 1)
    >>> chr(codepoint), int(width)
    ('€', 3)
    """
    # int64 explicitly: uint8 would wrap around without numba, and int(uint8) is unsigned with it.
    lead = np.int64(text[position])
    if lead < 0x80:
        return lead, 1
    second = np.int64(text[position + 1]) & 0x3F
    if lead < 0xE0:
        return (lead & 0x1F) << 6 | second, 2
    third = np.int64(text[position + 2]) & 0x3F
    if lead < 0xF0:
        return (lead & 0x0F) << 12 | second << 6 | third, 3
    return (lead & 0x07) << 18 | second << 12 | third << 6 | (np.int64(text[position + 3]) & 0x3F), 4
