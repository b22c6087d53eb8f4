"""Where a text can be cut without looking at what comes before: where no special token can extend across.

The special tokens of a text depend on where the search began, which is unknown in the middle of a big file.
So a place counts as covered if any occurrence of any special token extends across it, or might do so with the
text to come. The automaton is Aho and Corasick's: a node's suffix link leads to the longest proper suffix of
its bytes that is a node.

Source: Aho and Corasick, "Efficient string matching: an aid to bibliographic search" (1975).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ..kernels.jit import jit
from ..kernels.trie import child_of, first_child
from ..text.text_bytes import character_starts, encode_text
from .special_automaton import (
    AFTER,
    DEPTH,
    LISTED,
    N_LISTED,
    NODE_FIELDS,
    SpecialAutomaton,
    build_special_automaton,
)
from .special_stream import encode_each

__all__ = ["COVERED", "FREE", "SPECIAL_BEGINS", "mark_characters", "mark_places"]

FREE, COVERED, SPECIAL_BEGINS = range(3)
"""The marks of `mark_places`. A place where a special token begins is free, too."""


class _Suffixes(NamedTuple):
    automaton: SpecialAutomaton
    links: np.ndarray
    """int32 (nodes,): suffix links."""
    longest: np.ndarray
    """int32 (nodes,): length in bytes of the longest special token that a node's bytes end with, 0 for
    none."""


def mark_places(text: bytes, special_tokens: tuple[str, ...]) -> np.ndarray:
    """`FREE`, `COVERED` or `SPECIAL_BEGINS` for each place between two bytes of `text`: uint8 (bytes + 1,).

    A possible beginning of a special token at the end covers the places within it, including the end.

    >>> mark_places(b"a<s>b<", ("<s>",)).tolist()
    [0, 2, 1, 1, 0, 0, 1]
    """
    array = np.frombuffer(bytearray(text), dtype=np.uint8)
    marks = np.empty(len(array) + 1, dtype=np.uint8)
    _mark(array, *_suffixes(special_tokens), np.empty(len(array) + 1, dtype=np.int32), marks)
    return marks


def mark_characters(text: str, special_tokens: tuple[str, ...]) -> np.ndarray:
    """`mark_places` for the places between characters: uint8 (characters + 1,). Surrogates are U+FFFD."""
    data = encode_each(text)
    marks = mark_places(data, special_tokens)
    if len(data) == len(text):
        return marks
    return marks[character_starts(np.frombuffer(data, dtype=np.uint8))]


@lru_cache(maxsize=8)
def _suffixes(special_tokens: tuple[str, ...]) -> _Suffixes:
    automaton = build_special_automaton(map(encode_text, special_tokens))
    links, longest = (np.zeros(len(automaton.edge_bytes), dtype=np.int32) for _ in range(2))
    _link_suffixes(automaton, links, longest)
    return _Suffixes(automaton, links, longest)


@jit()
def _step(automaton, links, node, byte):  # type: ignore[no-untyped-def]
    while node != 0:
        child = child_of(automaton.children, automaton.edge_bytes, node, byte)
        if child != 0:
            return child
        node = np.int64(links[node])
    return np.int64(automaton.roots[byte])


@jit()
def _link_suffixes(automaton, links, longest):  # type: ignore[no-untyped-def]
    nodes = automaton.nodes
    for node in range(len(links)):
        at = NODE_FIELDS * node
        listed = np.int64(nodes[at + LISTED])
        longest[node] = longest[links[node]] if node > 0 else 0
        # A special token is a node whose list is itself.
        is_alone = nodes[at + N_LISTED] == 1 and nodes[at + AFTER] == 0
        if is_alone and automaton.listed[2 * listed + 1] == nodes[at + DEPTH]:
            longest[node] = nodes[at + DEPTH]
        for child in range(first_child(automaton.children, node), first_child(automaton.children, node + 1)):
            if node > 0:
                links[child] = _step(automaton, links, np.int64(links[node]), automaton.edge_bytes[child])


@jit()
def _mark(text, automaton, links, longest, ending, marks):  # type: ignore[no-untyped-def]
    """First, forwards, the longest special token that ends at each place; then, backwards, what these
    cover."""
    n = len(text)
    node = np.int64(0)
    ending[0] = 0
    for i in range(n):
        node = _step(automaton, links, node, text[i])
        ending[i + 1] = longest[node]
    while node != 0 and first_child(automaton.children, node) == first_child(automaton.children, node + 1):
        node = np.int64(links[node])  # no longer special token begins with it
    open_from = n - np.int64(automaton.nodes[NODE_FIELDS * node + DEPTH])
    reach = n + 1  # start of the first one that ends after a place
    for place in range(n, -1, -1):
        marks[place] = FREE
        if reach < place or open_from < place:
            marks[place] = COVERED
        elif reach == place:
            marks[place] = SPECIAL_BEGINS
        if ending[place] > 0:
            reach = min(reach, place - np.int64(ending[place]))
