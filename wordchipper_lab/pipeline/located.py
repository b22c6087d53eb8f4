"""`Located`: the ids of a text with their places in it, counted in characters."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..encoders.encoding import Encoding
from ..spanners.spans import GAP

__all__ = ["Located", "locate"]


class Located(NamedTuple):
    """The ids of a text, each with the stretch of the text that it stands for.

    A token that begins or ends within a character stands for the whole character, as in the `tokenizers` package.
    """

    ids: np.ndarray
    """uint32 (n,)"""
    starts: np.ndarray
    """int64 (n,), characters of the text as it was given"""
    ends: np.ndarray
    """int64 (n,), characters"""
    words: np.ndarray
    """int64 (n,): the number of its span, among those with tokens; added tokens are spans, too."""


def locate(encoding: Encoding) -> Located:
    """Places in characters, from those in bytes.

    >>> from wordchipper_lab import Tokenizer
    >>> found = locate(Tokenizer.from_pretrained("r50k_base").encode_with_spans("h\\u00e9 you"))
    >>> found.starts.tolist(), found.ends.tolist(), found.words.tolist()
    ([0, 1, 2], [1, 2, 6], [0, 0, 1])
    """
    starts, ends = encoding.token_starts, encoding.token_ends
    begins = (encoding.data & 0xC0) != 0x80
    if not begins.all():
        character = np.zeros(len(begins) + 1, dtype=np.int64)
        np.cumsum(begins, out=character[1:])
        # Characters that begin before a byte: for a start within one, that one does, too.
        is_whole = np.append(begins, True)
        starts = character[starts] - ~is_whole[starts]
        ends = character[ends]
    has_tokens = encoding.span_kinds != GAP
    numbers = np.cumsum(has_tokens) - 1
    words = np.repeat(numbers, np.diff(encoding.span_token_ends, prepend=0))
    return Located(encoding.tokens, starts, ends, words)
