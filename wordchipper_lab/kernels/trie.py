"""A trie over all tokens on flat arrays: finds the longest token at the start of a text.

Nodes are numbered breadth first, so the children of a node are consecutive and sorted by byte.
``children[node]`` is

    bits 0-7    the byte that leads to the favourite child, on the path to the lowest-ranked token
    bits 8-35   the favourite child (0 if there is none)
    bits 36-63  the first child; the last one is before the first child of ``node + 1``

so most steps take one load; the others look for the byte in ``edge_bytes``, from first to last child. The
first two bytes are one lookup in a table of 65,536 nodes, because those nodes are the wide ones.
``longest_tokens[node]`` is the longest token on the path to `node`, so no backtracking is needed.
(o200k_base: 422,000 nodes, 13 bytes each. A double array walks as fast but takes four times as long to
build.)
"""

from __future__ import annotations

import numpy as np

from .jit import jit

__all__ = ["MOST_BYTES", "build_trie", "child_of", "first_child", "longest_match"]

MOST_BYTES = (1 << 28) - 1
"""A record has 28 bits for a node, and there may be one node per byte of the tokens, plus one."""

_BINARY_SEARCH_FROM = 12
_FAVOURITE_SHIFT = np.uint64(8)
_FIRST_SHIFT = np.uint64(36)
_BYTE = np.uint64(0xFF)
_NODE = np.uint64((1 << 28) - 1)


@jit()
def _sort_by_byte(
    order: np.ndarray,
    low: int,
    high: int,
    data: np.ndarray,
    starts: np.ndarray,
    depth: int,
    spare: np.ndarray,
    counts: np.ndarray,
) -> None:
    """Stable counting sort of ``order[low:high]`` by the byte at `depth`; tokens that end there come
    first."""
    for bucket in range(258):
        counts[bucket] = 0
    for i in range(low, high):
        at = np.int64(starts[order[i]]) + depth
        bucket = 0 if at >= starts[order[i] + 1] else np.int64(data[at]) + 1
        counts[bucket + 1] += 1
    for bucket in range(257):
        counts[bucket + 1] += counts[bucket]
    for i in range(low, high):
        at = np.int64(starts[order[i]]) + depth
        bucket = 0 if at >= starts[order[i] + 1] else np.int64(data[at]) + 1
        spare[counts[bucket]] = order[i]
        counts[bucket] += 1
    for i in range(high - low):
        order[low + i] = spare[i]


