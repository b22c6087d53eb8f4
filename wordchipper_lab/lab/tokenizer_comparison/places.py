"""Where the ids of a text are in it, piece by piece, and the stretches in which two tokenizers differ."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...text.text_bytes import as_text_bytes
from .assembly import Assembly
from .sides.side import Side

__all__ = ["Pieces", "answered_pieces", "differing_stretches", "recipe_pieces"]


class Pieces(NamedTuple):
    """Ids in pieces: piece i stands for the characters from ``starts[i]`` to ``ends[i]`` of a text, and has the ids
    from ``id_ends[i - 1]`` to ``id_ends[i]``. Both starts and ends ascend. All are int64."""

    ids: np.ndarray
    starts: np.ndarray
    ends: np.ndarray
    id_ends: np.ndarray


def recipe_pieces(assembly: Assembly, text: str) -> Pieces:
    """What a recipe gives, by the pieces that are merged one by one; without the frame."""
    found = assembly.locate(text)
    if not len(found.ids):
        return Pieces(*(np.empty(0, dtype=np.int64) for _ in range(4)))
    is_last = np.append(found.words[1:] != found.words[:-1], True)
    first = np.append(0, np.flatnonzero(is_last)[:-1] + 1)
    starts = np.minimum.accumulate(found.starts[::-1])[::-1][first]
    ends = np.maximum.accumulate(found.ends)[is_last]
    if assembly.recipe.normalizer:  # what it left out, or joined with the character before, is in no token
        ends = np.maximum(ends, np.append(starts[1:], len(text)))
    return Pieces(assembly.ids[found.ids].astype(np.int64), starts, ends, np.flatnonzero(is_last) + 1)


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
        np.array(ids, dtype=np.int64),
        np.append(0, characters)[:-1],
        characters,
        np.flatnonzero(is_whole) + 1,
    )


def differing_stretches(a: Pieces, b: Pieces) -> list[tuple[int, int]]:
    """The stretches, between places that no piece of either crosses, in which the ids are not the same: (start, end)
    each, in order.

    >>> a, b = (Pieces(*map(np.array, rows)) for rows in (
    ...     ([1, 2, 3], [0, 1, 2], [1, 2, 4], [1, 2, 3]), ([1, 4], [0, 1], [1, 4], [1, 2])
    ... ))
    >>> differing_stretches(a, b)
    [(1, 4)]
    """
    starts, ends = np.concatenate([a.starts, b.starts]), np.concatenate([a.ends, b.ends])
    if not len(starts):
        return []
    order = np.lexsort((ends, starts))
    starts, ends = starts[order], np.maximum.accumulate(ends[order])
    is_first = np.append(True, starts[1:] >= ends[:-1])
    stretch = np.empty(len(order), dtype=np.int64)
    stretch[order] = np.cumsum(is_first) - 1
    n = int(is_first.sum())
    sizes, begins = [], []
    for pieces, numbers in ((a, stretch[: len(a.starts)]), (b, stretch[len(a.starts) :])):
        counts = np.bincount(numbers, np.diff(pieces.id_ends, prepend=0), minlength=n).astype(np.int64)
        sizes.append(counts)
        begins.append(np.cumsum(counts) - counts)
    differ = sizes[0] != sizes[1]
    same = np.flatnonzero(~differ & (sizes[0] > 0))
    within = np.arange(int(sizes[0][same].sum())) - np.repeat(
        np.cumsum(sizes[0][same]) - sizes[0][same], sizes[0][same]
    )
    rows = [
        pieces.ids[np.repeat(begin[same], sizes[0][same]) + within]
        for pieces, begin in zip((a, b), begins, strict=True)
    ]
    differ[np.repeat(same, sizes[0][same])[rows[0] != rows[1]]] = True
    last = np.append(np.flatnonzero(is_first)[1:] - 1, len(order) - 1)
    return list(zip(starts[is_first][differ].tolist(), ends[last][differ].tolist(), strict=True))
