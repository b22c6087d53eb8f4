"""An automaton of all special tokens, which reads each byte of a text once, however long the tokens are.

It finds, from left to right, the special token that begins first, and the longest of those that begin there.
Walking a trie from each place takes text x length of a token (for one of 100,000 letters on 300,000: 192 s).
So a node knows what its own bytes lead to if the text continues like none of its children: ``listed`` special
tokens are in them, and the search continues at the node ``after``, whose bytes are the last of them, with
nothing read again.

For a special token, ``after`` is the root. For another node it is where the bytes lead after the special
token they begin with, or, if they begin with none, after their first byte. It is the parent's ``after``, one
byte further: if that has no such child, it is given up in turn, and what is listed there is listed here too.

Source: Song, Salcianu, Song, Dopson and Zhou, "Fast WordPiece Tokenization" (2021), failure links and failure
pops, adapted to text in which not everything is a token. The nodes are those of `kernels.trie`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from ..errors import UnsupportedVocabError
from ..kernels.jit import jit
from ..kernels.layout import I32, I64_NUMBER, U8, U64
from ..kernels.trie import MOST_BYTES, build_trie, child_of, first_child
from ..vocab.token_bytes import pack_tokens

__all__ = [
    "AFTER",
    "DEPTH",
    "LISTED",
    "NODE_FIELDS",
    "N_LISTED",
    "SpecialAutomaton",
    "build_special_automaton",
]

AFTER, DEPTH, LISTED, N_LISTED = range(4)
"""Positions of a node's four numbers in ``nodes``."""
NODE_FIELDS = 4


class SpecialAutomaton(NamedTuple):
    """The arrays of the automaton; node 0 is the root."""

    children: U64
    """uint64 (nodes + 1,): see `kernels.trie`."""
    edge_bytes: U8
    """uint8 (nodes,)"""
    roots: I32
    """int32 (256,): the root's child for each byte, 0 for none."""
    nodes: I32
    """int32 (4 * nodes,): for each node ``after``, its depth in bytes, and its first index and count in
    ``listed``."""
    listed: I32
    """int32 (2 * n,): start and end, in bytes from the place where a node's bytes begin."""
    first: I64_NUMBER
    """The only first byte of all special tokens, or -1 if there are several."""


def build_special_automaton(tokens: Iterable[bytes]) -> SpecialAutomaton:
    """Build the automaton of some non-empty byte strings, with at most 40 bytes of memory per byte of them.

    Raises `UnsupportedVocabError` for more than 2**28 bytes.

    >>> automaton = build_special_automaton([b"<a>", b"<b>"])
    >>> automaton.first, automaton.nodes.reshape(-1, NODE_FIELDS)[:, DEPTH].tolist()
    (60, [0, 1, 2, 2, 3, 3])
    """
    listed = [b"", *dict.fromkeys(tokens)]  # number 0 is no token
    data, starts = pack_tokens(listed)
    if len(data) >= MOST_BYTES:
        raise UnsupportedVocabError(
            f"the special tokens have {len(data):,} bytes: expected fewer than {MOST_BYTES:,}"
        )
    order = np.arange(1, len(listed))
    starts = starts.astype(np.uint32)
    children, edge_bytes, longest, _, _ = build_trie(data, starts, order, len(listed))
    roots = np.zeros(256, dtype=np.int32)
    top = np.arange(1, first_child(children, 1) if len(children) > 2 else 1)
    roots[edge_bytes[top]] = top
    n_nodes, most_records = len(edge_bytes), len(data) + len(order)
    nodes = np.zeros(NODE_FIELDS * n_nodes, dtype=np.int32)
    records = np.empty(2 * most_records, dtype=np.int32)
    n_listed = _link_nodes(
        children,
        edge_bytes,
        roots,
        longest,
        np.diff(starts),
        nodes,
        records,
        np.zeros(2 * n_nodes, dtype=np.int32),
        np.empty((4, most_records), dtype=np.int32).reshape(-1),
        np.zeros(n_nodes, dtype=np.uint8),
    )
    records = records[: 2 * n_listed].copy()
    first = int(edge_bytes[top[0]]) if len(top) == 1 else -1
    return SpecialAutomaton(children, edge_bytes, roots, nodes, records, first)


