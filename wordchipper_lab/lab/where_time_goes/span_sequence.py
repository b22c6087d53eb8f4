"""The spans of a corpus in order, each as the number of its first appearance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ...spanners.spans import WORD
from ...tokenizer import Tokenizer

__all__ = ["SpanSequence", "read_spans"]

_SPANS_AT_ONCE = 1 << 16
"""Spans that are Python objects at the same time: those of 32 MB would take a gigabyte."""


@dataclass(frozen=True, eq=False)
class SpanSequence:
    """The word spans of a corpus: span i is ``distinct[numbers[i]]``.

    ``numbers`` is int64 (n,), in order of first appearance; ``sizes`` (bytes) and ``tokens`` (how many) are int64
    (m,), one for each distinct span.
    """

    numbers: np.ndarray
    distinct: list[bytes]
    sizes: np.ndarray
    tokens: np.ndarray

    def __len__(self) -> int:
        return len(self.numbers)


def read_spans(
    tok: Tokenizer, texts: Sequence[str], check_stop: Callable[[], None] = lambda: None
) -> SpanSequence:
    """The spans and token counts that the engine gives for `texts`; special tokens are text.

    `check_stop` is called now and then; it raises an error to end the work.

    >>> found = read_spans(Tokenizer.from_pretrained("r50k_base"), ["a b a", " unfathomably"])
    >>> found.numbers.tolist(), found.distinct, found.tokens.tolist()
    ([0, 1, 2, 3], [b'a', b' b', b' a', b' unfathomably'], [1, 1, 1, 3])
    """
    known: dict[bytes, int] = {}
    parts = [np.empty(0, dtype=np.int64)]
    tokens: list[int] = []
    for text in texts:
        found = tok.encode_with_spans(text, "text")
        data = found.data.tobytes()
        is_word = found.span_kinds == WORD
        ends = found.span_ends[is_word]
        starts = ends - np.diff(found.span_ends, prepend=0)[is_word]
        counts = np.diff(found.span_token_ends, prepend=0)[is_word]
        numbers = np.empty(len(ends), dtype=np.int64)
        for first in range(0, len(ends), _SPANS_AT_ONCE):
            check_stop()
            some = slice(first, first + _SPANS_AT_ONCE)
            rows = zip(starts[some].tolist(), ends[some].tolist(), counts[some].tolist(), strict=True)
            for at, (start, end, count) in enumerate(rows, first):
                span = data[start:end]
                number = numbers[at] = known.setdefault(span, len(known))
                if number == len(tokens):
                    tokens.append(count)
        parts.append(numbers)
    distinct = list(known)
    sizes = np.fromiter(map(len, distinct), dtype=np.int64, count=len(distinct))
    return SpanSequence(np.concatenate(parts), distinct, sizes, np.array(tokens, dtype=np.int64))
