"""Where a text can be divided among threads that count its spans.

A span of an automaton depends on nothing before it. So a thread may begin in the middle of a text, at any
character. Its first spans are usually wrong, but as soon as one of them ends where a span of the whole text
ends, all that follow are right. `divide` lexes some spans from the middle on and proposes the end of the last
one. The previous thread finds out whether a span ends there. In normal text it nearly always does; in hostile
text (``\\p{N}{1,3}`` on a million digits) it need not, and then the other thread's counts are discarded.
"""

from __future__ import annotations

import numpy as np

from ...spanners import SpanLexer
from ...spanners.spans import SPECIAL

__all__ = ["divide"]

_SPANS_TO_SETTLE = 64


def divide(
    lexer: SpanLexer, text: np.ndarray, region_ends: np.ndarray, region_kinds: np.ndarray, parts: int
) -> list[int]:
    """Bytes at which up to `parts` stretches of a text end; the last one is the end of the text.

    text: uint8 (n,), divided into regions (see `SpanLexer.next_spans`).
    """
    ends: list[int] = []
    for part in range(1, parts):
        end = _settle(lexer, text, region_ends, region_kinds, len(text) * part // parts)
        if (ends[-1] if ends else 0) < end < len(text):
            ends.append(end)
    return [*ends, len(text)]


def _settle(
    lexer: SpanLexer, text: np.ndarray, region_ends: np.ndarray, region_kinds: np.ndarray, position: int
) -> int:
    region = int(np.searchsorted(region_ends, position, side="right"))
    region_end = int(region_ends[region])
    start = int(region_ends[region - 1]) if region else 0
    if start == position or region_kinds[region] == SPECIAL:
        return region_end if start < position else position
    while (text[position] & 0xC0) == 0x80:
        position += 1
    ends, kinds = np.empty(_SPANS_TO_SETTLE, dtype=np.int64), np.empty(_SPANS_TO_SETTLE, dtype=np.uint8)
    n = lexer.next_spans(text, region_ends, region_kinds, np.array([region, position]), ends, kinds)
    return min(int(ends[n - 1]), region_end)
