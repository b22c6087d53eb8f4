"""The input and output of a token encoder, as flat arrays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..arguments import check_number, wrong_type
from ..errors import TextError
from ..spanners.spans import GAP, SPECIAL
from ..text.text_bytes import encode_text
from .token_lists import to_list

_PADDING = bytes(16)  # the memo's keys are made by loads that read beyond a span

__all__ = ["Encoding", "PackedTexts", "TokenBatch", "as_texts", "locate_tokens", "pack_texts"]


class PackedTexts(NamedTuple):
    """Concatenated texts: text i is ``data[ends[i - 1]:ends[i]]``.

    ``data`` is UTF-8, and may have bytes after the last text; ``ends`` is int64 (n,), in bytes.
    """

    data: bytes
    ends: np.ndarray

    @property
    def array(self) -> np.ndarray:
        """The texts as uint8 (total,): a copy, because kernels are compiled for writable arrays only."""
        size = int(self.ends[-1]) if len(self.ends) else 0
        return np.frombuffer(bytearray(self.data), dtype=np.uint8)[:size]


def pack_texts(texts: Sequence[str]) -> PackedTexts:
    """Concatenate texts; raises `TextError` if one is not a ``str``.

    >>> pack_texts(["h\\u00e9", "", "y"]).ends.tolist()
    [3, 3, 4]
    """
    try:
        parts = list(map(str.encode, texts))
    except (TypeError, UnicodeEncodeError):
        parts = [encode_text(text) for text in texts]
    ends = np.cumsum(np.fromiter(map(len, parts), dtype=np.int64, count=len(parts)))
    parts.append(_PADDING)
    return PackedTexts(b"".join(parts), ends)


def as_texts(texts: Iterable[str]) -> list[str]:
    """Texts as a new list of ``str``; raises `TextError` naming the first item that is not one.

    >>> as_texts(iter(["a", "b"]))
    ['a', 'b']
    """
    if isinstance(texts, (str, bytes)):
        raise TextError(f"expected several texts, got one {type(texts).__name__}: put it in a list")
    if not isinstance(texts, Iterable) or getattr(texts, "ndim", 1) == 0:
        raise TextError(f"expected several texts, got {type(texts).__name__}: pass a list of str")
    listed = list(texts)  # a copy, so that no caller changes it while kernels read the texts in place
    if set(map(type, listed)) - {str}:  # most are plain strings: 20 ns each; a loop takes 60
        for i, text in enumerate(listed):
            if not isinstance(text, str):
                raise TextError(
                    f"expected texts as str, got {type(text).__name__} at index {i}: decode it first"
                )
    return listed


@dataclass(frozen=True, eq=False)
class TokenBatch:
    """Tokens of several texts: text i has ``tokens[offsets[i]:offsets[i + 1]]``.

    ``tokens`` is uint32 (total,), or uint16 where that was asked for; ``offsets`` is int64 (n + 1,). Indexing and
    iterating give a view for each text.

    >>> batch = TokenBatch(np.array([7, 8, 9], dtype=np.uint32), np.array([0, 1, 1, 3]))
    >>> len(batch), batch[2].tolist(), batch.to_lists()
    (3, [8, 9], [[7], [], [8, 9]])
    """

    tokens: np.ndarray
    offsets: np.ndarray

    def __post_init__(self) -> None:
        if not isinstance(self.tokens, np.ndarray) or not isinstance(self.offsets, np.ndarray):
            given = (self.tokens, self.offsets)
            raise wrong_type("tokens or offsets", given, "arrays: uint32 (total,) and int64 (n + 1,)")

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, index: int) -> np.ndarray:
        index = check_number("index", index)
        if not -len(self) <= index < len(self):
            raise IndexError(f"text {index} of a batch of {len(self)}")
        index %= len(self)
        return self.tokens[self.offsets[index] : self.offsets[index + 1]]

    def __iter__(self) -> Iterator[np.ndarray]:
        return (self[i] for i in range(len(self)))

    def to_lists(self) -> list[list[int]]:
        """One ``list[int]`` per text."""
        tokens, offsets = to_list(self.tokens.astype(np.uint32, copy=False)), self.offsets.tolist()
        return [tokens[offsets[i] : offsets[i + 1]] for i in range(len(self))]

    @classmethod
    def concatenate(cls, batches: Sequence[TokenBatch]) -> TokenBatch:
        """Concatenate the batches."""
        if not isinstance(batches, list | tuple) or not all(
            isinstance(batch, TokenBatch) for batch in batches
        ):
            raise wrong_type("batches", batches, "a list of TokenBatches")
        if len(batches) == 1:
            return batches[0]
        sizes = np.cumsum([0, *(len(batch.tokens) for batch in batches)])
        offsets = [batch.offsets[1:] + size for batch, size in zip(batches, sizes, strict=False)]
        tokens = [batch.tokens for batch in batches]
        if not batches:
            return cls(np.empty(0, dtype=np.uint32), np.zeros(1, dtype=np.int64))
        return cls(np.concatenate(tokens), np.concatenate([np.zeros(1, dtype=np.int64), *offsets]))


@dataclass(frozen=True, eq=False)
class Encoding:
    """The complete result of encoding a text: its spans, its tokens, and the position of each.

    All offsets are in bytes of the text's UTF-8. Span j is ``span_ends[j - 1]`` to ``span_ends[j]`` and has
    the tokens ``span_token_ends[j - 1]`` to ``span_token_ends[j]``; a gap has none.
    """

    data: np.ndarray
    """uint8 (bytes,): the text as encoded (with surrogates replaced)."""
    tokens: np.ndarray
    """uint32 (n,)"""
    token_starts: np.ndarray
    """int64 (n,)"""
    token_ends: np.ndarray
    """int64 (n,)"""
    span_ends: np.ndarray
    """int64 (m,)"""
    span_kinds: np.ndarray
    """uint8 (m,): 0 word, 1 special, 2 gap."""
    span_token_ends: np.ndarray
    """int64 (m,)"""


def locate_tokens(
    data: np.ndarray,
    tokens: np.ndarray,
    span_ends: np.ndarray,
    span_kinds: np.ndarray,
    span_token_ends: np.ndarray,
    ranked_starts: np.ndarray,
) -> Encoding:
    """Compute the position of each token; ``ranked_starts`` are the `VocabTables.token_starts` of the
    vocabulary."""
    span_sizes = np.diff(span_ends, prepend=0)
    starts = ranked_starts.astype(np.int64)
    sizes = np.zeros(len(tokens), dtype=np.int64)
    is_ranked = tokens < len(starts) - 1
    sizes[is_ranked] = starts[tokens[is_ranked] + 1] - starts[tokens[is_ranked]]
    is_special = span_kinds == SPECIAL
    sizes[span_token_ends[is_special] - 1] = span_sizes[is_special]
    # Gap bytes belong to no token, so they shift all later tokens by their size.
    gap_bytes = np.cumsum(np.where(span_kinds == GAP, span_sizes, 0))
    ends = np.cumsum(sizes) + np.repeat(gap_bytes, np.diff(span_token_ends, prepend=0))
    return Encoding(data, tokens, ends - sizes, ends, span_ends, span_kinds, span_token_ends)
