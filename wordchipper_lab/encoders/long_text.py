"""Encode one long text piece by piece: by several threads, in memory that is used again and again.

A text of 90 MB, encoded as a whole, has 90 MB of UTF-8 and 100 MB of tokens before the array is made. Memory that is
touched for the first time is not free (`memo_growth`); pieces of a quarter of a megabyte use the same few megabytes,
which stay in the caches, and only the result is new. Where a text may be cut is known (`spanners.text_pieces`).
Twin: `TokenEncoder.encode`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from .stream_encoder import BatchEncoder, iter_encode
from .token_lists import to_list

if TYPE_CHECKING:
    from ..spanners.text_spanner import SpecialPolicy

__all__ = ["encode_long", "list_long"]

_PIECE = 1 << 18  # characters
_PIECES_A_THREAD = 8
_ANY_SIZE = 1 << 62
_CHARACTERS_A_TOKEN = 3  # more in prose and code; an array that is too short is copied


def encode_long(
    tokenizer: BatchEncoder, text: str, special: SpecialPolicy = "parse", num_threads: int = 1
) -> np.ndarray:
    """Ids of `text`: uint32 (n,).

    >>> import wordchipper_lab as wl
    >>> tok = wl.Tokenizer.from_pretrained("r50k_base")
    >>> encode_long(tok, "hello world").tolist() == tok.encode("hello world")
    True
    """
    tokens, n = np.empty(len(text) // _CHARACTERS_A_TOKEN + 1, dtype=np.uint32), 0
    for part in _parts(tokenizer, text, special, num_threads):
        stop = n + len(part)
        if stop > len(tokens):
            larger = np.empty(max(stop, 2 * len(tokens)), dtype=np.uint32)
            larger[:n] = tokens[:n]
            tokens = larger
        tokens[n:stop] = part
        n = stop
    tokens.resize(n, refcheck=False)  # gives back what was not needed, without copying
    return tokens


def list_long(
    tokenizer: BatchEncoder, text: str, special: SpecialPolicy = "parse", num_threads: int = 1
) -> list[int]:
    """`encode_long` as a list."""
    tokens: list[int] = []
    for part in _parts(tokenizer, text, special, num_threads):
        tokens += to_list(part)
    return tokens


def _parts(
    tokenizer: BatchEncoder, text: str, special: SpecialPolicy, num_threads: int
) -> Iterator[np.ndarray]:
    pieces = (text[at : at + _PIECE] for at in range(0, len(text), _PIECE))
    group = _PIECES_A_THREAD * num_threads
    return iter_encode(tokenizer, pieces, special, num_threads, max_held=_ANY_SIZE, pieces_at_once=group)
