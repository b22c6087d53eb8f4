"""Apply merges to many words in one call: the compiled twin of `apply_merges`."""

from __future__ import annotations

import numpy as np

from ...kernels.heap import heap_pop, heap_push
from ...kernels.jit import jit
from ...kernels.tables import NOT_FOUND, find_pair, insert_pair, pair_table

__all__ = ["build_rules", "merge_words"]

_NONE = -1
_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)


def build_rules(lefts: np.ndarray, rights: np.ndarray) -> np.ndarray:
    """A pair table from (left, right) to the rank of their merge, int64 (merges,) each; a later one of two replaces
    the earlier."""
    rules = pair_table(len(lefts))
    _insert_all(rules, lefts, rights)
    return rules


@jit()
def _insert_all(rules: np.ndarray, lefts: np.ndarray, rights: np.ndarray) -> None:
    for rank in range(len(lefts)):
        insert_pair(rules, lefts[rank], rights[rank], rank)


def merge_words(
    symbols: np.ndarray, ends: np.ndarray, rules: np.ndarray, merged: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The tokens of words, int64 (tokens,), and where those of each word end, int64 (words,): the lowest rank first,
    and the first of several places. O(n log n) for a word of n symbols.

    symbols: int64, ids, or less than 0 for unknown ones, concatenated; ends: int64 (words,). rules: as from
    `build_rules`; merged: int64 (merges,), the token of each rank.

    >>> rules, merged = build_rules(np.array([1, 0]), np.array([1, 3])), np.array([3, 4])
    >>> [found.tolist() for found in merge_words(np.array([0, 1, 1, 2, 1]), np.array([4, 5]), rules, merged)]
    [[4, 2, 1], [2, 3]]
    """
    longest = int(np.diff(ends, prepend=0).max(initial=0))
    tokens, token_ends = np.empty(len(symbols), dtype=np.int64), np.empty(len(ends), dtype=np.int64)
    links = [np.empty(longest, dtype=np.int64) for _ in range(3)]
    heap = [np.empty(3 * longest, dtype=np.uint64) for _ in range(2)]
    n = _merge_all(symbols, ends, rules, merged, *links, *heap, tokens, token_ends)
    return tokens[:n], token_ends


@jit()
def _push(
    rules: np.ndarray,
    nodes: np.ndarray,
    left: int,
    right: int,
    keys: np.ndarray,
    payloads: np.ndarray,
    size: int,
) -> int:
    """Push the pair at two places, if it has a merge; returns the size of the heap."""
    if nodes[left] < 0 or nodes[right] < 0:
        return size
    rank = find_pair(rules, nodes[left], nodes[right])
    if rank == NOT_FOUND:
        return size
    pair = np.uint64(nodes[left]) << _HALF | np.uint64(nodes[right])
    heap_push(keys, payloads, size, np.uint64(rank) << _HALF | np.uint64(left), pair)
    return size + 1


@jit()
def _merge_all(
    symbols: np.ndarray,
    ends: np.ndarray,
    rules: np.ndarray,
    merged: np.ndarray,
    nodes: np.ndarray,
    previous: np.ndarray,
    following: np.ndarray,
    keys: np.ndarray,
    payloads: np.ndarray,
    tokens: np.ndarray,
    token_ends: np.ndarray,
) -> int:
    """Fill `tokens` and `token_ends`; returns the number of tokens. The other arrays have room for the longest word."""
    n_tokens, start = np.int64(0), np.int64(0)
    for word in range(len(ends)):
        n = ends[word] - start
        for i in range(n):
            nodes[i] = symbols[start + i]
            previous[i] = i - 1
            following[i] = i + 1
        size = np.int64(0)
        if n > 0:
            following[n - 1] = _NONE
            for i in range(n - 1):
                size = _push(rules, nodes, i, i + 1, keys, payloads, size)
        while size > 0:
            key, payload = keys[0], payloads[0]
            size -= 1
            heap_pop(keys, payloads, size)
            left = np.int64(key & _LOW)
            right = following[left]
            if right == _NONE or previous[right] != left:
                continue  # the left one was merged into the token before it
            if np.uint64(nodes[left]) != payload >> _HALF or np.uint64(nodes[right]) != payload & _LOW:
                continue  # one of the two has since been merged with another neighbour
            nodes[left] = merged[np.int64(key >> _HALF)]
            after, before = following[right], previous[left]
            following[left] = after
            if after != _NONE:
                previous[after] = left
                size = _push(rules, nodes, left, after, keys, payloads, size)
            if before != _NONE:
                size = _push(rules, nodes, before, left, keys, payloads, size)
        if n > 0:
            at = np.int64(0)
            while at != _NONE:
                tokens[n_tokens] = nodes[at]
                n_tokens += 1
                at = following[at]
        start = ends[word]
        token_ends[word] = n_tokens
    return n_tokens
