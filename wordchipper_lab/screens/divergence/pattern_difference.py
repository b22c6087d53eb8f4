"""Two patterns side by side: branches that both have, and the characters in which the others differ."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher

from ...lab.divergence.branches import split_branches
from .records import BranchesRecord, PatternPieces, PatternsRecord

__all__ = ["compare_patterns"]

_MOST_COMPARED = 300_000  # characters of one times characters of the other: 0.2 s
_MOST_PAIRED = 200  # branches of one times branches of the other that are looked at for pairs
_ALIKE = 0.4  # share of characters in common that makes two branches a pair

Pair = tuple[str | None, str | None]


def compare_patterns(a: str, b: str) -> PatternsRecord:
    r"""The branches of both patterns in order, side by side where they are the same or alike.

    >>> compared = compare_patterns(r"\p{N}{1,3}|\s+|x", r"\p{N}+|\s+")
    >>> [(row["a"] and row["a"]["text"], row["b"] and row["b"]["text"]) for row in compared["branches"]]
    [(['\\p{N}', '{1,3}'], ['\\p{N}', '+']), (['\\s+'], ['\\s+']), (['x'], None)]
    >>> compared["same"]
    1
    """
    if not a or not b:
        return {}
    ours, theirs = ([branch.source for branch in split_branches(pattern)] for pattern in (a, b))
    is_small = len(a) * len(b) <= _MOST_COMPARED
    pairs = list(
        _pair(ours, theirs)
        if is_small
        else [*((one, None) for one in ours), *((None, one) for one in theirs)]
    )
    return {
        "branches": [_compare(one, other) for one, other in pairs],
        "same": sum(one == other for one, other in pairs),
    }


def _pair(ours: list[str], theirs: list[str]) -> Iterator[Pair]:
    """Every branch once, in order; equal ones as pairs, and between them those that are alike."""
    for what, i, to_i, j, to_j in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        if what == "equal":
            yield from zip(ours[i:to_i], theirs[j:to_j], strict=True)
        else:
            yield from _pair_alike(ours[i:to_i], theirs[j:to_j])


def _pair_alike(ours: list[str], theirs: list[str]) -> Iterator[Pair]:
    """The most similar two are a pair; what is before them and what is behind them likewise."""
    is_few = len(ours) * len(theirs) <= _MOST_PAIRED
    alike = {
        (i, j): _similarity(one, other)
        for i, one in enumerate(ours)
        for j, other in enumerate(theirs)
        if is_few
    }

    def pair(i: int, to_i: int, j: int, to_j: int) -> Iterator[Pair]:
        inside = [place for place in alike if i <= place[0] < to_i and j <= place[1] < to_j]
        best = max(inside, key=alike.__getitem__, default=None)
        if best is None or alike[best] < _ALIKE:
            yield from ((one, None) for one in ours[i:to_i])
            yield from ((None, other) for other in theirs[j:to_j])
            return
        yield from pair(i, best[0], j, best[1])
        yield ours[best[0]], theirs[best[1]]
        yield from pair(best[0] + 1, to_i, best[1] + 1, to_j)

    return pair(0, len(ours), 0, len(theirs))


def _similarity(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


def _compare(one: str | None, other: str | None) -> BranchesRecord:
    if one is None or other is None:
        return {"a": _whole(one), "b": _whole(other)}
    changes = SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
    return {
        "a": _pieces([(what != "equal", one[i:to_i]) for what, i, to_i, _, _ in changes]),
        "b": _pieces([(what != "equal", other[j:to_j]) for what, _, _, j, to_j in changes]),
    }


def _whole(branch: str | None) -> PatternPieces | None:
    return None if branch is None else _pieces([(True, branch)])


def _pieces(pieces: list[tuple[bool, str]]) -> PatternPieces:
    kept = [piece for piece in pieces if piece[1]]
    return {"text": [text for _, text in kept], "differs": [differs for differs, _ in kept]}
