"""An `Encoding` of a text that was changed before it was merged: spans that cover the text as it was given."""

from __future__ import annotations

import numpy as np

from ..encoders.encoding import Encoding
from ..spanners.spans import GAP

__all__ = ["cover"]


def cover(
    data: np.ndarray,
    tokens: np.ndarray,
    places: tuple[np.ndarray, np.ndarray],
    pieces: tuple[np.ndarray, np.ndarray],
    kinds: np.ndarray,
    token_ends: np.ndarray,
) -> Encoding:
    """The encoding of `data`, uint8 (bytes,), whose pieces and tokens have their places there, in bytes.

    A piece begins where the one before ended, at the earliest; one of which nothing is left belongs to the piece
    before it. What no piece stands for is a gap.

    >>> three = np.array([0, 1, 2]), np.array([1, 2, 3])
    >>> whole = np.array([0]), np.array([3])
    >>> cover(np.zeros(4, np.uint8), np.arange(3), three, whole, np.array([0]), np.array([3])).span_ends.tolist()
    [3, 4]
    """
    starts, ends = pieces
    ends = np.maximum.accumulate(ends) if len(ends) else ends
    starts = np.maximum(starts, np.append(0, ends[:-1])[: len(starts)])
    kept = np.flatnonzero(ends > starts)
    bounds = np.append(np.column_stack([starts[kept], ends[kept]]).reshape(-1), len(data))
    span_kinds = np.full(len(bounds), GAP, dtype=np.uint8)
    span_kinds[1::2] = kinds[kept]
    upto = np.append(kept[1:] - 1, len(token_ends) - 1)[: len(kept)]
    counts = np.zeros(len(bounds), dtype=np.int64)
    counts[1::2] = token_ends[upto]
    counts[2::2] = counts[1::2]
    is_span = np.diff(bounds, prepend=0) > 0
    return Encoding(data, tokens, *places, bounds[is_span], span_kinds[is_span], counts[is_span])
