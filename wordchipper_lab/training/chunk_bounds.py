"""Where a file may be divided so that each part can be counted alone: in front of special tokens."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from typing import BinaryIO

__all__ = ["READ_BYTES", "chunk_bounds"]

READ_BYTES = 4096
"""How much is read at a time when looking for the next special token."""


def chunk_bounds(file: BinaryIO, special_tokens: Sequence[str], n_chunks: int) -> list[int]:
    """Byte offsets that divide a seekable file into at most `n_chunks` parts: 0, those between, and the size.

    Each offset between is where an even division would have it, moved forward to the next special token. A place
    that another special token reaches over is passed by, as the spanner would not begin one there. Where nothing is
    found up to the next even offset or the end, there are fewer parts. The file is read in steps of `READ_BYTES`.

    >>> import io
    >>> chunk_bounds(io.BytesIO(b"one<end>two<end>three"), ["<end>"], 3)
    [0, 11, 21]
    """
    size = file.seek(0, os.SEEK_END)
    bounds = [0]
    for part in range(1, n_chunks):
        even = size * part // n_chunks
        if even > bounds[-1] and special_tokens:
            found = next(_cuts(file, [token.encode() for token in special_tokens], even, size), size)
            if found >= size:
                break
            bounds.append(found)
    return [*bounds, size] if size > bounds[-1] else bounds


def _cuts(file: BinaryIO, tokens: Sequence[bytes], start: int, size: int) -> Iterator[int]:
    """Places from `start` on where a special token begins that no other one reaches over."""
    longest = max(map(len, tokens))
    # Looked ahead for, not matched, so that overlapping ones are found; the longest at a place comes first.
    by_length = sorted(tokens, key=len, reverse=True)
    any_token = re.compile(b"(?=(" + b"|".join(map(re.escape, by_length)) + b"))")
    # One that reaches over `start` begins up to longest - 1 bytes before it.
    at = max(0, start - longest + 1)
    file.seek(at)
    window = file.read(READ_BYTES)
    reach = 0
    while True:
        is_last = at + len(window) >= size
        # Those that begin in the last longest - 1 bytes may not be complete yet: they come with the next read.
        sure = len(window) if is_last else len(window) - longest + 1
        for match in any_token.finditer(window):
            if match.start() >= sure:
                break
            place = at + match.start()
            if place >= max(start, reach):
                yield place
            reach = max(reach, place + len(match[1]))
        if is_last:
            return
        kept = window[max(sure, 0) :]
        at += len(window) - len(kept)
        window = kept + file.read(READ_BYTES)
