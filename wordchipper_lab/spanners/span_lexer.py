"""The contract of all lexers, and how a lexer that needs whole strings fulfils it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from itertools import islice
from threading import local
from typing import TYPE_CHECKING, NoReturn
from weakref import ref

import numpy as np

from ..errors import LexerError
from ..text.text_bytes import as_text_bytes, character_starts
from .block_check import gives_sound_blocks, next_block
from .spans import GAP, SPECIAL, WORD, Spans

if TYPE_CHECKING:
    from .vector.vector_tables import VectorTables

__all__ = ["SpanLexer", "WholeTextLexer", "collect_spans", "gives_sound_blocks"]


class SpanLexer(ABC):
    """Finds the word spans of a text with a split pattern; unmatched text becomes gap spans.

    ``kind`` says how ("regex", "automaton", "logos", "vector", or another word), ``pattern`` with which pattern;
    ``name`` is for display. Subclass `WholeTextLexer` to write your own.
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
        """Fill `ends` (int64, bytes) and `kinds` (uint8) with the next spans; returns their number, 0 when
        done.

        `text` is valid UTF-8, uint8 (bytes,), divided into regions: region r is
        ``text[region_ends[r-1]:region_ends[r]]``, of kind `WORD` (lex it; for the pattern, its end is the end
        of the text) or `SPECIAL` (one span unchanged). `cursor`, int64 (2,), holds region and byte position
        of the next span: [0, 0] at first, advanced by each call. Adjacent unmatched characters form one gap
        span, or two if a block ends between them.
        """

    def kernel_tables(self) -> VectorTables | None:
        """The tables with which compiled loops find the spans without `next_spans`; None if only `next_spans`
        gives them."""
        return None

    @property
    def remainder(self) -> local:
        """What this thread stores between two blocks of the same text, in ``value``."""
        # Created on demand: a subclass need not call super().__init__(), and a pickle does not need it.
        found: local = self.__dict__.get("_remainder") or self.__dict__.setdefault("_remainder", local())
        return found

    def __getstate__(self) -> dict[str, object]:
        """Pickled without the threads' storage."""
        return {name: value for name, value in self.__dict__.items() if name != "_remainder"}

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
    """All spans of a text that is divided into regions (see `SpanLexer.next_spans`).

    Raises `LexerError` for a lexer that breaks the contract.
    """
    cursor = np.zeros(2, dtype=np.int64)
    # No span is empty, so this is one block with room to spare: a gap is cut where a block is full.
    ends = np.empty(len(text) + 8, dtype=np.int64)
    kinds = np.empty(len(text) + 8, dtype=np.uint8)
    n = next_block(lexer, text, region_ends, region_kinds, cursor, ends, kinds)
    while n and ends[n - 1] < len(text):  # it does not fill its blocks
        n += next_block(lexer, text, region_ends, region_kinds, cursor, ends[n:], kinds[n:])
    # Shortened in place: a copy would be a second array, and 3 % of the time.
    ends.resize(n, refcheck=False)
    kinds.resize(n, refcheck=False)
    return Spans(ends, kinds)


_WORDS_AT_ONCE = 1 << 14
_BYTES_AT_ONCE = 1 << 18
_REGIONS_AT_ONCE = 1 << 12

_Block = tuple[np.ndarray, np.ndarray]  # ends and kinds


