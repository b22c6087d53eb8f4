"""Where tokens lie in texts, from their ids and the texts' spans: nothing is merged again.

Tokens follow one another within the spans, and each has as many bytes as the vocabulary says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...encoders.encoding import pack_texts
from ...spanners import TextSpanner
from ...spanners.span_lexer import collect_spans
from ...spanners.spans import GAP, Spans
from ...text.text_bytes import encode_text

__all__ = ["Places", "place_tokens", "place_tokens_of_texts"]


class Places(NamedTuple):
    """Where each token begins and ends in its text, in characters, and the number of its word: int64 (n,) each."""

    starts: np.ndarray
    ends: np.ndarray
    words: np.ndarray


def place_tokens(text: str, spanner: TextSpanner, sizes: np.ndarray) -> Places:
    """The places of the tokens of a text; `sizes` are their bytes, int64 (n,).

    A token that begins or ends within a character stands for the whole of it. Gaps have no tokens, and no number.

    >>> from wordchipper_lab import Tokenizer
    >>> place_tokens("h\\u00e9 you", Tokenizer.from_pretrained("gpt2").spanner, np.array([1, 2, 4])).ends.tolist()
    [1, 2, 6]
    """
    starts, ends, words = _in_bytes(spanner.spans(text), sizes)
    if not text.isascii():
        begins = (np.frombuffer(encode_text(text), dtype=np.uint8) & 0xC0) != 0x80
        character = np.cumsum(begins)  # of each byte, counted from 1
        starts, ends = character[starts] - 1, character[ends - 1]
    return Places(starts, ends, words)


def place_tokens_of_texts(
    texts: Sequence[str], spanner: TextSpanner, sizes: np.ndarray, counts: np.ndarray
) -> Places:
    """The same for all tokens of several texts; `counts`: how many each has, int64 (texts,)."""
    packed = pack_texts(texts)
    data = packed.array
    spans = collect_spans(spanner.lexer, data, *spanner.find_regions(data, packed.ends, "parse"))
    starts, ends, words = _in_bytes(spans, sizes)
    begin = packed.ends - np.diff(packed.ends, prepend=0)
    words -= np.repeat(np.searchsorted(spans.ends[spans.kinds != GAP], begin, side="right"), counts)
    character = np.append(0, np.cumsum((data & 0xC0) != 0x80))
    first = np.repeat(character[begin], counts)
    return Places(character[starts + 1] - 1 - first, character[ends] - first, words)


def _in_bytes(spans: Spans, sizes: np.ndarray) -> Places:
    ends = np.cumsum(sizes)
    starts = ends - sizes
    is_gap = spans.kinds == GAP
    if not is_gap.any():
        return Places(starts, ends, np.searchsorted(spans.ends, starts, side="right"))
    before = np.cumsum(np.where(is_gap, np.diff(spans.ends, prepend=0), 0))[~is_gap]  # bytes of gaps
    words = np.searchsorted(spans.ends[~is_gap] - before, starts, side="right")
    return Places(starts + before[words], ends + before[words], words)
