"""The vector lexer's rules as statements about characters, in place of operations on masks (see `family_rules`).

A block begins where a span begins. For every character behind that, the rules say whether it begins a span, or
leave that to the automaton (None). What they say depends on a few facts from the left (`Seen`) and on a few from
the right (`Ahead`). Once they give up (None for good, ``hard`` in `family_rules`), all the rest of the block is
left to the automaton.

Characters are taken as the pattern's cells: of a cell with ASCII characters, all are treated as those. The kernel
leaves some of the others to the automaton (numbers and blanks beyond ASCII, a long s behind an apostrophe), and
decides nothing behind them in this block. Nor does it decide anything from the last four bytes of a block, or in
blanks at its end. So what it decides is a part of what is decided here.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ....errors import UnprovableError
from ....spanners.vector.byte_masks import byte_masks
from ....spanners.vector.vector_tables import (
    CASELESS,
    HARD,
    LOWER,
    MARK,
    O200K,
    OTHER,
    R50K,
    UPPER,
    VectorTables,
)
from ..alphabet import Alphabet, codepoint_cells, symbol_cells

__all__ = ["NOTHING_AHEAD", "Ahead", "Kind", "Seen", "VectorRules", "read_kinds"]

DIGIT, SPACE, LINE_END, TAB = range(OTHER + 1, OTHER + 5)
_LETTERS = (UPPER, LOWER, CASELESS)
_SOFT = (SPACE, TAB)
_BLANKS = (SPACE, TAB, LINE_END)
_IN_CONTRACTIONS = ("sdmt", "l", "vr", "e")
_LONG_S = 0x17F


class Kind(NamedTuple):
    """What the rules ask about a character: its class; ``letter``: which place it can have in a contraction (a
    number of `_IN_CONTRACTIONS`), if any; whether it is an apostrophe or a slash."""

    of: int
    letter: int | None = None
    is_quote: bool = False
    is_slash: bool = False


class Seen(NamedTuple):
    """What is known from the left: the class of the character before (``None``: the block begins here); whether it
    is the first of its run of other characters, and no space precedes it; digits of the number, modulo 3;
    characters of a contraction still to come; whether a contraction has just ended; whether the rules gave up."""

    of: int | None = None
    is_first_other: bool = False
    digits: int = 0
    in_contraction: int = 0
    is_behind_contraction: bool = False
    gave_up: bool = False


class Ahead(NamedTuple):
    """What is known of the text ahead: whether it begins with a blank, whether a line end follows the soft blanks with
    which it begins, and something visible all of its first blanks; the length of the contraction that it makes with
    an apostrophe before it (0: none, None: the rules give up); the second letter of a contraction that it may begin
    with, and whether the rules give up then; whether they give up if it follows a contraction."""

    is_blank: bool = False
    has_line_end_behind_soft: bool = False
    is_visible_behind_blanks: bool = False
    contraction: int | None = 0
    second: tuple[int, bool] | None = None
    is_open: bool = False


NOTHING_AHEAD = Ahead()
_GAVE_UP = Seen(gave_up=True)


def read_kinds(tables: VectorTables, alphabet: Alphabet) -> list[Kind]:
    """The kind of each symbol: as the kernel's masks have its ASCII characters, else the kernel's class of its cell.

    Raises `UnprovableError` if the kernel can tell apart what the pattern cannot.
    """
    cells, kinds = codepoint_cells(tables.automaton), {}
    for codepoint, kind in enumerate(_ascii_kinds(int(tables.family[0]))):
        cell = int(cells[codepoint])
        if kinds.setdefault(cell, kind) != kind or int(tables.classes[cell]) not in (kind.of, HARD):
            raise UnprovableError(
                "the vector lexer", f"it can tell {chr(codepoint)!r} from others of its cell"
            )
    special = np.isin(cells, [cell for cell, kind in kinds.items() if kind != Kind(kind.of)])
    special[:128] = special[_LONG_S] = False  # a contraction with a long s is left to the automaton
    if special.any():
        raise UnprovableError(
            "the vector lexer", "a character beyond ASCII is in the cell of one with a rule"
        )
    found = symbol_cells(tables.automaton, alphabet).tolist()
    return [kinds.get(cell, Kind(int(tables.classes[cell]))) for cell in found]


def _ascii_kinds(family: int) -> list[Kind]:
    """The kind of each ASCII character, from the masks of the two blocks that contain them all."""
    text = np.arange(128, dtype=np.uint8)
    blocks = [[int(mask) for mask in byte_masks(text, position)] for position in (0, 64)]
    upper, line_end = UPPER if family == O200K else LOWER, TAB if family == R50K else LINE_END
    classes = (upper, LOWER, DIGIT, SPACE, line_end, TAB)  # in the order of the masks
    kinds = []
    for n in range(128):
        of = next(
            (of for of, mask in zip(classes, blocks[n >> 6], strict=False) if mask >> (n & 63) & 1), OTHER
        )
        letter = chr(n) if family == R50K else chr(n).lower()
        place = next((place for place, group in enumerate(_IN_CONTRACTIONS) if letter in group), None)
        kinds.append(Kind(of, place, chr(n) == "'", chr(n) == "/" and family == O200K))
    return kinds


class VectorRules:
    """The rules of one family (`R50K`, `CL100K` or `O200K`)."""

    def __init__(self, family: int, kinds: list[Kind]) -> None:
        self.family, self.kinds = family, kinds

    # -- from the right to the left -------------------------------------------------------------------------

    def ahead(self, symbol: int, ahead: Ahead) -> Ahead:
        """What is known of a text that begins with `symbol`."""
        kind = self.kinds[symbol]
        is_blank = kind.of in _BLANKS
        return Ahead(
            is_blank=is_blank,
            has_line_end_behind_soft=ahead.has_line_end_behind_soft
            if kind.of in _SOFT
            else kind.of == LINE_END,
            is_visible_behind_blanks=ahead.is_visible_behind_blanks if is_blank else True,
            contraction=self._contraction(kind.letter, ahead),
            second=(kind.letter, ahead.is_open) if kind.letter in (1, 3) else None,
            is_open=self.family == O200K and (kind.of in (*_LETTERS, MARK, HARD) or kind.is_quote),
        )

    def _contraction(self, letter: int | None, ahead: Ahead) -> int | None:
        if letter == 0:
            return None if ahead.is_open else 2
        if ahead.second is not None and (letter, ahead.second[0]) in ((1, 1), (2, 3)):
            return None if ahead.second[1] else 3
        return 0

    # -- from the left to the right -------------------------------------------------------------------------

    def read(self, seen: Seen, symbol: int, ahead: Ahead) -> tuple[Seen, bool | None]:
        """What is known behind `symbol`, and whether it begins a span; None if the rules do not decide that."""
        if seen.gave_up:
            return _GAVE_UP, None
        kind = self.kinds[symbol]
        of = CASELESS if kind.of == MARK and seen.of in _LETTERS else kind.of
        if self.is_hard(seen, kind, of, ahead):
            return _GAVE_UP, None
        begins = self.begins(seen, of, ahead)
        contraction = self.begins_contraction(seen, kind, ahead, begins is True)
        if contraction and self.family == O200K:
            begins = False
        after = Seen(
            of,
            of == OTHER and seen.of not in (OTHER, SPACE),
            (seen.digits + 1) % 3 if of == DIGIT else 0,
            contraction - 1 if contraction else max(seen.in_contraction - 1, 0),
            seen.in_contraction == 1,
        )
        return after, begins

    def is_hard(self, seen: Seen, kind: Kind, of: int, ahead: Ahead) -> bool:
        """Whether the rules give up here."""
        if of in (MARK, HARD):
            return True
        if self.family != R50K and self._is_soft_behind_line_end(seen, of):
            return ahead.has_line_end_behind_soft
        if self.family != O200K:
            return False
        is_open = kind.is_quote and seen.of in _LETTERS and ahead.contraction is None
        return is_open or (kind.is_slash and seen.of == LINE_END) or (of == UPPER and seen.of == CASELESS)

    def begins_contraction(self, seen: Seen, kind: Kind, ahead: Ahead, begins: bool) -> int:
        """The characters of the contraction that begins here, or 0."""
        may_begin = seen.of in _LETTERS if self.family == O200K else begins or seen.of is None
        return ahead.contraction or 0 if kind.is_quote and may_begin else 0

    def begins(self, seen: Seen, of: int, ahead: Ahead) -> bool | None:
        """Whether a character of class `of` begins a span."""
        if seen.in_contraction:
            return False
        if of in _BLANKS:
            return self.blank_begins(seen, of, ahead)
        if of == OTHER:
            return seen.of not in (OTHER, SPACE)
        if of == DIGIT:
            return self.digit_begins(seen)
        return seen.is_behind_contraction or self.letter_begins(seen, of)

    def letter_begins(self, seen: Seen, of: int) -> bool:
        """A letter of class `of`, not behind a contraction."""
        if self.family == R50K:
            return seen.of not in (*_LETTERS, SPACE)
        if of == UPPER and seen.of == LOWER:
            return True
        return seen.of in (DIGIT, LINE_END) or (seen.of == OTHER and not seen.is_first_other)

    def digit_begins(self, seen: Seen) -> bool:
        """A digit."""
        if self.family == R50K:
            return seen.of not in (DIGIT, SPACE)
        return seen.of != DIGIT or seen.digits == 0

    def blank_begins(self, seen: Seen, of: int, ahead: Ahead) -> bool | None:
        """A blank: decided behind another one only if something visible follows them."""
        if seen.of not in _BLANKS:
            return self.family == R50K or not (of == LINE_END and seen.of == OTHER)
        if not ahead.is_visible_behind_blanks:
            return None
        if self.family == R50K:
            return not ahead.is_blank
        return (not ahead.is_blank and of != LINE_END) or self._is_soft_behind_line_end(seen, of)

    def _is_soft_behind_line_end(self, seen: Seen, of: int) -> bool:
        return seen.of == LINE_END and of in _SOFT
