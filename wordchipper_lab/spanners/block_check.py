"""Check that a block of spans keeps the lexer contract, for every lexer that is not built in.

Kernels trust the ends: they would read beyond the text at a wrong one, and leave memory unwritten if ends do
not ascend.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

import numpy as np

from ..errors import LexerError
from .spans import GAP, SPECIAL

__all__ = ["find_flaw", "gives_sound_blocks", "next_block"]

Method = TypeVar("Method", bound=Callable[..., Any])


class _GivesBlocks(Protocol):
    """The part of `SpanLexer` used here."""

    next_spans: Callable[..., int]


# The functions themselves, because a wrapper would copy a mark on them.
_sound: set[Callable[..., Any]] = set()


def gives_sound_blocks(method: Method) -> Method:
    """Decorator of a built-in lexer's ``next_spans``: its blocks need no check. Overriding methods are
    checked."""
    _sound.add(method)
    return method


def next_block(
    lexer: _GivesBlocks,
    text: np.ndarray,
    region_ends: np.ndarray,
    region_kinds: np.ndarray,
    cursor: np.ndarray,
    ends: np.ndarray,
    kinds: np.ndarray,
) -> int:
    """``lexer.next_spans`` checked against its contract (see there); raises `LexerError` naming lexer and
    place."""
    method = lexer.next_spans
    if getattr(method, "__func__", None) in _sound:
        return method(text, region_ends, region_kinds, cursor, ends, kinds)
    n_bytes = int(region_ends[-1]) if len(region_ends) else 0
    position = int(cursor[1])
    if position >= n_bytes or not len(ends):
        return 0
    n = method(text, region_ends, region_kinds, cursor, ends, kinds)
    flaw = ""
    if isinstance(n, bool) or not isinstance(n, int | np.integer) or not 0 <= n <= len(ends):
        flaw = f"next_spans returned {n!r} spans, but at most {len(ends)} have room"
    flaw = (
        flaw
        or find_flaw(ends[:n], kinds[:n], text[:n_bytes], region_ends, position, region_kinds)
        or _cursor_flaw(cursor, region_ends, int(ends[n - 1]))
    )
    if flaw:
        raise LexerError(f"{lexer!r} breaks the lexer contract: {flaw}")
    return int(n)


def find_flaw(
    ends: np.ndarray,
    kinds: np.ndarray,
    text: np.ndarray,
    region_ends: np.ndarray,
    position: int,
    region_kinds: np.ndarray | None = None,
) -> str:
    """The error in spans that begin at byte `position`, or "" if they are correct. region_kinds None: all are
    words."""
    if not len(ends):
        return f"it gives no spans for the bytes from {position} on, of {len(text)}"
    starts = np.append(position, ends[:-1])
    wrong = np.flatnonzero(ends <= starts)
    if len(wrong):
        return f"a span that begins at byte {starts[wrong[0]]} ends at {ends[wrong[0]]}"
    if ends[-1] > len(text):
        return f"a span ends at byte {ends[-1]}, after the text of {len(text)}"
    inner = ends[:-1] if ends[-1] == len(text) else ends
    cut = np.flatnonzero((text[inner] & 0xC0) == 0x80)
    if len(cut):
        return f"a span ends at byte {inner[cut[0]]}, inside a character"
    if kinds.max() > GAP:
        return f"a span is of kind {kinds.max()}, which does not exist"
    first, last = np.searchsorted(region_ends, [position, ends[-1]], side="right")
    due = region_ends[first:last]
    missed = np.flatnonzero(ends[np.searchsorted(ends, due)] != due)
    if len(missed):
        return f"a span goes beyond the end of a text at byte {due[missed[0]]}"
    is_special = kinds == SPECIAL
    if region_kinds is None:
        wrong = np.flatnonzero(is_special)
    else:
        in_special = region_kinds[np.searchsorted(region_ends, ends)] == SPECIAL
        wrong = np.flatnonzero((is_special != in_special) | (in_special & ~np.isin(ends, region_ends)))
    if not len(wrong):
        return ""
    place = f"from byte {starts[wrong[0]]} to {ends[wrong[0]]}"
    return (
        f"the span {place} has the wrong kind: each special token, and nothing else, is one span of kind "
        "special"
    )


def _cursor_flaw(cursor: np.ndarray, region_ends: np.ndarray, position: int) -> str:
    regions = np.searchsorted(region_ends, position), np.searchsorted(region_ends, position, side="right")
    if int(cursor[1]) == position and regions[0] <= cursor[0] <= regions[1]:
        return ""
    return (
        f"it left its cursor at {cursor.tolist()} after a span that ends at byte {position}, in region "
        f"{regions[1]}"
    )
