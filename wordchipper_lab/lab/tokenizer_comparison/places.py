"""Where the ids of a text are in it, piece by piece, and the stretches in which two tokenizers differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...text.text_bytes import as_text_bytes
from .assembly import Assembly
from .sides.side import Side

__all__ = ["Pieces", "answered_pieces", "differing_stretches", "recipe_pieces"]


class Pieces(NamedTuple):
    """Ids in pieces: piece i stands for the characters from ``starts[i]`` to ``ends[i]`` of a text, and has the ids
    from ``id_ends[i - 1]`` to ``id_ends[i]``. Pieces are in order of both their starts and their ends."""

    ids: list[int]
    starts: list[int]
    ends: list[int]
    id_ends: list[int]


def recipe_pieces(assembly: Assembly, text: str) -> Pieces:
    """What a recipe gives, by the pieces that are merged one by one; without the frame."""
    found = assembly.locate(text)
    if not len(found.ids):
        return Pieces([], [], [], [])
    is_last = np.append(found.words[1:] != found.words[:-1], True)
    first = np.append(0, np.flatnonzero(is_last)[:-1] + 1)
    starts = np.minimum.accumulate(found.starts[::-1])[::-1][first]
    ends = np.maximum.accumulate(found.ends)[is_last]
    if assembly.recipe.normalizer:  # what it left out, or joined with the character before, is in no token
        ends = np.maximum(ends, np.append(starts[1:], len(text)))
    return Pieces(
        assembly.ids[found.ids].tolist(),
        starts.tolist(),
        ends.tolist(),
        (np.flatnonzero(is_last) + 1).tolist(),
    )


def answered_pieces(side: Side, text: str, ids: list[int]) -> Pieces | None:
    """Each id as a piece, if the program tells their bytes and these are the text; tokens that divide a character
    together. ids: without the frame."""
    known = {token: side.token_bytes(token) for token in set(ids)}
    if None in known.values():
        return None
    rows = [known[token] or b"" for token in ids]
    data = as_text_bytes(text)
    if b"".join(rows) != data.tobytes():
        return None
    ends = np.cumsum(np.fromiter(map(len, rows), dtype=np.int64, count=len(rows)))
    begins = np.append((data & 0xC0) != 0x80, True)
    is_whole = begins[ends]
    characters = np.append(0, np.cumsum(begins[:-1]))[ends[is_whole]]
    return Pieces(
        ids,
        [0, *characters.tolist()][:-1],
        characters.tolist(),
        (np.flatnonzero(is_whole) + 1).tolist(),
    )


def differing_stretches(a: Pieces, b: Pieces) -> list[tuple[int, int]]:
    """The stretches, between places where pieces of both end, in which the ids are not the same: (start, end) each.

    >>> differing_stretches(Pieces([1, 2, 3], [0, 1, 2], [1, 2, 4], [1, 2, 3]), Pieces([1, 4], [0, 1], [1, 4], [1, 2]))
    [(1, 4)]
    """
    found = []
    i = j = 0
    while i < len(a.starts) or j < len(b.starts):
        first = i, j
        start = min(pieces.starts[at] for pieces, at in ((a, i), (b, j)) if at < len(pieces.starts))
        end = start
        while True:
            before = i, j
            i, end = _take(a, i, start, end)
            j, end = _take(b, j, start, end)
            if (i, j) == before:
                break
        if _ids(a, first[0], i) != _ids(b, first[1], j):
            found.append((start, end))
    return found


def _take(pieces: Pieces, at: int, start: int, end: int) -> tuple[int, int]:
    """The next piece if it begins before `end`, or at `start`."""
    while at < len(pieces.starts) and (pieces.starts[at] < end or pieces.starts[at] <= start):
        end = max(end, pieces.ends[at])
        at += 1
    return at, end


def _ids(pieces: Pieces, first: int, last: int) -> Sequence[int]:
    begin = pieces.id_ends[first - 1] if first else 0
    return pieces.ids[begin : pieces.id_ends[last - 1] if last else 0]
