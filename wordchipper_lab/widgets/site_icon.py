"""The icon of a site: a text in tokens, drawn without an image library."""

from __future__ import annotations

import struct
import zlib

import numpy as np

__all__ = ["icon_png"]

_BACKGROUND = (255, 255, 255)
_TOKENS = (
    ((86, 180, 233), (0.18, 0.26, 0.52, 0.44)),
    ((230, 159, 0), (0.54, 0.26, 0.82, 0.44)),
    ((0, 158, 115), (0.18, 0.56, 0.40, 0.74)),
    ((204, 121, 167), (0.42, 0.56, 0.82, 0.74)),
)
"""Colours (Okabe and Ito), and left, top, right and bottom as shares of the side: within what a mask leaves."""


def icon_png(size: int) -> bytes:
    """A square PNG of `size` pixels.

    >>> icon_png(16)[:8]
    b'\\x89PNG\\r\\n\\x1a\\n'
    """
    pixels = np.full((size, size, 3), _BACKGROUND, dtype=np.uint8)
    for colour, shares in _TOKENS:
        left, top, right, bottom = (round(share * size) for share in shares)
        pixels[top:bottom, left:right] = colour
    rows = np.insert(pixels.reshape(size, -1), 0, 0, axis=1)  # each row begins with the number of its filter
    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    data = zlib.compress(rows.tobytes(), 9)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
