"""Texts -> span counts, in simple steps: the reference of all other ways to count."""

from __future__ import annotations

from collections.abc import Iterable

from ..spanners import TextSpanner
from ..text.text_bytes import encode_text
from .span_counts import SpanCounts

__all__ = ["count_spans_reference"]


def count_spans_reference(texts: Iterable[str], spanner: TextSpanner) -> SpanCounts:
    """Count the word spans of texts; special tokens separate them, and neither they nor gaps (unmatched text)
    are counted.

    >>> from wordchipper_lab.spanners import TextSpanner, build_lexer
    >>> spanner = TextSpanner(build_lexer("r50k_base"), {"<|endoftext|>": 0})
    >>> count_spans_reference(["low low<|endoftext|>low"], spanner).to_dict()
    {b'low': 2, b' low': 1}
    """
    counts: dict[bytes, int] = {}
    for text in texts:
        data = encode_text(text)
        for span in spanner.spans(text):
            if span.kind == "word":
                word = data[span.start : span.end]
                counts[word] = counts.get(word, 0) + 1
    return SpanCounts.from_mapping(counts)
