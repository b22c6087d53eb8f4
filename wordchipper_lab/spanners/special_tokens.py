"""Finding special tokens: leftmost, the longest of those that begin at the same place.

A trie in flat arrays. Node 0 is the root; ``children[node * n_classes + class]`` is the child for a byte of
that class, 0 if there is none; ``lengths[node]`` is the length of the special token that ends there, or 0. Bytes
that no special token uses share class 0. o200k_harmony has 1,090 special tokens that all begin with ``<|``: a
scan that compares them one by one would be a thousand times slower on text full of ``<|``; this one takes
a few steps at each ``<``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from ..kernels.jit import jit

__all__ = ["SpecialTrie", "build_trie", "find_special", "mark_regions"]

BLOCK = 256


class SpecialTrie(NamedTuple):
    """``children`` int32 (nodes * classes,), ``lengths`` int32 (nodes,), ``classes`` uint8 (256,), and the numbers.

    ``first`` is the only byte that a special token begins with, or -1 if there are several.
    """

    children: np.ndarray
    lengths: np.ndarray
    classes: np.ndarray
    n_classes: int
    first: int


def build_trie(tokens: Iterable[bytes]) -> SpecialTrie:
    """Build the trie of some non-empty byte strings.

    >>> build_trie([b"<a>", b"<b>"]).lengths.tolist()
    [0, 0, 0, 3, 0, 3]
    """
    tokens = list(tokens)
    used = sorted(set(b"".join(tokens)))
    classes = np.zeros(256, dtype=np.uint8)
    # All 256 values used means 256 classes and no class 0 to spare; 255 suffices as UTF-8 has no byte 0xFF.
    classes[used] = np.arange(1, len(used) + 1)
    nodes: list[dict[int, int]] = [{}]
    lengths = [0]
    for token in tokens:
        node = 0
        for byte in token:
            child = nodes[node].setdefault(byte, len(nodes))
            if child == len(nodes):
                nodes.append({})
                lengths.append(0)
            node = child
        lengths[node] = len(token)
    children = np.zeros((len(nodes), len(used) + 1), dtype=np.int32)
    for node, edges in enumerate(nodes):
        for byte, child in edges.items():
            children[node, classes[byte]] = child
    firsts = {token[0] for token in tokens}
    first = firsts.pop() if len(firsts) == 1 else -1
    return SpecialTrie(children.reshape(-1), np.array(lengths, dtype=np.int32), classes, len(used) + 1, first)


@jit()
def find_special(text, position, end, trie):  # type: ignore[no-untyped-def]
    """(start, end) of the first special token in ``text[position:end]``, or (end, end)."""
    while position < end:
        if trie.first >= 0 and position + BLOCK < end:
            # Counting without a way out is vectorised: 256 bytes take some 10 ns.
            count = 0
            for i in range(position, position + BLOCK):
                count += text[i] == trie.first
            if count == 0:
                position += BLOCK
                continue
        stop = min(position + BLOCK, end)
        while position < stop:
            node = np.int64(trie.children[trie.classes[text[position]]])
            if node != 0:
                longest = np.int64(0)
                reading = position
                while node != 0:
                    longest = max(longest, np.int64(trie.lengths[node]))
                    reading += 1
                    if reading == end:
                        break
                    node = np.int64(trie.children[node * trie.n_classes + trie.classes[text[reading]]])
                if longest > 0:
                    return position, position + longest
            position += 1
    return end, end


@jit()
def mark_regions(text, document_ends, trie, word, special, region_ends, region_kinds):  # type: ignore[no-untyped-def]
    """Cut documents at their special tokens; return the number of regions, of which those that fit are written."""
    n = 0
    position = np.int64(0)
    for document in range(len(document_ends)):
        end = document_ends[document]
        while position < end:
            token_start, token_end = find_special(text, position, end, trie)
            if token_start > position:
                if n < len(region_ends):
                    region_ends[n] = token_start
                    region_kinds[n] = word
                n += 1
            if token_end > token_start:
                if n < len(region_ends):
                    region_ends[n] = token_end
                    region_kinds[n] = special
                n += 1
            position = token_end
    return n
