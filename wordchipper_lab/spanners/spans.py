"""Spans: the parts of a text, before any token is looked up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ..arguments import check_number, wrong_type

__all__ = ["GAP", "KIND_NAMES", "SPECIAL", "WORD", "Span", "SpanKind", "Spans"]

SpanKind = Literal["word", "special", "gap"]

WORD = 0  #: text that the split pattern matched: encoded by a span encoder
SPECIAL = 1  #: exactly one special token
GAP = 2  #: text that the split pattern does not match: it has no tokens
KIND_NAMES: tuple[SpanKind, ...] = ("word", "special", "gap")


@dataclass(frozen=True)
class Span:
    """One span: the bytes ``start`` (inclusive) to ``end`` (exclusive) of the UTF-8 text, and its kind."""

    start: int
    end: int
    kind: SpanKind


@dataclass(frozen=True, eq=False)
class Spans:
    """The spans of one text, in order. They cover it without holes, so each start is the previous end.

    ``ends`` is int64 (n,), in bytes; ``kinds`` is uint8 (n,): `WORD`, `SPECIAL` or `GAP`.

    >>> spans = Spans(np.array([5, 6]), np.array([WORD, GAP], dtype=np.uint8))
    >>> list(spans)
    [Span(start=0, end=5, kind='word'), Span(start=5, end=6, kind='gap')]
    """

    ends: np.ndarray
    kinds: np.ndarray

    @property
    def starts(self) -> np.ndarray:
        """Where each span begins: int64 (n,), in bytes."""
        starts = np.zeros_like(self.ends)
        starts[1:] = self.ends[:-1]
        return starts

    def __post_init__(self) -> None:
        if not isinstance(self.ends, np.ndarray) or not isinstance(self.kinds, np.ndarray):
            raise wrong_type("ends or kinds", (self.ends, self.kinds), "arrays: int64 (n,) and uint8 (n,)")

    def __len__(self) -> int:
        return len(self.ends)

    def __getitem__(self, index: int) -> Span:
        index = check_number("index", index)
        end = int(self.ends[index])
        index %= len(self.ends)
        start = int(self.ends[index - 1]) if index else 0
        return Span(start, end, KIND_NAMES[self.kinds[index]])

    def __iter__(self) -> Iterator[Span]:
        start = 0
        for end, kind in zip(self.ends.tolist(), self.kinds.tolist(), strict=True):
            yield Span(start, end, KIND_NAMES[kind])
            start = end

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Spans):
            return NotImplemented
        return np.array_equal(self.ends, other.ends) and np.array_equal(self.kinds, other.kinds)

    __hash__ = None  # type: ignore[assignment]
