"""The spans of a stretch of text that arrives in parts, as soon as they are final."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial

import numpy as np

from ...errors import InputError, UnsupportedPatternError, WorkLimitError
from ..faithful import obeys_its_pattern
from ..span_lexer import SpanLexer
from .automaton_tables import compile_automaton
from .stretch_kernel import ACCEPTED, POSITION, REREAD, SPAN_START, STRETCH_FIELDS, scan_stretch

__all__ = ["STRETCH_FROM", "StretchLexer", "held_too_long", "most_held", "stretch_lexer"]

STRETCH_FROM = 1 << 20
"""Number of characters without a safe cut from which they are treated as a stretch."""

_MOST_HELD = 1 << 28

_MOST_REREADING = 64
"""How often each byte may be read on average: the published patterns read a blank twice, ``a*b|a`` without
limit."""
_FREE_REREADING = 1 << 22
_SPANS_AT_ONCE = 1 << 13


def most_held(max_held: int | None) -> int:
    """The limit in bytes: the given one, or that of the environment, or 2**28. Raises `InputError` if it is
    not a number."""
    given = os.environ.get("WORDCHIPPER_LAB_MAX_HELD", "") if max_held is None else str(max_held)
    if given and not (given.isascii() and given.isdigit() and len(given) < 20 and int(given)):
        name = "WORDCHIPPER_LAB_MAX_HELD" if max_held is None else "max_held"
        raise InputError(f"{name} is {given!r}: expected a number of bytes, 1 or more")
    return int(given or _MOST_HELD)


def held_too_long(max_held: int, why: str) -> WorkLimitError:
    """The error for text that must be held and exceeds the limit."""
    return WorkLimitError(
        f"{why}, and more than {max_held:,} bytes would have to be held in memory: raise max_held (or "
        "WORDCHIPPER_LAB_MAX_HELD in the environment, in bytes), or encode the text in one piece"
    )


def stretch_lexer(lexer: SpanLexer, max_held: int) -> StretchLexer | None:
    """A `StretchLexer` with the spans of `lexer`; None if the automaton cannot replace it."""
    if not obeys_its_pattern(lexer):
        return None
    try:
        return StretchLexer(lexer.pattern, max_held)
    except UnsupportedPatternError:
        return None


class StretchLexer:
    r"""Finds the spans of stretches of text without special tokens, one stretch after another, each in parts.

    ``text[:n_bytes]`` is the part of a stretch that is held; ``text[:done]`` can be dropped (by the caller).
    Each unmatched character is a separate gap.

    >>> lexer = StretchLexer(r"\w+|\s+", 1000)
    >>> lexer.append(b"one tw")
    >>> [ends.tolist() for ends, _ in lexer.spans(is_last=False)], lexer.reached
    ([[3, 4]], 5)
    """

    def __init__(self, pattern: str, max_held: int) -> None:
        self._pattern = pattern
        self._tables = compile_automaton(pattern)
        self._max_held = max_held
        self._ends = np.empty(_SPANS_AT_ONCE, dtype=np.int64)
        self._kinds = np.empty(_SPANS_AT_ONCE, dtype=np.uint8)
        self.begin()

    def begin(self) -> None:
        """Begin another stretch."""
        self.text = np.empty(0, dtype=np.uint8)
        self.n_bytes = self.done = 0
        self._n_read = 0
        self._state = np.zeros(STRETCH_FIELDS, dtype=np.int64)

    @property
    def reached(self) -> int:
        """The place that the unfinished span reaches at least."""
        return int(self._state[ACCEPTED])

    def append(self, data: bytes) -> None:
        """Append whole characters, as UTF-8."""
        needed = self.n_bytes + len(data)
        if needed > len(self.text):
            text = np.empty(max(needed, 3 * len(self.text) // 2), dtype=np.uint8)
            text[: self.n_bytes] = self.text[: self.n_bytes]
            self.text = text
        self.text[self.n_bytes : needed] = np.frombuffer(data, dtype=np.uint8)
        self.n_bytes = needed
        self._n_read += len(data)

    def spans(self, is_last: bool) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Ends and kinds of the spans that are final now, block by block; the arrays are overwritten.

        Raises `WorkLimitError` if the pattern makes the automaton read the text again and again.
        """
        most_reread = _MOST_REREADING * self._n_read + _FREE_REREADING
        scan = partial(
            scan_stretch, self.text, self.n_bytes, is_last, self._tables, self._state, self._ends, self._kinds
        )
        while n := int(scan(most_reread)):
            yield self._ends[:n], self._kinds[:n]
            if self._state[REREAD] > most_reread:
                raise WorkLimitError(
                    f"the pattern {self._pattern!r} makes the automaton read this text more than "
                    f"{_MOST_REREADING} times: encode the text in one piece, or use a pattern that need not "
                    "read far to confirm a short match"
                )

    def drop(self) -> None:
        """Discard ``text[:done]``, if moving the rest costs no more than reading it did.

        Raises `WorkLimitError` if more than the limit remains.
        """
        done, left = self.done, self.n_bytes - self.done
        if left > self._max_held:
            raise held_too_long(self._max_held, "a span is unfinished and depends on the text that follows")
        if done >= left:
            self.text[:left] = self.text[done : self.n_bytes].copy()
            self._state[[POSITION, SPAN_START, ACCEPTED]] -= done
            self.n_bytes, self.done = left, 0
