"""`TokenDecoder`: tokens -> bytes and text."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

import numpy as np

from ..errors import UnknownTokenError
from ..vocab.unified import UnifiedVocab
from .gather import SLACK, copy_tokens, measure_tokens

__all__ = ["TokenDecoder", "as_token_array"]


class TokenDecoder:
    """Tokens to bytes: one table of all ids, ranked and special, and a gather. Safe for concurrent use."""

    def __init__(self, vocab: UnifiedVocab) -> None:
        self._name = vocab.name
        self._max_token = vocab.max_token
        self._table = vocab.all_tokens

    def decode_bytes(self, tokens: Iterable[int] | np.ndarray) -> bytes:
        """The bytes that `tokens` stand for; raises `UnknownTokenError` naming the first id that is none."""
        return self._decode(tokens).tobytes()

    def decode(self, tokens: Iterable[int] | np.ndarray, errors: str = "replace") -> str:
        """The text that `tokens` stand for; `errors` as in ``bytes.decode``."""
        return str(self._decode(tokens).data, "utf-8", errors)

    def _decode(self, tokens: Iterable[int] | np.ndarray) -> np.ndarray:
        ids = as_token_array(tokens)
        data, starts = self._table
        size, bad = measure_tokens(ids, starts)
        if bad >= 0:
            raise UnknownTokenError(
                f"no token has the id {ids[bad]} (at index {bad}): {self._name} has ids from 0 to {self._max_token}"
            )
        text = np.empty(size + SLACK, dtype=np.uint8)
        copy_tokens(ids, data, starts, text)
        return text[:size]

    def token_sizes(self, tokens: Iterable[int] | np.ndarray) -> np.ndarray:
        """Bytes of each token: int64 (n,); the ids must be known ones."""
        ids = as_token_array(tokens)
        starts = self._table.starts
        return starts[ids + 1] - starts[ids]


def as_token_array(tokens: Iterable[int] | np.ndarray) -> np.ndarray:
    """`tokens` as uint32 (n,); raises `UnknownTokenError` for anything but whole numbers that are ids of some kind.

    >>> as_token_array([1, 2])
    array([1, 2], dtype=uint32)
    """
    if isinstance(tokens, np.ndarray) and tokens.dtype == np.uint32 and tokens.ndim == 1:
        return _writable(np.ascontiguousarray(tokens))
    if isinstance(tokens, list) and not (tokens and isinstance(tokens[0], bool)):
        try:
            # 7 ns an id; NumPy, which looks for what they have in common first, 18.
            return np.frombuffer(array("I", tokens), dtype=np.uint32)
        except (TypeError, OverflowError, ValueError):
            pass
    return _as_checked_array(tokens)


def _writable(ids: np.ndarray) -> np.ndarray:
    return ids if ids.flags.writeable else ids.copy()  # kernels are compiled for writable arrays only


def _as_checked_array(tokens: Iterable[int] | np.ndarray) -> np.ndarray:
    """The same in plain words: whatever is wrong with `tokens` is found and told."""
    if isinstance(tokens, (str, bytes)) or not isinstance(tokens, Iterable):
        raise UnknownTokenError(f"expected a flat sequence of token ids, got {type(tokens).__name__}")
    found = np.asarray(tokens if isinstance(tokens, (np.ndarray, Sequence)) else list(tokens))
    if found.size == 0 and found.ndim == 1:
        return np.empty(0, dtype=np.uint32)
    if found.ndim != 1:
        raise UnknownTokenError(f"expected a flat sequence of token ids, got {found.ndim} dimensions")
    if found.dtype.kind not in "iu":
        wrong = next(
            (item for item in found.tolist() if type(item) is not int or abs(item) >= 1 << 63), found[0]
        )
        raise UnknownTokenError(f"expected token ids as integers, got {wrong!r} ({type(wrong).__name__})")
    for outside in (int(found.min()), int(found.max())):
        if not 0 <= outside < 1 << 32:
            at = int(np.argmax(found == outside))
            raise UnknownTokenError(
                f"no token has the id {outside} (at index {at}): expected ids from 0 to 2**32 - 1"
            )
    return found.astype(np.uint32)
