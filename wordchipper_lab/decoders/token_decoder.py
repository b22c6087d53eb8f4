"""`TokenDecoder`: tokens -> bytes and text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from ..errors import UnknownTokenError
from ..vocab.token_bytes import TokenBytes
from ..vocab.unified import UnifiedVocab
from .gather import copy_tokens, measure_tokens

__all__ = ["TokenDecoder", "as_token_array"]


class TokenDecoder:
    """Tokens to bytes: one table of all ids, ranked and special, and a gather. Safe for concurrent use."""

    def __init__(self, vocab: UnifiedVocab) -> None:
        self._name = vocab.name
        self._max_token = vocab.max_token
        self._table = _with_specials(vocab)

    def decode_bytes(self, tokens: Iterable[int] | np.ndarray) -> bytes:
        """The bytes that `tokens` stand for; raises `UnknownTokenError` naming the first id that is none."""
        ids = as_token_array(tokens)
        data, starts = self._table
        size, bad = measure_tokens(ids, starts)
        if bad >= 0:
            raise UnknownTokenError(
                f"no token has the id {ids[bad]} (at index {bad}): {self._name} has ids from 0 to {self._max_token}"
            )
        text = np.empty(size, dtype=np.uint8)
        copy_tokens(ids, data, starts, text)
        return text.tobytes()

    def token_sizes(self, tokens: Iterable[int] | np.ndarray) -> np.ndarray:
        """Bytes of each token: int64 (n,); the ids must be known ones."""
        ids = as_token_array(tokens)
        starts = self._table.starts
        return starts[ids + 1] - starts[ids]


def as_token_array(tokens: Iterable[int] | np.ndarray) -> np.ndarray:
    """`tokens` as int64 (n,); raises `UnknownTokenError` for anything but whole numbers that fit.

    >>> as_token_array([1, 2]).dtype
    dtype('int64')
    """
    if isinstance(tokens, (str, bytes)) or not isinstance(tokens, Iterable):
        raise UnknownTokenError(f"expected a flat sequence of token ids, got {type(tokens).__name__}")
    array = np.asarray(tokens if isinstance(tokens, (np.ndarray, Sequence)) else list(tokens))
    if array.size == 0 and array.ndim == 1:
        return np.empty(0, dtype=np.int64)
    if array.ndim != 1:
        raise UnknownTokenError(f"expected a flat sequence of token ids, got {array.ndim} dimensions")
    if array.dtype.kind not in "iu":
        wrong = next(
            (item for item in array.tolist() if type(item) is not int or abs(item) >= 1 << 63), array[0]
        )
        raise UnknownTokenError(f"expected token ids as integers, got {wrong!r} ({type(wrong).__name__})")
    if array.dtype == np.uint64 and array.max() >= 1 << 63:
        raise UnknownTokenError(f"no token has the id {array.max()}: expected ids below 2**32")
    return np.ascontiguousarray(array, dtype=np.int64)


def _with_specials(vocab: UnifiedVocab) -> TokenBytes:
    """All ids, flat; where several special tokens share an id, the first one is what it decodes to."""
    sizes = np.zeros(vocab.max_token + 1, dtype=np.int64)
    ranked = np.diff(vocab.ranked.starts)
    sizes[: len(ranked)] = ranked
    special = {token: vocab.token_bytes(token) for token in sorted(set(vocab.special_tokens.values()))}
    pieces, done = [], 0
    for token, token_bytes in special.items():
        sizes[token] = len(token_bytes)
        upto = int(vocab.ranked.starts[min(token, len(ranked))])
        pieces += [vocab.ranked.data[done:upto], np.frombuffer(token_bytes, dtype=np.uint8)]
        done = upto
    data = np.concatenate([*pieces, vocab.ranked.data[done:]])
    starts = np.zeros(len(sizes) + 1, dtype=np.int64)
    np.cumsum(sizes, out=starts[1:])
    return TokenBytes(data, starts)
