"""The reference: byte-pair encoding in a dozen lines of plain Python, as slow and as obvious as it can be.

All span encoders are tested against `merge_bytes`; it knows nothing but which bytes are which token.
"""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["merge_bytes"]


def merge_bytes(span: bytes, find_token: Callable[[bytes], int | None]) -> list[int]:
    """Tokens of `span`, where ``find_token(part)`` is the token (= rank) of some bytes or ``None``.

    Starts from single bytes and joins, again and again, the two neighbours whose joined bytes have the lowest
    rank - the leftmost ones if there are several. O(n^2) rounds and lookups. Source: Sennrich, Haddow and
    Birch, "Neural Machine Translation of Rare Words with Subword Units", 2016, in tiktoken's byte-level form.

    >>> ranks = {b"a": 0, b"b": 1, b"ab": 2, b"ba": 3, b"abab": 4}
    >>> merge_bytes(b"babab", ranks.get)
    [1, 4]
    """
    parts = [span[i : i + 1] for i in range(len(span))]
    while True:
        ranked = [
            (rank, i)
            for i in range(len(parts) - 1)
            if (rank := find_token(parts[i] + parts[i + 1])) is not None
        ]
        if not ranked:
            break
        _, i = min(ranked)
        parts[i : i + 2] = [parts[i] + parts[i + 1]]
    return [token for part in parts if (token := find_token(part)) is not None]