class WholeTextLexer(SpanLexer):
    """A lexer defined by one function from a string to its words; everything else is derived from it.

    Words are taken from it on demand, so one that finds them lazily can be stopped between two blocks.
    """

    @abstractmethod
    def find_words(self, text: str) -> Iterable[tuple[int, int]]:
        """(start, end) of each word, in characters, in order and without overlap; text between words is a
        gap.

        Other words raise `LexerError`.
        """

    def find_words_of_each(self, text: str, ends: list[int]) -> Iterator[tuple[int, int]]:
        """The words of concatenated texts: text i ends at character ``ends[i]`` of `text`; words count from
        0."""
        start = 0
        for end in ends:
            for word in self.find_words(text[start:end]):
                try:
                    word_start, word_end = word
                    is_outside = word_start < 0 or word_end > end - start  # it would be in another text
                except (TypeError, ValueError):
                    self._refuse_pairs()
                if is_outside:
                    self._refuse_words(end - start)
                yield start + word_start, start + word_end
            start = end

    def region_spans(self, region: np.ndarray) -> _Block:
        """``ends`` (relative to the region's start) and ``kinds`` of one region, uint8 (bytes,)."""
        ends, kinds = zip(*self._region_blocks(region), strict=True)
        return np.concatenate(ends), np.concatenate(kinds)

    def _region_blocks(self, region: np.ndarray) -> Iterator[_Block]:
        text = region.tobytes().decode()
        char_starts = character_starts(region) if len(text) < len(region) else None
        words = iter(self.find_words(text))
        done = given = n_words = 0  # bytes, characters
        while True:
            found = list(islice(words, _WORDS_AT_ONCE))
            bounds = self._bounds(found).reshape(-1)
            n_words += len(found)
            self._check_words(bounds, given, len(text))
            if n_words > 2 * len(text) + 2:  # most of them empty, and possibly without end
                self._refuse_words(len(text))
            given = int(bounds[-1]) if len(bounds) else given
            if char_starts is not None:
                bounds = char_starts[bounds]
            is_last = len(found) < _WORDS_AT_ONCE
            # gap, word, gap, word ... gap: empty ones are not spans
            ends = np.append(bounds, len(region)) if is_last else bounds
            kinds = np.full(len(ends), GAP, dtype=np.uint8)
            kinds[1::2] = WORD
            is_span = np.diff(ends, prepend=done) > 0
            yield ends[is_span], kinds[is_span]
            if is_last:
                return
            done = int(bounds[-1]) if len(bounds) else done

    def _bounds(self, words: list[tuple[int, int]]) -> np.ndarray:
        """Begin and end of each word that is not empty: int64 (words, 2)."""
        try:
            bounds = np.array(
                [word for word in words if word[0] < word[1]] or np.zeros((0, 2), dtype=np.int64)
            )
        except (TypeError, ValueError, IndexError, OverflowError):
            bounds = np.zeros(0)
        if bounds.dtype != np.int64 or bounds.ndim != 2 or bounds.shape[1] != 2:
            self._refuse_pairs()
        return bounds

    def _check_words(self, bounds: np.ndarray, first: int, last: int) -> None:
        """`bounds`: start and end of each word, in characters; they must ascend from `first` to `last`."""
        whole = np.concatenate([[first], bounds, [last]])
        if len(bounds) % 2 or (np.diff(whole) < 0).any():
            self._refuse_words(last)

    def _refuse_words(self, n_characters: int) -> NoReturn:
        raise LexerError(
            f"{self!r}: find_words returned words that are out of order, overlap, or lie outside a text of "
            f"{n_characters:,} characters: expected (start, end) of each, in characters, from left to right"
        )

    def _refuse_pairs(self) -> NoReturn:
        raise LexerError(
            f"{self!r}: find_words returned something other than pairs of int: expected (start, end) of "
            "each word"
        )

    def _many_regions(self, text: np.ndarray, region_ends: np.ndarray) -> _Block:
        """Spans of many regions at once: 3.4 us per text of 4 characters with o200k's regex; one by one it
        takes 22."""
        shown = text.tobytes().decode()
        char_ends, char_starts = region_ends, None
        if len(shown) < len(text):
            char_starts = character_starts(text)
            char_ends = np.searchsorted(char_starts, region_ends)
        most = 2 * (len(shown) + len(region_ends)) + 2
        words = list(islice(self.find_words_of_each(shown, char_ends.tolist()), most + 1))
        if len(words) > most:  # most of them empty, and possibly without end
            self._refuse_words(len(shown))
        bounds = self._bounds(words)
        self._check_words(bounds.reshape(-1), 0, len(shown))
        if char_starts is not None:
            bounds = char_starts[bounds]
        marks = np.zeros(len(text) + 1, dtype=np.uint8)
        marks[bounds[:, 0]] = marks[region_ends] = 1 + GAP
        marks[bounds[:, 1]] = 1 + WORD
        ends = np.flatnonzero(marks[1:]) + 1
        return ends, marks[ends] - np.uint8(1)

    @gives_sound_blocks
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
            start = int(region_ends[region - 1]) if region else 0
            region_end = int(region_ends[region])
            if position == region_end:  # it is empty
                cursor[0] += 1
                continue
            many = region
            if region_kinds[region] == SPECIAL:
                found_ends, found_kinds = np.array([region_end]), np.array([SPECIAL], dtype=np.uint8)
                blocks: Iterator[_Block] = iter(())
            elif (
                position == start
                and (many := _whole_regions(region_ends, region_kinds, region, start, len(ends) - n))
                > region + 1
            ):
                found_ends, found_kinds = self._many_regions(
                    text[start : region_ends[many - 1]], region_ends[region:many] - start
                )
                found_ends += start
                blocks = iter(())
            else:
                found_ends, found_kinds, blocks = self._rest_of_region(text, region_ends, cursor)
            taken = min(len(ends) - n, len(found_ends))
            ends[n : n + taken] = found_ends[:taken]
            kinds[n : n + taken] = found_kinds[:taken]
            n += taken
            cursor[1] = position if taken == 0 else found_ends[taken - 1]
            if many > region + 1:
                cursor[0] = many
            elif cursor[1] == region_end:
                cursor[0] += 1
            else:  # keep the rest, as a regular expression is too slow to run twice
                key = (ref(text), ref(cursor), region, int(cursor[1]))
                self.remainder.value = key, found_ends[taken:], found_kinds[taken:], blocks
        return n

    def _rest_of_region(
        self, text: np.ndarray, region_ends: np.ndarray, cursor: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, Iterator[_Block]]:
        """The next spans of the region (at least one), and the source of those after them."""
        region, position = int(cursor[0]), int(cursor[1])
        start = int(region_ends[region - 1]) if region else 0
        if kept := getattr(self.remainder, "value", None):
            (of_text, of_cursor, of_region, of_position), found_ends, found_kinds, blocks = kept
            if of_text() is text and of_cursor() is cursor and (of_region, of_position) == (region, position):
                self.remainder.value = None
            else:
                kept = None
        if not kept:
            blocks = self._region_blocks(text[start : region_ends[region]])
            found_ends = np.zeros(0, dtype=np.int64)
        while not len(found_ends):
            found_ends, found_kinds = next(blocks)
            found_ends = found_ends + start
            done = int(np.searchsorted(found_ends, position, side="right"))
            found_ends, found_kinds = found_ends[done:], found_kinds[done:]
        return found_ends, found_kinds, blocks


def _whole_regions(
    region_ends: np.ndarray, region_kinds: np.ndarray, region: int, start: int, room: int
) -> int:
    """The end of a run of regions from `region` on whose spans surely have room (no span is empty)."""
    ahead = region_ends[region : region + _REGIONS_AT_ONCE]
    n = int(np.searchsorted(ahead, start + min(room, _BYTES_AT_ONCE), side="right"))
    special = np.flatnonzero(region_kinds[region : region + n] == SPECIAL)
    return region + (int(special[0]) if len(special) else n)
