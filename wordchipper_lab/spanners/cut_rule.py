"""Where a text may be cut, so that its parts can be lexed and encoded separately."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import regex

from .faithful import obeys_its_pattern
from .special_cover import SPECIAL_BEGINS, mark_characters
from .text_pieces import first_safe_cut, has_safe_cuts
from .text_spanner import TextSpanner

__all__ = ["CutRule"]


class CutRule(NamedTuple):
    """What must not be cut apart: spans of a pattern ("" if unknown), and special tokens."""

    pattern: str
    special_tokens: tuple[str, ...]

    @classmethod
    def of(cls, spanner: TextSpanner) -> CutRule:
        """The rule for a spanner; the pattern of a custom lexer counts as unknown."""
        lexer = spanner.lexer
        return cls(lexer.pattern if obeys_its_pattern(lexer) else "", tuple(sorted(spanner.cut_tokens)))

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


def _first_special(text: str, start: int, special_tokens: tuple[str, ...]) -> int | None:
    """Where the first special token begins that no other can extend across: a lexer of any pattern restarts
    there."""
    places = np.flatnonzero(mark_characters(text, special_tokens)[start:] == SPECIAL_BEGINS)
    return start + int(places[0]) if len(places) else None
