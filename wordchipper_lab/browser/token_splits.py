"""Which two lower tokens each token is written as: among all that join to its bytes, those that cost least.

They need not be the pair that merging joins: only the bytes are wanted, and parts that are used again and again take
less (o200k_base: 616 kB, instead of 634 with the pairs that merging joins).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .split_model import CLASSES, class_of

__all__ = ["choose_splits"]

_MOST_CUTS = 64  # per token: a longer one is cut near its ends only, so that time grows with its length, not the square
_ROUNDS = 4  # o200k_base: 622.4 kB with none (the longest left part), 617.4 with one, 615.7 with four, 615.4 with ten


def choose_splits(tokens: Sequence[bytes]) -> dict[int, tuple[int, int]]:
    """Token -> (left, right), two lower tokens that join to its bytes; tokens without such a pair are left out.

    tokens: bytes by id, empty for an unused id.

    >>> choose_splits([b"a", b"b", b"ab", b"abab", b"xy"])
    {2: (0, 1), 3: (2, 2)}
    """
    owners, lefts, rights = _possible_splits(tokens)
    if len(owners) == 0:
        return {}
    begins = np.concatenate([[True], owners[1:] != owners[:-1]])
    firsts, owner_number = np.flatnonzero(begins), np.cumsum(begins) - 1
    classes = np.array([class_of(token) if token else 0 for token in tokens])[lefts]
    kinds, kind = np.unique(classes * len(tokens) + rights, return_inverse=True)  # a right part in a class
    class_of_kind, right_of_kind = np.divmod(kinds, len(tokens))
    chosen = firsts
    for _ in range(_ROUNDS):
        own = np.zeros(len(owners))
        own[chosen] = 1
        # How often others use the left part, the right part in this class, and the class.
        left_uses = np.bincount(lefts, own)[lefts] - own
        uses_of_kind = np.bincount(kind, own, len(kinds))
        kind_uses = uses_of_kind[kind] - own
        class_uses = np.bincount(classes, own)[classes] - own
        used = uses_of_kind > 0
        kinds_of_right = np.bincount(right_of_kind, used)[rights]
        kinds_of_class = np.bincount(class_of_kind, used, CLASSES)[classes]
        # Chance of the left part, and of the right part after it (interpolated with absolute discounts).
        left_chance = np.maximum(left_uses - 0.6, 0.3)
        backing_off = (0.7 * kinds_of_class + 5) * (kinds_of_right + 0.3) / len(kinds)
        chance = left_chance * (np.maximum(kind_uses - 0.7, 0) + backing_off) / (class_uses + 5)
        best = np.flatnonzero(chance == np.maximum.reduceat(chance, firsts)[owner_number])
        chosen = best[np.unique(owner_number[best], return_index=True)[1]]
    pairs = zip(lefts[chosen].tolist(), rights[chosen].tolist(), strict=True)
    return dict(zip(owners[chosen].tolist(), pairs, strict=True))


def _possible_splits(tokens: Sequence[bytes]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """All pairs (token, left, right), by token, longest left first: int64 (n,) each."""
    ids: dict[bytes, int] = {}
    for token_id, token in enumerate(tokens):
        if token:
            ids.setdefault(token, token_id)
    find = ids.get
    found: list[int] = []
    for token_id, token in enumerate(tokens):
        for cut in _cuts(len(token)):
            left = find(token[:cut], token_id)
            if left < token_id:
                right = find(token[cut:], token_id)
                if right < token_id:
                    found += (token_id, left, right)
    owners, lefts, rights = np.array(found, dtype=np.int64).reshape(-1, 3).T
    return owners, lefts, rights


def _cuts(length: int) -> Sequence[int]:
    if length <= _MOST_CUTS:
        return range(length - 1, 0, -1)
    ends = _MOST_CUTS // 2
    return [*range(length - 1, length - 1 - ends, -1), *range(ends, 0, -1)]
