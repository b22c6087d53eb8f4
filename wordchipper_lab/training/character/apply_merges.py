"""Apply learned merges to one word: the lowest rank first, and the first of several places."""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from itertools import pairwise

__all__ = ["Rules", "apply_merges", "apply_merges_reference"]

Rules = Mapping[tuple[int, int], tuple[int, int]]
"""(left, right) -> (rank, id of the merged token)."""

_SHORT = 24
"""Below this many symbols, scanning all pairs for each merge is faster than a heap."""


def apply_merges(symbols: Sequence[int], rules: Rules) -> list[int]:
    """The tokens of a word of n symbols: O(n * merges) for a short word, O(n log n) for a long one.

    >>> apply_merges([0, 1, 1, 2], {(1, 1): (0, 3), (0, 3): (1, 4)})
    [4, 2]
    """
    return apply_merges_reference(symbols, rules) if len(symbols) < _SHORT else _with_heap(symbols, rules)


def apply_merges_reference(symbols: Sequence[int], rules: Rules) -> list[int]:
    """The same in simple steps, O(n * n) at worst: the reference of `apply_merges`."""
    tokens = list(symbols)
    while True:
        known = [(rules[pair][0], at) for at, pair in enumerate(pairwise(tokens)) if pair in rules]
        if not known:
            return tokens
        _, at = min(known)
        tokens[at : at + 2] = [rules[tokens[at], tokens[at + 1]][1]]


def _with_heap(symbols: Sequence[int], rules: Rules) -> list[int]:
    """Places never move: a merged token is at the place of its left part, and the place of the right part
    becomes empty."""
    n = len(symbols)
    tokens: list[int | None] = list(symbols)
    before, after = list(range(-1, n - 1)), list(range(1, n + 1))
    heap: list[tuple[int, int, tuple[int, int]]] = []

    def push(at: int) -> None:
        if at >= 0 and after[at] < n:
            pair = (tokens[at], tokens[after[at]])
            if pair in rules:
                heapq.heappush(heap, (rules[pair][0], at, pair))

    for at in range(n - 1):
        push(at)
    while heap:
        _, at, pair = heapq.heappop(heap)
        right = after[at]
        if right >= n or (tokens[at], tokens[right]) != pair:
            continue  # one of the two has since been merged with another neighbour
        tokens[at], tokens[right] = rules[pair][1], None
        after[at] = after[right]
        if after[at] < n:
            before[after[at]] = at
        push(at)
        push(before[at])
    return [token for token in tokens if token is not None]
