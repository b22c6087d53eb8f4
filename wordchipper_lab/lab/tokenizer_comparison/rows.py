"""Ids of several texts, in two flat arrays, and where two such lists differ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

__all__ = ["Rows", "common_ends", "differing_rows", "pack_rows"]


class Rows(NamedTuple):
    """Ids of several texts: those of text i are ``ids[offsets[i]:offsets[i + 1]]``."""

    ids: np.ndarray
    """int64 (total,)"""
    offsets: np.ndarray
    """int64 (texts + 1,)"""

    def row(self, i: int) -> list[int]:
        """The ids of text i."""
        return self.ids[self.offsets[i] : self.offsets[i + 1]].tolist()  # type: ignore[no-any-return]

    def __len__(self) -> int:
        return len(self.offsets) - 1


def pack_rows(rows: Sequence[Sequence[int] | np.ndarray]) -> Rows:
    """Lists of ids as arrays; raises ``TypeError`` or ``OverflowError`` for anything that is not a number of 64 bits.

    >>> pack_rows([[7, 8], [], [9]]).offsets.tolist()
    [0, 2, 2, 3]
    """
    offsets = np.zeros(len(rows) + 1, dtype=np.int64)
    np.cumsum(np.fromiter(map(len, rows), dtype=np.int64, count=len(rows)), out=offsets[1:])
    if all(isinstance(row, np.ndarray) for row in rows):
        ids = np.concatenate([np.empty(0, dtype=np.int64), *rows]).astype(np.int64)
    else:
        ids = np.fromiter(chain.from_iterable(rows), dtype=np.int64, count=int(offsets[-1]))
    return Rows(ids, offsets)


def differing_rows(a: Rows, b: Rows) -> list[int]:
    """The texts whose ids are not the same.

    >>> differing_rows(pack_rows([[1], [2, 3], [4]]), pack_rows([[1], [2], [5]]))
    [1, 2]
    """
    if np.array_equal(a.offsets, b.offsets):
        unequal = np.flatnonzero(a.ids != b.ids)
        return np.unique(np.searchsorted(a.offsets, unequal, side="right") - 1).tolist()  # type: ignore[no-any-return]
    sizes = np.diff(a.offsets)
    is_same = sizes == np.diff(b.offsets)
    for i in np.flatnonzero(is_same).tolist():
        one, other = int(a.offsets[i]), int(b.offsets[i])
        is_same[i] = np.array_equal(a.ids[one : one + sizes[i]], b.ids[other : other + sizes[i]])
    return np.flatnonzero(~is_same).tolist()


def common_ends(a: Sequence[object], b: Sequence[object]) -> tuple[int, int]:
    """How many items are the same at the beginning, and then at the end, of two sequences.

    >>> common_ends([1, 2, 3, 9], [1, 5, 9]), common_ends([1, 1], [1])
    ((1, 1), (1, 0))
    """
    first = _count_same(zip(a, b, strict=False))
    rest = min(len(a), len(b)) - first
    return first, _count_same(zip(reversed(a[len(a) - rest :]), reversed(b[len(b) - rest :]), strict=True))


def _count_same(pairs: Iterable[tuple[object, object]]) -> int:
    count = 0
    for one, other in pairs:
        if one != other:
            break
        count += 1
    return count
