"""Encode a text that arrives in chunks, in bounded memory, with exactly the ids of the whole text.

spanners/text_pieces.py explains where and why it may be cut; stretch_encoder.py encodes text without such a
place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Protocol

from ..arguments import a_text, wrong_type
from ..errors import SpecialTokenError, TextError
from ..spanners.automaton.stretch_lexer import STRETCH_FROM, held_too_long, most_held, stretch_lexer
from ..spanners.faithful import obeys_its_pattern
from ..spanners.subset_spanner import spanner_for
from ..spanners.text_pieces import iter_parts
from ..text.text_bytes import encode_text
from ..thread_pool import resolve_threads
from .stretch_encoder import StretchEncoder, StretchTokenizer

if TYPE_CHECKING:
    import numpy as np

    from ..special_policy import Special

__all__ = ["iter_encode"]


class TokenArrays(Protocol):
    """The part of a batch of ids that `iter_encode` uses."""

    @property
    def tokens(self) -> np.ndarray:
        """All ids, one text after another."""


class BatchEncoder(StretchTokenizer, Protocol):
    """The part of a tokenizer that `iter_encode` uses."""

    def encode_batch_arrays(
        self, texts: list[str], special: Special = ..., num_threads: int | None = ...
    ) -> TokenArrays:
        """Ids of many texts."""


def iter_encode(
    tokenizer: BatchEncoder,
    chunks: Iterable[str],
    special: Special = "parse",
    num_threads: int | None = None,
    *,
    max_held: int | None = None,
) -> Iterator[np.ndarray]:
    """Ids of a text that arrives in chunks; joined, they equal those of the joined text.

    Yields uint32 arrays, each of up to ``num_threads`` pieces (None: one per core) encoded in parallel.
    max_held: how much text, in bytes, may be held when nothing can be encoded before more is read (None:
    2**28, or the environment variable WORDCHIPPER_LAB_MAX_HELD). This concerns, for example, blanks after a
    newline under cl100k_base, or a custom lexer; it does not concern letters, however many.
    special: as in `Tokenizer.encode`.
    Raises `SpecialTokenError`, with the byte offset in the whole text, under ``special="error"``, and
    `WorkLimitError` if more would have to be held.

    >>> import wordchipper_lab as wl
    >>> tok = wl.Tokenizer.from_pretrained("o200k_base")
    >>> [ids.tolist() for ids in iter_encode(tok, ["hel", "lo wor", "ld"], num_threads=1)]
    [[24912], [2375]]
    """
    if not hasattr(tokenizer, "encode_batch_arrays") or not hasattr(tokenizer, "spanner"):
        raise wrong_type("tokenizer", tokenizer, "a Tokenizer")
    if isinstance(chunks, str | bytes) or not isinstance(chunks, Iterable) or getattr(chunks, "ndim", 1) == 0:
        raise TextError(f"expected several chunks of text, got {type(chunks).__name__}: put it in a list")
    spanner, policy = spanner_for(tokenizer.spanner, special)
    special_tokens = () if policy == "text" else spanner.cut_tokens
    texts = (a_text("a chunk", chunk) for chunk in chunks)
    return _iter_encode(
        tokenizer, texts, special, special_tokens, resolve_threads(num_threads), most_held(max_held)
    )


def _iter_encode(
    tokenizer: BatchEncoder,
    chunks: Iterable[str],
    special: Special,
    special_tokens: tuple[str, ...],
    num_threads: int,
    max_held: int,
) -> Iterator[np.ndarray]:
    lexer = tokenizer.spanner.lexer
    pattern = lexer.pattern if obeys_its_pattern(lexer) else ""
    found = stretch_lexer(lexer, max_held)
    stretch = None if found is None else StretchEncoder(tokenizer, found)
    parts = iter_parts(
        chunks, pattern, special_tokens, max_held if stretch is None else min(STRETCH_FROM, max_held)
    )
    group: list[str] = []
    offset = 0
    in_stretch = False
    for text, is_end in parts:
        if is_end and not in_stretch:
            group.append(text)
            if len(group) < num_threads and special != "error":
                continue
        if group:
            yield _encode_pieces(tokenizer, group, special, num_threads, offset)
        if special == "error":
            offset += len(encode_text(text))
        if in_stretch or not is_end:
            if stretch is None:
                raise held_too_long(max_held, f"{lexer!r} has no known safe places to cut text")
            if len(ids := stretch.feed(text, is_end)):
                yield ids
        group = []
        in_stretch = not is_end
    if group:
        yield _encode_pieces(tokenizer, group, special, num_threads, offset)


def _encode_pieces(
    tokenizer: BatchEncoder, pieces: list[str], special: Special, num_threads: int | None, offset: int
) -> np.ndarray:
    try:
        return tokenizer.encode_batch_arrays(pieces, special, num_threads).tokens
    except SpecialTokenError as error:
        raise SpecialTokenError(error.token, offset + error.byte_offset) from None
