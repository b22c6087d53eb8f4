"""Find special tokens: leftmost, the longest of those that begin at the same place; each byte is read once.

o200k_harmony has 1,090 special tokens that all begin with ``<|``. Text full of ``<|`` takes a few steps at
each ``<``, and all other text the time of counting one byte value.
"""

from __future__ import annotations

import numpy as np

from ..kernels.jit import jit
from ..kernels.trie import child_of
from .special_automaton import AFTER, DEPTH, LISTED, N_LISTED, NODE_FIELDS

__all__ = [
    "find_special",
    "find_specials",
    "leave_behind",
    "mark_regions",
    "new_search",
    "open_bytes",
    "restart_search",
]

BLOCK = 256

_RESUMES_AT, _NODE, _READ, _NEXT, _STOP, _ORIGIN = range(6)


def new_search() -> np.ndarray:
    """The state of a search between calls: int64 (6,)."""
    return np.full(6, -1, dtype=np.int64)


@jit()
def restart_search(search: np.ndarray) -> None:
    """Discard what was read so far, because another text begins."""
    search[_RESUMES_AT] = -1


@jit()
def find_special(text, position, end, automaton, search, is_last):  # type: ignore[no-untyped-def]
    """(start, end) of the first special token in ``text[position:end]``, or (end, end).

    Called again with `position` where the last call ended, it continues with what `search` recorded beyond
    it. Unless it `is_last`, the text continues after `end`: a possible beginning of a special token there is
    kept (`open_bytes`). A special token that began in an earlier part has a negative start.
    Twin: `find_special_slowly` in the tests.
    """
    node, reading, origin = np.int64(0), position, position
    listed, stop = np.int64(0), np.int64(0)
    if search[_RESUMES_AT] == position:
        node, reading, origin = search[_NODE], search[_READ], search[_ORIGIN]
        listed, stop = search[_NEXT], search[_STOP]
    while listed == stop:
        if node == 0:
            while reading < end:
                if automaton.first >= 0 and reading + BLOCK < end:
                    # Counting without an early exit is vectorised: 256 bytes take about 10 ns.
                    count = 0
                    for i in range(reading, reading + BLOCK):
                        count += text[i] == automaton.first
                    if count == 0:
                        reading += BLOCK
                        continue
                block_end = min(reading + BLOCK, end)
                while reading < block_end and node == 0:
                    node = np.int64(automaton.roots[text[reading]])
                    reading += 1
                if node != 0:
                    break
            if node == 0:
                break
        while reading < end:
            child = child_of(automaton.children, automaton.edge_bytes, node, text[reading])
            if child == 0:
                break
            node = child
            reading += 1
        if reading == end and not is_last:
            break
        at = NODE_FIELDS * node
        origin = reading - automaton.nodes[at + DEPTH]
        listed = np.int64(automaton.nodes[at + LISTED])
        stop = listed + automaton.nodes[at + N_LISTED]
        node = np.int64(automaton.nodes[at + AFTER])
    token_start, token_end = end, end
    if listed < stop:
        token_start = origin + automaton.listed[2 * listed]
        token_end = origin + automaton.listed[2 * listed + 1]
        listed += 1
    search[_RESUMES_AT] = token_end
    search[_NODE] = node
    search[_READ] = reading
    search[_ORIGIN] = origin
    search[_NEXT] = listed
    search[_STOP] = stop
    return token_start, token_end


def open_bytes(automaton, search) -> int:  # type: ignore[no-untyped-def]
    """Number of last bytes read that may be the beginning of a special token."""
    return int(automaton.nodes[NODE_FIELDS * search[_NODE] + DEPTH])


def leave_behind(search: np.ndarray, n_bytes: int) -> None:
    """Count from `n_bytes` further on, because the text before that will not be passed again."""
    search[[_RESUMES_AT, _READ, _ORIGIN]] -= n_bytes


@jit()
def mark_regions(text, document_ends, automaton, word, special, region_ends, region_kinds, search):  # type: ignore[no-untyped-def]
    """Cut documents at their special tokens; returns the number of regions, of which those that fit are
    written."""
    n = 0
    position = np.int64(0)
    for document in range(len(document_ends)):
        end = document_ends[document]
        restart_search(search)
        while position < end:
            token_start, token_end = find_special(text, position, end, automaton, search, True)
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


@jit()
def find_specials(text, position, automaton, search, is_last, found):  # type: ignore[no-untyped-def]
    """Fill `found`, int64 (2 * n,), with start and end of special tokens, as `find_special` does; returns
    their number."""
    n = 0
    while 2 * n < len(found):
        start, end = find_special(text, position, len(text), automaton, search, is_last)
        if start == end:
            break
        found[2 * n] = start
        found[2 * n + 1] = end
        position = end
        n += 1
    return n
