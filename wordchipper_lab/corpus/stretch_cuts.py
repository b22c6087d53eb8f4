"""Where a big file can be cut, so that several workers can process it: found near any byte, by small
reads."""

from __future__ import annotations

from typing import BinaryIO

from ..spanners.cut_rule import CutRule

__all__ = ["snap_to_cut"]

_WINDOW = 1 << 12


def snap_to_cut(file: BinaryIO, offset: int, size: int, rule: CutRule) -> int:
    """The first byte at or after `offset` where the text of `file`, of `size` bytes, may be cut; `size` if none.

    It depends only on the text, so the stretch that ends there and the one that begins there agree.
    """
    if offset <= 0 or offset >= size:
        return max(0, min(offset, size))
    reach = 4 * (rule.reach + 1)  # a character has up to 4 bytes
    window = _WINDOW
    begin = _next_character(file, max(0, offset - reach))
    while True:
        file.seek(begin)
        data = file.read(offset - begin + window)
        # Bytes that are not UTF-8 become surrogates, beside which nothing is cut.
        start = len(data[: _next_character(file, offset) - begin].decode(errors="surrogateescape"))
        text = data.decode(errors="surrogateescape")
        at_end = begin + len(data) >= size
        cut = rule.first_cut(text, start)
        if cut is not None:
            return begin + len(text[:cut].encode(errors="surrogateescape"))
        if at_end:
            return size
        window *= 8


def _next_character(file: BinaryIO, offset: int) -> int:
    """`offset`, or the first byte after it that begins a character."""
    file.seek(offset)
    following = file.read(3)
    return offset + next((i for i, byte in enumerate(following) if byte & 0xC0 != 0x80), len(following))
