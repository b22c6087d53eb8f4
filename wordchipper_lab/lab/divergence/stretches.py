"""Two lexers over one text, block by block: the stretches between common boundaries in which they differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ...spanners import SpanLexer, Spans
from .span_reader import BLOCK_SPANS, SpanReader

__all__ = ["Stretch", "iter_stretches"]


class Stretch(NamedTuple):
    """Bytes ``start`` to ``end``, and the two span rows over them, counted from ``start``."""

    start: int
    end: int
    a: Spans
    b: Spans


def iter_stretches(
    a: SpanLexer, b: SpanLexer, text: np.ndarray, text_ends: np.ndarray, block_spans: int = BLOCK_SPANS
) -> Iterator[tuple[int, Iterator[Stretch]]]:
    """Repeatedly yields (how far both have been compared, divergent stretches found on the way), to the end.

    Texts are concatenated in `text` (uint8), none empty; ``text_ends`` (int64) are common boundaries. Where
    the lexers agree, only two arrays are compared: 34 MB take a second, including lexing.
    """
    rows = (
        _Rows(SpanReader(a, text, text_ends, block_spans)),
        _Rows(SpanReader(b, text, text_ends, block_spans)),
    )
    start = compared = 0
    while compared < len(text):
        for row in rows:
            if not len(row.ends):
                row.ends, row.kinds = row.reader.next_block()
        compared = int(min(row.ends[-1] for row in rows))
        (ends_a, kinds_a), (ends_b, kinds_b) = (row.take(compared) for row in rows)
        if not rows[0].open and np.array_equal(ends_a, ends_b) and np.array_equal(kinds_a, kinds_b):
            start = compared
            yield compared, iter(())
            continue
        places = np.searchsorted(ends_b, ends_a)
        common = np.append(ends_b, -1)[places] == ends_a
        last_a = np.flatnonzero(common)
        last_b = places[last_a]
        if not len(last_a):
            for row, ends, kinds in zip(rows, (ends_a, ends_b), (kinds_a, kinds_b), strict=True):
                row.open.append((ends, kinds))
            yield compared, iter(())
            continue
        found = _divergent(rows, (ends_a, kinds_a, last_a), (ends_b, kinds_b, last_b), start)
        start = int(ends_a[last_a[-1]])
        for row, ends, kinds, last in (
            (rows[0], ends_a, kinds_a, int(last_a[-1])),
            (rows[1], ends_b, kinds_b, int(last_b[-1])),
        ):
            row.open = [(ends[last + 1 :], kinds[last + 1 :])] if compared > start else []
        yield compared, found


class _Rows:
    """One lexer's spans: ``open`` are those since the last common boundary, ``ends`` and ``kinds`` those not
    yet compared."""

    def __init__(self, reader: SpanReader) -> None:
        self.reader = reader
        self.open: list[tuple[np.ndarray, np.ndarray]] = []
        self.ends, self.kinds = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.uint8)

    def take(self, limit: int) -> tuple[np.ndarray, np.ndarray]:
        n = int(np.searchsorted(self.ends, limit, side="right"))
        taken = self.ends[:n], self.kinds[:n]
        self.ends, self.kinds = self.ends[n:], self.kinds[n:]
        return taken


_Compared = tuple[np.ndarray, np.ndarray, np.ndarray]  # ends, kinds, and which of them are common


def _divergent(rows: tuple[_Rows, _Rows], a: _Compared, b: _Compared, start: int) -> Iterator[Stretch]:
    """The stretches up to the last common boundary that are not one equal span in both rows."""
    first_a, first_b = (np.append(0, last[:-1] + 1) for _, _, last in (a, b))
    is_same = (first_a == a[2]) & (first_b == b[2]) & (a[1][a[2]] == b[1][b[2]])
    if rows[0].open:
        is_same[0] = False
    starts = np.append(start, a[0][a[2][:-1]])
    opened = [row.open for row in rows]

    def spans(side: int, whole: _Compared, first: np.ndarray, i: int) -> Spans:
        parts = [(whole[0][first[i] : whole[2][i] + 1], whole[1][first[i] : whole[2][i] + 1])]
        ends, kinds = zip(*(opened[side] if i == 0 else []), *parts, strict=True)
        return Spans(np.concatenate(ends) - starts[i], np.concatenate(kinds))

    return (
        Stretch(int(starts[i]), int(a[0][a[2][i]]), spans(0, a, first_a, i), spans(1, b, first_b, i))
        for i in np.flatnonzero(~is_same).tolist()
    )