@jit()
def _link_nodes(
    children: np.ndarray,
    edge_bytes: np.ndarray,
    roots: np.ndarray,
    longest: np.ndarray,
    sizes: np.ndarray,
    nodes: np.ndarray,
    listed: np.ndarray,
    of_nodes: np.ndarray,
    of_records: np.ndarray,
    placed: np.ndarray,
) -> int:
    """Fill the arrays ``nodes`` (of zeros) and ``listed``; returns the number of records listed.

    The others are scratch: `of_nodes` has room for two numbers a node, `of_records` for four a record; `placed` is
    zeros.

    A node's list is its parent's list plus some more, or, at a special token, that token alone. So lists are
    first stored as chains of records from the last to the first (`last`, `before`), with no more records than
    bytes of special tokens.
    """
    n_nodes = len(edge_bytes)
    most_records = len(of_records) // 4
    parent, last = of_nodes[:n_nodes], of_nodes[n_nodes:]
    record_starts, record_ends = of_records[:most_records], of_records[most_records : 2 * most_records]
    before, backwards = of_records[2 * most_records : 3 * most_records], of_records[3 * most_records :]
    for node in range(n_nodes):
        last[node] = -1
        for child in range(first_child(children, node), first_child(children, node + 1)):
            parent[child] = node
            nodes[NODE_FIELDS * child + DEPTH] = nodes[NODE_FIELDS * node + DEPTH] + 1
    n_records = 0
    for node in range(1, n_nodes):
        at = NODE_FIELDS * node
        if nodes[at + DEPTH] == sizes[longest[node]]:
            record_starts[n_records], record_ends[n_records] = 0, nodes[at + DEPTH]
            before[n_records] = -1
            last[node] = n_records
            n_records += 1
            nodes[at + N_LISTED] = 1
            continue
        up = np.int64(parent[node])
        last[node] = last[up]
        nodes[at + N_LISTED] = nodes[NODE_FIELDS * up + N_LISTED]
        if up == 0:
            continue
        tried = np.int64(nodes[NODE_FIELDS * up + AFTER])
        while True:
            child = np.int64(roots[edge_bytes[node]])
            if tried != 0:
                child = child_of(children, edge_bytes, tried, edge_bytes[node])
            if child != 0 or tried == 0:
                nodes[at + AFTER] = child
                break
            begin = nodes[NODE_FIELDS * up + DEPTH] - nodes[NODE_FIELDS * tried + DEPTH]
            record, n = np.int64(last[tried]), 0
            while record >= 0:
                backwards[n] = record
                n += 1
                record = np.int64(before[record])
            for i in range(n - 1, -1, -1):
                record_starts[n_records] = begin + record_starts[backwards[i]]
                record_ends[n_records] = begin + record_ends[backwards[i]]
                before[n_records] = last[node]
                last[node] = n_records
                n_records += 1
            nodes[at + N_LISTED] += n
            tried = np.int64(nodes[NODE_FIELDS * tried + AFTER])
    # Every list is the head of one that belongs to a leaf or to the parent of a special token; only those are
    # laid out.
    n_listed = 0
    for end in range(1, n_nodes):
        if nodes[NODE_FIELDS * end + DEPTH] != sizes[longest[end]]:
            continue
        is_leaf = first_child(children, end) == first_child(children, end + 1)
        for lowest in (np.int64(parent[end]), np.int64(end) if is_leaf else np.int64(0)):
            if lowest == 0 or placed[lowest] != 0:
                continue
            n = np.int64(nodes[NODE_FIELDS * lowest + N_LISTED])
            record = np.int64(last[lowest])
            for i in range(n - 1, -1, -1):
                listed[2 * (n_listed + i)] = record_starts[record]
                listed[2 * (n_listed + i) + 1] = record_ends[record]
                record = np.int64(before[record])
            node = lowest
            while node != 0 and placed[node] == 0:
                nodes[NODE_FIELDS * node + LISTED] = n_listed
                placed[node] = 1
                if nodes[NODE_FIELDS * node + DEPTH] == sizes[longest[node]]:
                    break
                node = np.int64(parent[node])
            n_listed += n
    return n_listed
