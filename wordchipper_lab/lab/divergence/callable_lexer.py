"""A function from a text to its spans, used as a lexer whose answers are checked."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn

import numpy as np

from ...errors import LexerError
from ...spanners import GAP, Spans, WholeTextLexer
from ...text.text_bytes import as_text_bytes, character_starts

__all__ = ["CallableLexer"]


class CallableLexer(WholeTextLexer):
    """The lexer defined by ``find(text)``, which returns the words of a text; text between two words is a
    gap.

    An answer is an iterable of (start, end) in *characters*, from left to right and without overlap; or of
    (anything, (start, end)), as returned by ``pre_tokenize_str`` of Hugging Face's pre-tokenizers; or a
    `Spans`, whose ends are bytes. Empty words are ignored. Anything else raises `LexerError` when a text is
    lexed.

    >>> import re
    >>> lexer = CallableLexer(lambda text: [found.span() for found in re.finditer("[a-z]+", text)])
    >>> [(span.start, span.end, span.kind) for span in lexer.spans("né! ok")]
    [(0, 1, 'word'), (1, 5, 'gap'), (5, 7, 'word')]
    """

    kind = "callable"

    def __init__(self, find: Callable[[str], Any], name: str = "") -> None:
        self._find = find
        self.name = name or getattr(find, "__qualname__", type(find).__name__)

    def find_words(self, text: str) -> Iterable[tuple[int, int]]:
        """(start, end) of each word, in characters."""
        found = self._find(text)
        if isinstance(found, Spans):
            return self._words_of(found, text)
        if isinstance(found, str | bytes) or not isinstance(found, Iterable):
            self._refuse(f"returned {type(found).__name__}", text)
        return self._pairs(found, text)

    def _pairs(self, found: Iterable[Any], text: str) -> Iterator[tuple[int, int]]:
        done = 0
        for item in found:
            try:
                start, end = item
                if isinstance(end, tuple | list):  # (piece, (start, end))
                    start, end = end
                start, end = operator.index(start), operator.index(end)
            except (TypeError, ValueError):
                self._refuse(f"gave {item!r} as a span", text)
            if start == end:
                continue
            if not done <= start < end <= len(text):
                self._refuse(f"gave the span ({start}, {end}) behind character {done} of {len(text):,}", text)
            done = end
            yield start, end

    def _words_of(self, spans: Spans, text: str) -> Iterator[tuple[int, int]]:
        data = as_text_bytes(text)
        starts = character_starts(data)
        bounds = np.stack([spans.starts, spans.ends], axis=1).astype(np.int64)
        places = np.minimum(np.searchsorted(starts, bounds), len(starts) - 1)
        if (starts[places] != bounds).any():
            self._refuse("gave Spans that end outside the text or inside a character", text)
        return self._pairs(places[spans.kinds != GAP].tolist(), text)

    def _refuse(self, problem: str, text: str) -> NoReturn:
        shown = text if len(text) <= 40 else f"{text[:40]}…"
        raise LexerError(
            f"{self!r} {problem}, for the text {shown!a}: expected (start, end) of each word, in characters, from left "
            "to right and not overlapping; or Spans, in bytes"
        )