def build_trie(
    data: np.ndarray, starts: np.ndarray, order: np.ndarray, n_tokens: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Build the trie of the tokens listed in `order` (int64 ids of distinct, non-empty tokens).

    Returns ``children`` uint64 (nodes + 1,), ``edge_bytes`` uint8 (nodes,), ``longest_tokens`` uint32
    (nodes,), ``two_bytes`` uint32 (65536,) (node of two first bytes, 0 for none) and ``next_prefix`` uint32
    (n_tokens,) (the longest proper prefix of a token that is a token; a single byte is its own). `order` ends
    up sorted.
    """
    n_bytes = 1 + int((starts[order + 1].astype(np.int64) - starts[order]).sum())
    # Empty instead of zeros, as untouched memory costs nothing.
    children = np.empty(n_bytes + 1, dtype=np.uint64)
    edge_bytes, longest_tokens = np.empty(n_bytes, dtype=np.uint8), np.empty(n_bytes, dtype=np.uint32)
    two_bytes, next_prefix = np.zeros(1 << 16, dtype=np.uint32), np.zeros(n_tokens, dtype=np.uint32)
    nodes = int(
        _fill_trie(
            data,
            starts,
            order,
            children,
            edge_bytes,
            longest_tokens,
            two_bytes,
            next_prefix,
            np.empty_like(order),
            np.empty(258, dtype=np.int64),
        )
    )
    return (
        children[: nodes + 1].copy(),
        edge_bytes[:nodes].copy(),
        longest_tokens[:nodes].copy(),
        two_bytes,
        next_prefix,
    )


@jit()
def _fill_trie(
    data: np.ndarray,
    starts: np.ndarray,
    order: np.ndarray,
    children: np.ndarray,
    edge_bytes: np.ndarray,
    longest_tokens: np.ndarray,
    two_bytes: np.ndarray,
    next_prefix: np.ndarray,
    spare: np.ndarray,
    counts: np.ndarray,
) -> int:
    """Fill the arrays of `build_trie`; returns the number of nodes.

    Until a node is processed, its record says where its tokens are in `order`.
    """
    n_tokens = len(next_prefix)
    children[0], edge_bytes[0], longest_tokens[0] = np.uint64(len(order)), 0, 0
    nodes, node, depth, next_level = 1, 0, 0, 1
    while node < nodes:
        if node == next_level:
            depth += 1
            next_level = nodes
        i, stop = np.int64(children[node] >> _FIRST_SHIFT), np.int64(children[node] & _NODE)
        if stop - i > 1:
            _sort_by_byte(order, i, stop, data, starts, depth, spare, counts)
        if depth > 0 and starts[order[i]] + depth == starts[order[i] + 1]:
            next_prefix[order[i]] = longest_tokens[node] if depth > 1 else order[i]
            longest_tokens[node] = order[i]
            i += 1
        record = np.uint64(nodes) << _FIRST_SHIFT
        favourite = np.int64(n_tokens)
        while i < stop:
            byte = data[starts[order[i]] + depth]
            first = i
            lowest = np.int64(n_tokens)
            while i < stop and data[starts[order[i]] + depth] == byte:
                lowest = min(lowest, np.int64(order[i]))
                i += 1
            if lowest < favourite:
                favourite = lowest
                kept = (record >> _FIRST_SHIFT) << _FIRST_SHIFT
                record = kept | (np.uint64(nodes) << _FAVOURITE_SHIFT) | np.uint64(byte)
            children[nodes] = (np.uint64(first) << _FIRST_SHIFT) | np.uint64(i)
            edge_bytes[nodes] = byte
            longest_tokens[nodes] = longest_tokens[node]
            if depth == 1:
                two_bytes[(np.int64(edge_bytes[node]) << 8) | np.int64(byte)] = nodes
            nodes += 1
        children[node] = record
        node += 1
    children[nodes] = np.uint64(nodes) << _FIRST_SHIFT
    return nodes


@jit(inline=True)
def first_child(children: np.ndarray, node: int) -> int:
    """The first child of a node; its last one is before the first child of ``node + 1``."""
    return np.int64(children[node] >> _FIRST_SHIFT)


@jit(inline=True)
def child_of(children: np.ndarray, edge_bytes: np.ndarray, node: int, byte: int) -> int:
    """The child that `byte` leads to, or 0."""
    record = children[node]
    if record & _BYTE == byte:
        return np.int64((record >> _FAVOURITE_SHIFT) & _NODE)
    low, high = np.int64(record >> _FIRST_SHIFT), np.int64(children[node + 1] >> _FIRST_SHIFT)
    last = high
    if high - low < _BINARY_SEARCH_FROM:
        for child in range(low, high):
            if edge_bytes[child] == byte:
                return child
        return 0
    while low < high:
        middle = (low + high) >> 1
        if edge_bytes[middle] < byte:
            low = middle + 1
        else:
            high = middle
    if low < last and edge_bytes[low] == byte:
        return low
    return 0


@jit(inline=True)
def longest_match(
    children: np.ndarray,
    edge_bytes: np.ndarray,
    longest_tokens: np.ndarray,
    two_bytes: np.ndarray,
    byte_tokens: np.ndarray,
    text: np.ndarray,
    start: int,
    end: int,
) -> tuple[int, int]:
    """The longest token at the start of ``text[start:end]`` (at least one byte), and how many bytes decided
    it.

    These are the bytes of the walk and the one after it: if the same bytes follow, the answer is the same. If
    the walk reached `end`, the number is one more than there are bytes.
    """
    if start + 1 == end:
        return np.int64(byte_tokens[text[start]]), np.int64(2)
    node = np.int64(two_bytes[(np.int64(text[start]) << 8) | np.int64(text[start + 1])])
    if node == 0:
        return np.int64(byte_tokens[text[start]]), np.int64(2)
    i = start + 2
    while i < end:
        child = child_of(children, edge_bytes, node, text[i])
        if child == 0:
            break
        node = child
        i += 1
    return np.int64(longest_tokens[node]), i + 1 - start
