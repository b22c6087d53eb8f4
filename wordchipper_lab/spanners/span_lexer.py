"""The contract of all lexers, and how a lexer that knows only whole strings fulfils it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from threading import local
from weakref import ref

import numpy as np

from ..vocab.text_bytes import as_text_bytes
from .spans import GAP, SPECIAL, WORD, Spans

__all__ = ["SpanLexer", "WholeTextLexer", "collect_spans"]


class SpanLexer(ABC):
    """Finds the word spans of a text with a split pattern; what the pattern does not match becomes gap spans.

    ``kind`` says how ("regex", "automaton", "logos", or one's own), ``pattern`` with which pattern, ``name`` is
    for people. Subclass `WholeTextLexer` for a lexer of one's own.
    """

    kind: str = "custom"
    pattern: str = ""
    name: str = ""

    @abstractmethod
    def next_spans(
        self,
        text: np.ndarray,
        region_ends: np.ndarray,
        region_kinds: np.ndarray,
        cursor: np.ndarray,
        ends: np.ndarray,
        kinds: np.ndarray,
    ) -> int:
        """Fill `ends` (int64, bytes) and `kinds` (uint8) with the next spans and return how many; 0 means done.

        `text` is valid UTF-8, uint8 (bytes,). It is divided into regions: region r is
        ``text[region_ends[r-1]:region_ends[r]]``, of kind `WORD` (lex it; its end is the end of the text as
        far as the pattern can see) or `SPECIAL` (one span as it is). `cursor`, int64 (2,), holds region and byte
        position of the next span: [0, 0] at first, moved on by each call. Adjacent unmatched characters form one
        gap span, or two where a block ends between them.
        """

    def spans(self, text: str) -> Spans:
        """The spans of `text`: words and gaps; special tokens are ordinary text here.

        >>> from wordchipper_lab.spanners import build_lexer
        >>> [(s.start, s.end) for s in build_lexer("cl100k_base", "automaton").spans("hello  world")]
        [(0, 5), (5, 6), (6, 12)]
        """
        array = as_text_bytes(text)
        return collect_spans(self, array, np.array([len(array)]), np.array([WORD], dtype=np.uint8))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name or repr(self.pattern)}>"


def collect_spans(
    lexer: SpanLexer, text: np.ndarray, region_ends: np.ndarray, region_kinds: np.ndarray
) -> Spans:
    """All spans of a text that is divided into regions (see `SpanLexer.next_spans`)."""
    cursor = np.zeros(2, dtype=np.int64)
    # No span is empty, so this is one block, with room to spare: a gap is cut where a block is full.
    ends = np.empty(len(text) + 8, dtype=np.int64)
    kinds = np.empty(len(text) + 8, dtype=np.uint8)
    n = lexer.next_spans(text, region_ends, region_kinds, cursor, ends, kinds)
    # Cut in place: a copy would be a second array, and 3 % of the time.
    ends.resize(n, refcheck=False)
    kinds.resize(n, refcheck=False)
    return Spans(ends, kinds)


class WholeTextLexer(SpanLexer):
    """A lexer that is given by one function from a string to its words; everything else is derived from it."""

    def __init__(self) -> None:
        self._remainder = local()

    @abstractmethod
    def find_words(self, text: str) -> Iterable[tuple[int, int]]:
        """(start, end) of each word, in characters, in order, not overlapping; what lies between is a gap."""

    def region_spans(self, region: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """``ends`` (relative to the region's begin) and ``kinds`` of one region, uint8 (bytes,)."""
        text = region.tobytes().decode()
        bounds = np.array(
            [b for word in self.find_words(text) for b in word if word[0] < word[1]], dtype=np.int64
        )
        if len(text) < len(region):
            char_starts = np.flatnonzero((region & 0xC0) != 0x80)
            bounds = np.append(char_starts, len(region))[bounds]
        ends = np.append(bounds, len(region))  # gap, word, gap, word ... gap: the empty ones are no spans
        kinds = np.full(len(ends), GAP, dtype=np.uint8)
        kinds[1::2] = WORD
        is_span = np.diff(ends, prepend=0) > 0
        return ends[is_span], kinds[is_span]

    def next_spans(
        self,
        text: np.ndarray,
        region_ends: np.ndarray,
        region_kinds: np.ndarray,
        cursor: np.ndarray,
        ends: np.ndarray,
        kinds: np.ndarray,
    ) -> int:
        """See `SpanLexer.next_spans`."""
        n = 0
        while n < len(ends) and cursor[0] < len(region_ends):
            region, position = int(cursor[0]), int(cursor[1])
            region_end = int(region_ends[region])
            if region_kinds[region] == SPECIAL:
                found_ends, found_kinds = np.array([region_end]), np.array([SPECIAL], dtype=np.uint8)
            else:
                found_ends, found_kinds = self._rest_of_region(text, region_ends, cursor)
            taken = min(len(ends) - n, len(found_ends))
            ends[n : n + taken] = found_ends[:taken]
            kinds[n : n + taken] = found_kinds[:taken]
            n += taken
            cursor[1] = position if taken == 0 else found_ends[taken - 1]
            if cursor[1] == region_end:
                cursor[0] += 1
            else:  # the block is full: keep the rest, a regular expression is too slow to be run twice
                key = (ref(text), ref(cursor), region, int(cursor[1]))
                self._remainder.value = key, found_ends[taken:], found_kinds[taken:]
        return n

    def _rest_of_region(
        self, text: np.ndarray, region_ends: np.ndarray, cursor: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        region, position = int(cursor[0]), int(cursor[1])
        start = int(region_ends[region - 1]) if region else 0
        if position > start and (kept := getattr(self._remainder, "value", None)):
            (of_text, of_cursor, of_region, of_position), found_ends, found_kinds = kept
            if of_text() is text and of_cursor() is cursor and (of_region, of_position) == (region, position):
                return found_ends, found_kinds
        found_ends, found_kinds = self.region_spans(text[start : region_ends[region]])
        found_ends = found_ends + start
        done = int(np.searchsorted(found_ends, position, side="right")) if position > start else 0
        return found_ends[done:], found_kinds[done:]
