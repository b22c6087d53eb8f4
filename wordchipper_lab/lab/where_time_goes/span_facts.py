"""What the spans of a corpus are like: how long, how many tokens, how often new."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from .span_sequence import SpanSequence

__all__ = ["LONG_BYTES", "FrequentSpan", "LengthRow", "SpanFacts", "count_facts", "show_span"]

LONG_BYTES = 16
"""Spans of at least so many bytes are called long."""

_EDGES = (1, 2, 3, 4, 5, 6, 7, 8, LONG_BYTES, 32, 64, 256)
_TENTHS = 10


@dataclass(frozen=True)
class LengthRow:
    """Spans of ``least`` to ``most`` bytes (``None``: any more): how many, their bytes, and how many are one token."""

    least: int
    most: int | None
    spans: int
    bytes: int
    one_token: int

    @property
    def label(self) -> str:
        """The lengths in a word.

        >>> LengthRow(8, 15, 0, 0, 0).label, LengthRow(4, 4, 0, 0, 0).label, LengthRow(256, None, 0, 0, 0).label
        ('8-15', '4', '256+')
        """
        if self.most is None:
            return f"{self.least}+"
        return str(self.least) if self.least == self.most else f"{self.least}-{self.most}"


@dataclass(frozen=True)
class FrequentSpan:
    """A span (see `show_span`), how often it occurs, and its tokens."""

    text: str
    count: int
    tokens: int


@dataclass(frozen=True)
class SpanFacts:
    """Counts of the word spans of a corpus."""

    spans: int
    bytes: int
    tokens: int
    distinct: int
    longest: int
    """Bytes of the longest."""
    one_token: int
    """Spans that are exactly one token: the paper's fast path, one lookup, whatever the encoder."""
    two_to_four: int
    five_or_more: int
    by_length: tuple[LengthRow, ...]
    new_by_tenth: tuple[float, ...]
    """The share of spans that did not occur before, for each tenth of the corpus."""
    frequent: tuple[FrequentSpan, ...]
    """The most frequent, most frequent first."""

    @property
    def long_bytes(self) -> int:
        """Bytes in long spans."""
        return sum(row.bytes for row in self.by_length if row.least >= LONG_BYTES)


def count_facts(sequence: SpanSequence, most: int = 20) -> SpanFacts:
    """Count; `most` frequent spans are listed."""
    sizes, tokens = sequence.sizes[sequence.numbers], sequence.tokens[sequence.numbers]
    counts = np.bincount(sequence.numbers, minlength=len(sequence.distinct))
    frequent = np.argsort(-counts, kind="stable")[:most].tolist()
    one_token = tokens == 1
    return SpanFacts(
        spans=len(sequence),
        bytes=int(sizes.sum()),
        tokens=int(tokens.sum()),
        distinct=len(sequence.distinct),
        longest=int(sizes.max(initial=0)),
        one_token=int(one_token.sum()),
        two_to_four=int(((tokens >= 2) & (tokens <= 4)).sum()),
        five_or_more=int((tokens >= 5).sum()),
        by_length=_by_length(sizes, one_token),
        new_by_tenth=tuple(_shares(_is_new(sequence))),
        frequent=tuple(
            FrequentSpan(show_span(sequence.distinct[at]), int(counts[at]), int(sequence.tokens[at]))
            for at in frequent
        ),
    )


def show_span(span: bytes) -> str:
    """A span as text; a byte that is not part of a whole character as an escape.

    >>> show_span(" naïve".encode()), show_span(b"\\xf0\\x9f")
    (' naïve', '\\\\xf0\\\\x9f')
    """
    return span.decode(errors="backslashreplace")


def _by_length(sizes: np.ndarray, one_token: np.ndarray) -> tuple[LengthRow, ...]:
    rows = []
    for least, after in pairwise((*_EDGES, None)):
        fits = sizes >= least if after is None else (sizes >= least) & (sizes < after)
        n_spans = int(fits.sum())
        if n_spans:
            most = None if after is None else after - 1
            n_single = int(one_token[fits].sum())
            rows.append(LengthRow(least, most, n_spans, int(sizes[fits].sum()), n_single))
    return tuple(rows)


def _is_new(sequence: SpanSequence) -> np.ndarray:
    is_new = np.zeros(len(sequence), dtype=bool)
    is_new[np.unique(sequence.numbers, return_index=True)[1]] = True
    return is_new


def _shares(is_new: np.ndarray) -> list[float]:
    parts = np.array_split(is_new, _TENTHS)
    return [float(part.mean()) for part in parts if len(part)]
