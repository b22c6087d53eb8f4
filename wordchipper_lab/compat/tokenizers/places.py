"""Where tokens lie in a text, from their ids and the text's spans: nothing is merged again.

Tokens follow one another within the spans, and each has as many bytes as the vocabulary says.
"""

from __future__ import annotations

import numpy as np

from ...spanners.spans import GAP, Spans
from ...text.text_bytes import encode_text

__all__ = ["place_tokens"]


def place_tokens(text: str, spans: Spans, sizes: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Start and end of each token in `text`, in characters, and the number of its span: int64 (n,) each.

    sizes: int64 (n,), the bytes of each token. A token that begins or ends within a character stands for the whole of
    it; gaps have no tokens, and no number.

    >>> from wordchipper_lab import Tokenizer
    >>> tok = Tokenizer.from_pretrained("r50k_base")
    >>> starts, ends, words = place_tokens("h\\u00e9 you", tok.spans("h\\u00e9 you"), np.array([1, 2, 4]))
    >>> starts.tolist(), ends.tolist(), words.tolist()
    ([0, 1, 2], [1, 2, 6], [0, 0, 1])
    """
    ends = np.cumsum(sizes)
    starts = ends - sizes
    span_ends, is_gap = spans.ends, spans.kinds == GAP
    if not is_gap.any():
        words = np.searchsorted(span_ends, starts, side="right")
    else:
        lengths = np.diff(span_ends, prepend=0)
        before = np.cumsum(np.where(is_gap, lengths, 0))[~is_gap]  # bytes of gaps
        words = np.searchsorted(span_ends[~is_gap] - before, starts, side="right")
        starts, ends = starts + before[words], ends + before[words]
    if not text.isascii():
        begins = (np.frombuffer(encode_text(text), dtype=np.uint8) & 0xC0) != 0x80
        character = np.cumsum(begins)  # of each byte, counted from 1
        starts, ends = character[starts] - 1, character[ends - 1]
    return starts, ends, words
