"""The pair that a long token is merged from: as `pairs` for short ones, but with a heap, in n log n steps.

Looking at all neighbours for each merge takes time quadratic in the token's length: 16 s for one of 100 kB,
and 1 MB did not finish.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..kernels.heap import heap_pop, heap_push
from ..kernels.jit import jit
from ..kernels.layout import I64, U64
from ..kernels.tables import NOT_FOUND, find_pair, find_span

__all__ = ["LONG_TOKEN", "PairScratch", "pair_scratch", "split_long_token"]

LONG_TOKEN = 64
"""Bytes of a token from which on the heap is faster."""

_NONE = -1


class PairScratch(NamedTuple):
    """Working arrays for deriving pairs; n: bytes of the longest token, at least `LONG_TOKEN`."""

    nodes: I64
    """int64 (n + 1,)"""
    previous: I64
    """int64 (n + 1,)"""
    following: I64
    """int64 (n + 1,)"""
    keys: U64
    """uint64 (2 * n,)"""
    payloads: U64
    """uint64 (2 * n,)"""


def pair_scratch(longest: int) -> PairScratch:
    """Working arrays for tokens of up to `longest` bytes; untouched memory costs nothing."""
    n = max(longest, LONG_TOKEN)
    bounds = (np.empty(n + 1, dtype=np.int64) for _ in range(3))
    return PairScratch(*bounds, np.empty(2 * n, dtype=np.uint64), np.empty(2 * n, dtype=np.uint64))


_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)


@jit()
def _push(
    spans: np.ndarray,
    data: np.ndarray,
    starts: np.ndarray,
    pairs: np.ndarray,
    knows_pairs: bool,
    start: int,
    nodes: np.ndarray,
    left: int,
    right: int,
    keys: np.ndarray,
    payloads: np.ndarray,
    size: int,
) -> int:
    """Push the pair of two neighbours if they merge; returns the new size of the heap."""
    left_token, right_token = np.int64(nodes[left]), np.int64(nodes[right])
    if knows_pairs:
        rank = find_pair(pairs, left_token, right_token)
    else:
        end = start + right + np.int64(starts[right_token + 1]) - np.int64(starts[right_token])
        rank = find_span(spans, data, starts, data, start + left, end)
    if rank == NOT_FOUND:
        return size
    key = np.uint64(rank) << _HALF | np.uint64(left)
    heap_push(keys, payloads, size, key, np.uint64(left_token) << _HALF | np.uint64(right_token))
    return size + 1


@jit()
def split_long_token(
    spans: np.ndarray,
    data: np.ndarray,
    starts: np.ndarray,
    byte_tokens: np.ndarray,
    pairs: np.ndarray,
    knows_pairs: bool,
    token: int,
    scratch: PairScratch,
    made: np.ndarray,
) -> tuple[int, int]:
    """The two tokens that are left of `token` before its last merge, or (`NOT_FOUND`, `NOT_FOUND`). Twin:
    `pairs.derive_pair`.

    Neighbours merge by the pair table if it `knows_pairs` of all lower tokens, otherwise if their joined
    bytes are a token. made: the token of each rank, int64 (ranks,); empty if a rank is its token.
    """
    start = np.int64(starts[token])
    n = np.int64(starts[token + 1]) - start
    nodes, previous, following = scratch.nodes, scratch.previous, scratch.following
    keys, payloads = scratch.keys, scratch.payloads
    for i in range(n):
        nodes[i] = byte_tokens[data[start + i]]
        previous[i] = i - 1
        following[i] = i + 1
    following[n - 1] = _NONE
    size = 0
    for i in range(n - 1):
        size = _push(spans, data, starts, pairs, knows_pairs, start, nodes, i, i + 1, keys, payloads, size)
    while size > 0 and n > 2:
        key, payload = keys[0], payloads[0]
        size -= 1
        heap_pop(keys, payloads, size)
        left = np.int64(key & _LOW)
        right = np.int64(following[left])
        # As in priority_merge: an earlier merge may have consumed one of the two.
        if right == _NONE or previous[right] != left:
            continue
        if np.uint64(nodes[left]) != payload >> _HALF or np.uint64(nodes[right]) != payload & _LOW:
            continue
        rank = np.int64(key >> _HALF)
        nodes[left] = made[rank] if len(made) > 0 else rank
        n -= 1
        after = np.int64(following[right])
        following[left] = after
        if after != _NONE:
            previous[after] = left
            size = _push(
                spans, data, starts, pairs, knows_pairs, start, nodes, left, after, keys, payloads, size
            )
        before = np.int64(previous[left])
        if before != _NONE:
            size = _push(
                spans, data, starts, pairs, knows_pairs, start, nodes, before, left, keys, payloads, size
            )
    if n > 2:
        return NOT_FOUND, NOT_FOUND
    return np.int64(nodes[0]), np.int64(nodes[following[0]])
