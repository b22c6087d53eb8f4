"""Where a big file can be cut, so that several workers can process it: found near any byte, by small
reads."""

from __future__ import annotations

from typing import BinaryIO, NamedTuple

import numpy as np
import regex

from ..spanners import TextSpanner
from ..spanners.faithful import obeys_its_pattern
from ..spanners.special_cover import SPECIAL_BEGINS, mark_characters
from ..spanners.text_pieces import first_safe_cut, has_safe_cuts

__all__ = ["CutRule", "snap_to_cut"]

_WINDOW = 1 << 12


class CutRule(NamedTuple):
    """What must not be cut apart: spans of a pattern ("" if unknown), and special tokens."""

    pattern: str
    special_tokens: tuple[str, ...]

    @classmethod
    def of(cls, spanner: TextSpanner) -> CutRule:
        """The rule for a spanner; the pattern of a custom lexer counts as unknown."""
        lexer = spanner.lexer
        return cls(lexer.pattern if obeys_its_pattern(lexer) else "", tuple(sorted(spanner.special_tokens)))

    @property
    def may_cut(self) -> bool:
        """Whether any cut is possible: at span ends, or at least at special tokens."""
        # U+FFFD, as which a file that is not UTF-8 is read, could be in such a token, and the bytes do not
        # show it.
        if regex.search(r"[\p{Cs}\ufffd]", "".join(self.special_tokens)):
            return False
        return has_safe_cuts(self.pattern) or bool(self.special_tokens)

    @property
    def reach(self) -> int:
        """Characters before a place that decide whether the text may be cut there."""
        return 1 + max(map(len, self.special_tokens), default=0)

    def first_cut(self, text: str, start: int) -> int | None:
        """Position of the first cut at or after `start`, if that is certain without the text after `text`."""
        if has_safe_cuts(self.pattern):
            return first_safe_cut(text, start, self.pattern, self.special_tokens)
        return _first_special(text, start, self.special_tokens)


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


def _first_special(text: str, start: int, special_tokens: tuple[str, ...]) -> int | None:
    """Where the first special token begins that no other can extend across: a lexer of any pattern restarts
    there."""
    places = np.flatnonzero(mark_characters(text, special_tokens)[start:] == SPECIAL_BEGINS)
    return start + int(places[0]) if len(places) else None
