"""A lexer's spans block by block, checked against the contract of `SpanLexer.next_spans`, with gaps in one
piece."""

from __future__ import annotations

import numpy as np

from ...errors import LexerError
from ...spanners import GAP, WORD, SpanLexer, Spans
from ...spanners.block_check import find_flaw
from ...text.text_bytes import as_text_bytes

__all__ = ["BLOCK_SPANS", "SpanReader", "is_cut_gap", "read_spans"]

BLOCK_SPANS = 1 << 16


class SpanReader:
    """Spans of concatenated texts: each ends at one of ``text_ends`` (int64, bytes), none is empty.

    Raises `LexerError` if the lexer's spans do not cover the text once, in order.
    """

    def __init__(
        self, lexer: SpanLexer, text: np.ndarray, text_ends: np.ndarray, block_spans: int = BLOCK_SPANS
    ) -> None:
        self.lexer, self.text, self.text_ends, self.block_spans = lexer, text, text_ends, block_spans
        self._kinds = np.full(len(text_ends), WORD, dtype=np.uint8)
        self._cursor = np.zeros(2, dtype=np.int64)
        self._position = 0
        self._gap: int | None = None  # end of a gap that may continue in the next block

    def next_block(self) -> tuple[np.ndarray, np.ndarray]:
        """``ends`` and ``kinds`` of the next spans, at least one; must not be called after the last."""
        while True:
            ends, kinds = (np.empty(self.block_spans, dtype=dtype) for dtype in (np.int64, np.uint8))
            n = self.lexer.next_spans(self.text, self.text_ends, self._kinds, self._cursor, ends, kinds)
            if not isinstance(n, int | np.integer) or n > len(ends):
                raise LexerError(
                    f"{self.lexer!r} breaks the lexer contract: next_spans returned {n!r} spans, but at "
                    f"most {len(ends)} have room"
                )
            ends, kinds = ends[: max(n, 0)], kinds[: max(n, 0)]
            if flaw := find_flaw(ends, kinds, self.text, self.text_ends, self._position):
                raise LexerError(f"{self.lexer!r} breaks the lexer contract: {flaw}")
            self._position = int(ends[-1])
            if self._gap is not None:
                ends, kinds = np.append(self._gap, ends), np.append(np.uint8(GAP), kinds)
                self._gap = None
            if (kinds == GAP).any():
                cut = is_cut_gap(ends, kinds, self.text_ends)
                if cut[-1]:
                    self._gap = int(ends[-1])
                ends, kinds = ends[~cut], kinds[~cut]
            if len(ends):
                return ends, kinds


def is_cut_gap(ends: np.ndarray, kinds: np.ndarray, text_ends: np.ndarray) -> np.ndarray:
    """Whether a gap continues: it is followed by a gap (or something unknown yet) of the same text. bool
    (n,)"""
    gaps = kinds == GAP
    is_cut = gaps & np.append(gaps[1:], True)
    places = np.flatnonzero(is_cut)
    following = np.searchsorted(text_ends, ends[places])
    is_cut[places] = text_ends[np.minimum(following, len(text_ends) - 1)] != ends[places]
    return is_cut


def read_spans(lexer: SpanLexer, text: str) -> Spans:
    """``lexer.spans(text)``, checked, gaps in one piece."""
    data = as_text_bytes(text)
    if not len(data):
        return Spans(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.uint8))
    reader = SpanReader(lexer, data, np.array([len(data)]), len(data) + 8)
    blocks = [reader.next_block()]
    while blocks[-1][0][-1] < len(data):
        blocks.append(reader.next_block())
    return Spans(*(np.concatenate(parts) for parts in zip(*blocks, strict=True)))
