"""Encode a text that arrives in chunks, in bounded memory, with exactly the ids of the whole text.

Where it may be cut, and why, is told in spanners/text_pieces.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Protocol

from ..arguments import a_text, check_name, wrong_type
from ..errors import SpecialTokenError, TextError
from ..spanners.faithful import obeys_its_pattern
from ..spanners.text_pieces import iter_pieces
from ..spanners.text_spanner import SPECIAL_POLICIES
from ..vocab.text_bytes import encode_text
from .thread_pool import resolve_threads

if TYPE_CHECKING:
    import numpy as np

    from ..spanners.text_spanner import SpecialPolicy, TextSpanner

__all__ = ["iter_encode"]


class TokenArrays(Protocol):
    """What `iter_encode` needs of a batch of ids."""

    @property
    def tokens(self) -> np.ndarray:
        """All ids, one text after another."""


class BatchEncoder(Protocol):
    """What `iter_encode` needs of a tokenizer."""

    @property
    def spanner(self) -> TextSpanner:
        """Special tokens and lexer."""

    def get_special_tokens(self) -> list[tuple[str, int]]:
        """Special tokens with their ids."""

    def encode_batch_arrays(
        self, texts: list[str], special: SpecialPolicy = ..., num_threads: int | None = ...
    ) -> TokenArrays:
        """Ids of many texts."""


def iter_encode(
    tokenizer: BatchEncoder,
    chunks: Iterable[str],
    special: SpecialPolicy = "parse",
    num_threads: int | None = None,
) -> Iterator[np.ndarray]:
    """Ids of a text that arrives in chunks; joined, they are those of the joined text.

    Yields uint32 arrays, each of ``num_threads`` pieces (None: one for every core) encoded side by side.
    Raises `SpecialTokenError`, with the byte offset in the whole text, under ``special="error"``.

    >>> import wordchipper_lab as wl
    >>> tok = wl.Tokenizer.from_pretrained("o200k_base")
    >>> [ids.tolist() for ids in iter_encode(tok, ["hel", "lo wor", "ld"], num_threads=1)]
    [[24912], [2375]]
    """
    if not hasattr(tokenizer, "encode_batch_arrays") or not hasattr(tokenizer, "spanner"):
        raise wrong_type("tokenizer", tokenizer, "a Tokenizer")
    if isinstance(chunks, str | bytes) or not isinstance(chunks, Iterable):
        raise TextError(f"expected several chunks of text, got {type(chunks).__name__}: put it in a list")
    policy = check_name("special token policy", special, SPECIAL_POLICIES)
    threads = resolve_threads(num_threads)
    return _iter_encode(tokenizer, chunks, policy, threads)  # type: ignore[arg-type]


def _iter_encode(
    tokenizer: BatchEncoder, chunks: Iterable[str], special: SpecialPolicy, num_threads: int
) -> Iterator[np.ndarray]:
    lexer = tokenizer.spanner.lexer
    pattern = lexer.pattern if obeys_its_pattern(lexer) else ""
    special_tokens = [] if special == "text" else [token for token, _ in tokenizer.get_special_tokens()]
    texts = (a_text("a chunk", chunk) for chunk in chunks)
    pieces = iter_pieces(texts, pattern, special_tokens)
    offset = 0
    while group := list(islice(pieces, num_threads)):
        if special == "error":
            for piece in group:
                yield _encode_or_raise(tokenizer, piece, offset)
                offset += len(encode_text(piece))
        else:
            yield tokenizer.encode_batch_arrays(group, special, num_threads).tokens


def _encode_or_raise(tokenizer: BatchEncoder, piece: str, offset: int) -> np.ndarray:
    try:
        return tokenizer.encode_batch_arrays([piece], "error", 1).tokens
    except SpecialTokenError as error:
        raise SpecialTokenError(error.token, offset + error.byte_offset) from None
