"""Which of several equally frequent pairs is merged: it decides the vocabulary as much as the counts do."""

from __future__ import annotations

from collections.abc import Callable, Sequence

__all__ = ["TIES", "tie_key"]

TIES = {
    "lowest_ids": "the pair of the lowest ids: rustbpe, bpeasy; with GPT-2's byte order Hugging Face tokenizers",
    "greatest_bytes": "the lexicographically greatest pair of byte strings: the article on five trainers",
    "least_bytes": "the lexicographically least pair of strings: the C++ article (a std::map in order)",
    "first_seen": "the pair that occurs first in the spans as they stand now: Sennrich et al., minbpe",
}
"""Name -> what wins, and who does it so."""

Pair = tuple[int, int]


def tie_key(tie: str, tokens: Sequence[bytes], first_seen: Callable[[Pair], int]) -> Callable[[Pair], object]:
    """A key by which the winner is the *largest* of equally frequent pairs.

    tokens: the bytes of each id. first_seen: where a pair occurs first now, any number that orders places.

    >>> max([(0, 1), (1, 0)], key=tie_key("lowest_ids", [b"b", b"a"], hash))
    (0, 1)
    >>> max([(0, 1), (1, 0)], key=tie_key("least_bytes", [b"b", b"a"], hash))
    (1, 0)
    """
    if tie == "greatest_bytes":
        return lambda pair: (tokens[pair[0]], tokens[pair[1]])
    if tie == "least_bytes":
        return lambda pair: (_Reversed(tokens[pair[0]]), _Reversed(tokens[pair[1]]))
    if tie == "first_seen":
        return lambda pair: -first_seen(pair)
    return lambda pair: (-pair[0], -pair[1])


class _Reversed:
    """Bytes that compare the other way round."""

    __slots__ = ("data",)

    def __init__(self, data: bytes) -> None:
        self.data = data

    def __lt__(self, other: _Reversed) -> bool:
        return self.data > other.data

    def __gt__(self, other: _Reversed) -> bool:
        return self.data < other.data

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Reversed) and self.data == other.data

    def __hash__(self) -> int:
        return hash(self.data)
