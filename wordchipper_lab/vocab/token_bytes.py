"""The bytes of all ranked tokens of a vocabulary, in two flat arrays.

Everywhere in this package a ranked token's id *is* its rank (lowest merges first).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ..errors import UnknownTokenError, UnsupportedVocabError

__all__ = [
    "SPARE_BYTES",
    "TokenBytes",
    "add_tokens",
    "bytes_of_token",
    "count_tokens",
    "iterate_tokens",
    "pack_tokens",
    "pack_tokens_by_id",
    "tokens_by_id",
]

SPARE_BYTES = 16
"""Unused bytes after the data that `add_tokens` makes: kernels may read that far beyond a token."""


class TokenBytes(NamedTuple):
    """Token i is ``data[starts[i]:starts[i + 1]]``; an empty slice means that no ranked token has this id.

    data: uint8 (total,), all token bytes one after another, by id.
    starts: int64 (max_id + 2,), byte offsets into `data`.
    """

    data: np.ndarray
    starts: np.ndarray


def pack_tokens(tokens: Sequence[bytes]) -> TokenBytes:
    """Tokens listed by id, flat; ``b""`` means that no ranked token has this id.

    >>> pack_tokens([b"a", b"bc"]).starts.tolist()
    [0, 1, 3]
    """
    starts = np.zeros(len(tokens) + 1, dtype=np.int64)
    np.cumsum(np.fromiter(map(len, tokens), dtype=np.int64, count=len(tokens)), out=starts[1:])
    # bytearray, because kernels are compiled for writable arrays and np.frombuffer(bytes) would be read-only.
    return TokenBytes(np.frombuffer(bytearray(b"".join(tokens)), dtype=np.uint8), starts)


def pack_tokens_by_id(ids: Mapping[bytes, int]) -> TokenBytes:
    """Tokens given as bytes -> id, flat.

    Raises `UnsupportedVocabError` for an empty token, a negative id or an id that two tokens share.

    >>> pack_tokens_by_id({b"bc": 2, b"a": 0}).starts.tolist()
    [0, 1, 1, 3]
    """
    tokens = [b""] * (max(ids.values(), default=-1) + 1)
    for token, token_id in ids.items():
        if not token or token_id < 0 or tokens[token_id]:
            problem = "is negative" if token_id < 0 else "has two tokens" if token else "has no bytes"
            expected = "ids from 0, each of exactly one non-empty token"
            raise UnsupportedVocabError(f"id {token_id} of token {token!r} {problem}: expected {expected}")
        tokens[token_id] = token
    return pack_tokens(tokens)


def add_tokens(tokens: TokenBytes, added: Mapping[int, bytes]) -> TokenBytes:
    """`tokens` and those in `added` (id -> bytes, for ids without bytes in `tokens`), and `SPARE_BYTES`
    zeros.

    >>> data, starts = add_tokens(pack_tokens([b"a", b"bc"]), {4: b"def"})
    >>> data[:-SPARE_BYTES].tobytes(), starts.tolist()
    (b'abcdef', [0, 1, 3, 3, 3, 6])
    """
    n = len(tokens.starts) - 1
    starts = np.zeros(max([n - 1, *added]) + 2, dtype=np.int64)
    np.subtract(tokens.starts[1:], tokens.starts[:-1], out=starts[1 : n + 1])
    pieces, done = [], 0
    for token in sorted(added):
        starts[token + 1] = len(added[token])
        upto = int(tokens.starts[min(token, n)])
        pieces += [tokens.data[done:upto], np.frombuffer(added[token], dtype=np.uint8)]
        done = upto
    data = np.concatenate([*pieces, tokens.data[done:], np.zeros(SPARE_BYTES, dtype=np.uint8)])
    return TokenBytes(data, np.cumsum(starts, out=starts))


def tokens_by_id(tokens: TokenBytes, ids: np.ndarray) -> TokenBytes:
    """`tokens` in the order of their `ids`, uint32 (n,); those with the highest possible id, or with an id that a
    later one has, are left out. (Bytes without a token have that of unknown ones.)

    >>> tokens_by_id(pack_tokens([b"a", b"bc"]), np.array([3, 1], dtype=np.uint32)).starts.tolist()
    [0, 0, 2, 2, 3]
    """
    wanted: dict[int, bytes] = {}
    for (_, token), number in zip(iterate_tokens(tokens), ids.tolist(), strict=False):
        if number != 0xFFFFFFFF:
            wanted[number] = token
    by_id = [b""] * (max(wanted, default=-1) + 1)
    for number, token in wanted.items():
        by_id[number] = token
    return pack_tokens(by_id)


def count_tokens(tokens: TokenBytes) -> int:
    """Number of ranked tokens, without ids that have no bytes.

    >>> count_tokens(pack_tokens([b"a", b"", b"bc"]))
    2
    """
    return int(np.count_nonzero(np.diff(tokens.starts)))


def bytes_of_token(tokens: TokenBytes, token_id: int) -> bytes:
    """Bytes of one ranked token; raises `UnknownTokenError` for an id that no ranked token has.

    >>> bytes_of_token(pack_tokens([b"a", b"bc"]), 1)
    b'bc'
    """
    n_ids = len(tokens.starts) - 1
    if 0 <= token_id < n_ids:
        start, end = tokens.starts[token_id : token_id + 2]
        if start < end:
            return tokens.data[start:end].tobytes()
    raise UnknownTokenError(f"no ranked token has the id {token_id}: expected 0 to {n_ids - 1}")


def iterate_tokens(tokens: TokenBytes) -> Iterator[tuple[int, bytes]]:
    """Pairs (id, bytes) of all ranked tokens, lowest id first.

    >>> list(iterate_tokens(pack_tokens([b"a", b"", b"bc"])))
    [(0, b'a'), (2, b'bc')]
    """
    data, starts = tokens.data.tobytes(), tokens.starts.tolist()
    for token_id, (start, end) in enumerate(pairwise(starts)):
        if start < end:
            yield token_id, data[start:end]
