"""Divergences as the browser draws them, bounded in size."""

from __future__ import annotations

from collections.abc import Iterable

from ...lab.divergence import Divergence
from ...spanners import Span
from .records import DivergenceRecord, SpanColumns

__all__ = ["MOST_BYTES", "draw_divergence", "draw_same"]

MOST_BYTES = 1200
"""Bytes drawn of one divergence, around the first difference; the rest is cut off."""

_MOST_CONTEXT = 40


def draw_divergence(divergence: Divergence, most: int = MOST_BYTES) -> DivergenceRecord:
    """The text with both rows. All offsets are bytes, those of spans and ``first`` into ``text``, which begins at byte
    ``from`` of the ``size`` bytes that differ; of more than `most` the rest is left away.

    >>> from wordchipper_lab.spanners import build_lexer
    >>> from wordchipper_lab.lab.divergence import find_divergences
    >>> found, = find_divergences(build_lexer("[ab]+"), build_lexer("a+|b+"), "aabb")
    >>> draw_divergence(found)["b"]
    {'end': [2, 4], 'kind': ['word', 'word']}
    """
    data = divergence.text.encode()
    first = divergence.first_difference
    begin, end = _window(data, first, most)
    return {
        "text": data[begin:end].decode(),
        "before": "" if begin else divergence.before[-_MOST_CONTEXT:],
        "after": "" if end < len(data) else divergence.after[:_MOST_CONTEXT],
        "start": divergence.start,
        "source": divergence.source,
        "signature": divergence.signature,
        "a": _cut(divergence.a, begin, end),
        "b": _cut(divergence.b, begin, end),
        "first": first - begin,
        "from": begin,
        "size": len(data),
    }


def draw_same(text: str, a: Iterable[Span], b: Iterable[Span]) -> DivergenceRecord:
    """A text that both cut at the same places, drawn as a divergence without a first difference."""
    whole = Divergence(text, tuple(a), tuple(b), "", "", "")
    return {**draw_divergence(whole), "first": None}


def _window(data: bytes, first: int, most: int) -> tuple[int, int]:
    if len(data) <= most:
        return 0, len(data)
    begin = max(0, min(first - most // 3, len(data) - most))
    return _character_start(data, begin), _character_start(data, begin + most)


def _character_start(data: bytes, at: int) -> int:
    while 0 < at < len(data) and data[at] & 0xC0 == 0x80:
        at -= 1
    return at


def _cut(row: Iterable[Span], begin: int, end: int) -> SpanColumns:
    spans = [span for span in row if span.end > begin and span.start < end]
    return {
        "end": [min(span.end, end) - begin for span in spans],
        "kind": [span.kind for span in spans],
    }
