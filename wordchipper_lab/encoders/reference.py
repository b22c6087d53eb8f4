"""The reference: byte-pair encoding in a dozen lines of plain Python, as slow and obvious as possible.

All span encoders are tested against `merge_bytes`, which uses nothing but the tokens' bytes.
`backtrack_bytes` is bpe_backtrack in plain Python: read it before the compiled one.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

__all__ = ["backtrack_bytes", "merge_bytes"]


def merge_bytes(span: bytes, find_token: Callable[[bytes], int | None]) -> list[int]:
    """Tokens of `span`, where ``find_token(part)`` is the token (= rank) of some bytes or ``None``.

    Starts from single bytes and repeatedly joins the two neighbours whose joined bytes have the lowest rank,
    the leftmost ones if there are several. O(n^2) rounds and lookups. Source: Sennrich, Haddow and Birch,
    "Neural Machine Translation of Rare Words with Subword Units", 2016, in tiktoken's byte-level form.

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


def backtrack_bytes(span: bytes, find_token: Callable[[bytes], int | None]) -> list[int]:
    """Tokens of `span` as bpe_backtrack finds them: guess the longest token, check it, go back if it is
    wrong.

    A list of tokens is the BPE of their bytes if each two neighbours are the BPE of theirs, so a token may
    follow another if `merge_bytes` leaves the two unchanged. At each position the longest such token is
    taken. If there is none, the position is a dead end: it is never entered again, and a shorter token is
    tried before it. Exact under the same condition as bpe_backtrack, whose twin it is. Source: see
    `bpe_backtrack`.

    >>> ranks = {b"a": 0, b"b": 1, b"ab": 2, b"ba": 3, b"abab": 4}
    >>> backtrack_bytes(b"babab", ranks.get)
    [1, 4]
    """
    places = [0]  # starts of tokens; the last one is where the next begins
    dead = set()  # dead ends
    size = len(span)  # of the token to try next
    while places[-1] < len(span):
        start = places[-1]
        before = span[places[-2] : start] if len(places) > 1 else b""
        for end in range(min(start + size, len(span)), start, -1):
            token = find_token(span[start:end])
            if token is None or end in dead:
                continue
            if not before or merge_bytes(before + span[start:end], find_token) == [find_token(before), token]:
                places.append(end)
                size = len(span)
                break
        else:
            dead.add(start)
            places.pop()
            size = start - places[-1] - 1
    return [find_token(span[start:end]) or 0 for start, end in pairwise(places)]
