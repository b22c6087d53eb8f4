"""Where a file can be divided so that each part can be counted separately: before special tokens."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import BinaryIO

import numpy as np

from ..spanners.special_cover import SPECIAL_BEGINS, mark_places
from ..text.text_bytes import encode_text

__all__ = ["READ_BYTES", "chunk_bounds"]

READ_BYTES = 4096
"""Number of bytes read at a time while searching for the next special token."""


def chunk_bounds(file: BinaryIO, special_tokens: Sequence[str], n_chunks: int) -> list[int]:
    """Byte offsets that divide a seekable file into at most `n_chunks` parts: 0, those between, and the size.

    Each offset in between is that of an even division, moved forward to the next special token. A place
    inside another special token is skipped, because the spanner would not begin one there. If nothing is
    found up to the next even offset or the end, there are fewer parts. The file is read in steps of
    `READ_BYTES`.

    >>> import io
    >>> chunk_bounds(io.BytesIO(b"one<end>two<end>three"), ["<end>"], 3)
    [0, 11, 21]
    """
    size = file.seek(0, os.SEEK_END)
    bounds = [0]
    for part in range(1, n_chunks):
        even = size * part // n_chunks
        if even > bounds[-1] and special_tokens:
            found = _first_cut(file, tuple(special_tokens), even, size)
            if found >= size:
                break
            bounds.append(found)
    return [*bounds, size] if size > bounds[-1] else bounds


def _first_cut(file: BinaryIO, tokens: tuple[str, ...], start: int, size: int) -> int:
    """The first place from `start` on where a special token begins that is not inside another one; `size` if
    none."""
    reach = max(len(encode_text(token)) for token in tokens) - 1
    # One that extends across `start` begins up to `reach` bytes before it.
    at = max(0, start - reach)
    file.seek(at)
    window = file.read(READ_BYTES)
    while True:
        marks = mark_places(window, tokens)
        places = np.flatnonzero(marks[start - at :] == SPECIAL_BEGINS)
        if len(places):
            return start + int(places[0])
        if at + len(window) >= size:
            return size
        # Those that begin in the last `reach` bytes may be incomplete; they are found with the next read.
        start = max(start, at + len(window) - reach)
        kept = window[max(0, start - reach - at) :]
        at += len(window) - len(kept)
        window = kept + file.read(max(READ_BYTES, reach))
