"""Derive the merge table, the pair each token comes from, from nothing but the tokens and their ranks.

A token of two or more bytes is made by one last merge, which is the same in every text. No merge crosses the
token's borders before it is complete, so its bytes go through the same states as when they are merged alone,
and only one of those states has two tokens. That state is the token's pair. (tiktoken merges any two
neighbours whose joined bytes are a token; by this argument it never encounters another pair.)
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import numpy as np

from ..kernels.jit import jit
from ..kernels.keys import NO_TOKEN
from ..kernels.tables import NOT_FOUND, find_pair, find_span, insert_pair
from .long_tokens import LONG_TOKEN, PairScratch, split_long_token

__all__ = [
    "derive_pair",
    "derive_pairs",
    "derive_pairs_in_rank_order",
    "insert_splits",
    "tabulate_byte_pairs",
]

_NO_RANK = np.int64(1 << 40)


def derive_pair(token: bytes, rank_of: Mapping[bytes, int]) -> tuple[bytes, bytes] | None:
    """The two tokens that the last merge of `token` joins; None if merging never makes it (or for one byte).

    Merges the bytes of `token` alone, lowest rank first, until two parts are left. In a longer text the same
    merges happen inside it before it is complete, so the pair is the same everywhere.

    >>> derive_pair(b"abc", {b"a": 0, b"b": 1, b"c": 2, b"bc": 3, b"ab": 4, b"abc": 5})
    (b'a', b'bc')
    """
    parts = [token[i : i + 1] for i in range(len(token))]
    while len(parts) > 2:
        mergeable = [
            (rank_of[left + right], i)
            for i, (left, right) in enumerate(pairwise(parts))
            if left + right in rank_of
        ]
        if not mergeable:
            return None
        _, i = min(mergeable)
        parts[i : i + 2] = [parts[i] + parts[i + 1]]
    return (parts[0], parts[1]) if len(parts) == 2 else None


@jit()
def derive_pairs_in_rank_order(
    spans: np.ndarray,
    data: np.ndarray,
    starts: np.ndarray,
    byte_tokens: np.ndarray,
    pairs: np.ndarray,
    splits: np.ndarray,
    scratch: PairScratch,
) -> int:
    """Fill `splits` (uint32 (2 * n,)) and the pair table; the fast way, for vocabularies in merge order.

    Token by token, lowest rank first, its bytes are merged with the pairs found so far; the result equals
    that of `derive_pairs` (its twin) if every token is made of earlier ones. Returns `NOT_FOUND`, or the
    first token that is not (then discard the tables and call `derive_pairs`). Single bytes split into
    themselves.
    """
    tokens, ranks = scratch.nodes, scratch.previous
    for token in range(len(splits) >> 1):
        start, end = np.int64(starts[token]), np.int64(starts[token + 1])
        n = end - start
        splits[2 * token] = token
        splits[2 * token + 1] = token
        if n < 2:
            continue
        if n > LONG_TOKEN:
            left, right = split_long_token(
                spans, data, starts, byte_tokens, pairs, True, token, scratch, scratch.nodes[:0]
            )
            if left == NOT_FOUND:
                return token
            splits[2 * token] = left
            splits[2 * token + 1] = right
            insert_pair(pairs, left, right, token)
            continue
        for i in range(n):
            tokens[i] = byte_tokens[data[start + i]]
        for i in range(n - 1):
            ranks[i] = find_pair(pairs, tokens[i], tokens[i + 1])
        while n > 2:
            best = _NO_RANK
            for i in range(n - 1):
                if ranks[i] != NOT_FOUND:
                    best = min(best, ranks[i])
            if best == _NO_RANK:
                return token
            # All its places at once, because what they become has higher ranks: a long run takes few rounds.
            kept, i, n_left = 0, 0, n
            while i < n:
                if n_left > 2 and i + 1 < n and ranks[i] == best:
                    tokens[kept] = best
                    n_left -= 1
                    i += 2
                else:
                    tokens[kept] = tokens[i]
                    i += 1
                kept += 1
            n = kept
            for i in range(n - 1):
                ranks[i] = find_pair(pairs, tokens[i], tokens[i + 1])
        splits[2 * token] = tokens[0]
        splits[2 * token + 1] = tokens[1]
        insert_pair(pairs, tokens[0], tokens[1], token)
    return NOT_FOUND


@jit()
def derive_pairs(
    spans: np.ndarray,
    data: np.ndarray,
    starts: np.ndarray,
    byte_tokens: np.ndarray,
    pairs: np.ndarray,
    splits: np.ndarray,
    scratch: PairScratch,
) -> int:
    """Fill `splits` and the pair table for any vocabulary, following the definition above. Twin:
    `derive_pair`.

    Looks up joined bytes in the span table `spans` instead of pairs. Returns the number of tokens of two or
    more bytes that merging never makes; they split into themselves and are in no pair.
    """
    bounds = scratch.nodes
    unreachable = 0
    for token in range(len(splits) >> 1):
        start, end = np.int64(starts[token]), np.int64(starts[token + 1])
        n = end - start
        splits[2 * token] = token
        splits[2 * token + 1] = token
        if n < 2:
            continue
        if n > LONG_TOKEN:
            left, right = split_long_token(
                spans, data, starts, byte_tokens, pairs, False, token, scratch, scratch.nodes[:0]
            )
            if left == NOT_FOUND:
                unreachable += 1
                continue
            splits[2 * token] = left
            splits[2 * token + 1] = right
            insert_pair(pairs, left, right, token)
            continue
        for i in range(n + 1):
            bounds[i] = start + i
        while n > 2:
            best, best_rank = -1, _NO_RANK
            for i in range(n - 1):
                rank = find_span(spans, data, starts, data, bounds[i], bounds[i + 2])
                if rank != NOT_FOUND and rank < best_rank:
                    best, best_rank = i, rank
            if best < 0:
                break
            for i in range(best + 1, n):
                bounds[i] = bounds[i + 1]
            n -= 1
        if n > 2:
            unreachable += 1
            continue
        left = find_span(spans, data, starts, data, bounds[0], bounds[1])
        right = find_span(spans, data, starts, data, bounds[1], bounds[2])
        splits[2 * token] = left
        splits[2 * token + 1] = right
        insert_pair(pairs, left, right, token)
    return unreachable


@jit()
def tabulate_byte_pairs(pairs: np.ndarray, byte_tokens: np.ndarray, table: np.ndarray) -> None:
    """Write the answers of `find_pair` for all pairs of single bytes to `table`: uint32 (65536,), at
    ``first << 8 | second``."""
    for first in range(256):
        for second in range(256):
            token = find_pair(pairs, np.int64(byte_tokens[first]), np.int64(byte_tokens[second]))
            table[first << 8 | second] = NO_TOKEN if token == NOT_FOUND else np.uint32(token)


@jit()
def insert_splits(pairs: np.ndarray, splits: np.ndarray) -> None:
    """Insert the pair of each token that is merged, given `splits`, into an empty pair table."""
    for token in range(len(splits) >> 1):
        if np.int64(splits[2 * token]) != token:
            insert_pair(pairs, np.int64(splits[2 * token]), np.int64(splits[2 * token + 1]), token)
