"""Which of several equally frequent pairs is merged; this affects the vocabulary as much as the counts do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import total_ordering
from typing import Any

__all__ = ["TIES", "tie_key", "tie_order"]

TIES = {
    "lowest_ids": "the pair with the lowest ids: rustbpe, bpeasy; with "
    "GPT-2's byte order Hugging Face tokenizers",
    "greatest_bytes": "the lexicographically greatest pair of byte strings: the article on five trainers, subword-nmt",
    "least_bytes": "the lexicographically least pair of strings: the C++ article (a std::map in order)",
    "first_seen": "the pair that occurs first in the current spans: the listing of Sennrich et al., minbpe",
}
"""Name -> what wins, and which programs use it."""

Pair = tuple[int, int]


def tie_order(tie: str, tokens: Sequence[bytes], first_seen: Callable[[Pair], Any]) -> Callable[[Pair], Any]:
    """A key by which the winner is the *smallest* of equally frequent pairs (as a min-heap needs).

    tokens: the bytes of each id. first_seen: where a pair first occurs now, in any form that orders places.

    >>> min([(0, 1), (1, 0)], key=tie_order("greatest_bytes", [b"a", b"b"], hash))
    (1, 0)
    """
    if tie == "greatest_bytes":
        return lambda pair: (_Reversed(tokens[pair[0]]), _Reversed(tokens[pair[1]]))
    if tie == "least_bytes":
        return lambda pair: (tokens[pair[0]], tokens[pair[1]])
    if tie == "first_seen":
        return first_seen
    return lambda pair: pair


def tie_key(tie: str, tokens: Sequence[bytes], first_seen: Callable[[Pair], Any]) -> Callable[[Pair], Any]:
    """A key by which the winner is the *largest* of equally frequent pairs: the reverse of `tie_order`.

    >>> max([(0, 1), (1, 0)], key=tie_key("lowest_ids", [b"b", b"a"], hash))
    (0, 1)
    >>> max([(0, 1), (1, 0)], key=tie_key("least_bytes", [b"b", b"a"], hash))
    (1, 0)
    """
    order = tie_order(tie, tokens, first_seen)
    return lambda pair: _Reversed(order(pair))


@total_ordering
class _Reversed:
    """Anything ordered, with its order reversed."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __lt__(self, other: _Reversed) -> bool:
        return bool(self.value > other.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Reversed) and self.value == other.value

    def __hash__(self) -> int:
        return hash(self.value)
