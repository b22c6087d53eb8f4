"""The cause of a difference between two known tokenizers, proved by exchanging stages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from .assembly import Workshop
from .recipe import Recipe, exchange, stages_that_differ
from .rows import Rows
from .stages import Stage
from .verdict import Verdict

__all__ = ["Exchange"]


class _Found(NamedTuple):
    stages: tuple[Stage, ...]
    makes_b: bool
    """`a` with these stages of `b` gives the ids of `b`."""
    makes_a: bool
    """`b` with these stages of `a` gives the ids of `a`."""


class Exchange:
    """Mixtures of two recipes, each with some stages of the other."""

    def __init__(self, a: Recipe, b: Recipe, workshop: Workshop) -> None:
        self.a, self.b, self._workshop = a, b, workshop
        self.stages = stages_that_differ(a, b)
        """The stages that are not the same in both."""

    def verdicts(self, texts: Sequence[str], ids_a: Rows, ids_b: Rows) -> list[Verdict]:
        """For each text the smallest set of stages whose exchange makes the ids equal.

        In at least one direction: where several sets of one size do, the first one that does in both is taken, or else
        the first one. All ids must be those of the recipes, and differ.
        """
        found: list[_Found | None] = [None] * len(texts)
        left = list(range(len(texts)))
        for size in range(1, len(self.stages) + 1):
            for chosen in combinations(self.stages, size):
                searched = [i for i in left if not _is_both(found[i])]
                if not searched:
                    break
                for i, one in self._try(chosen, texts, ids_a, ids_b, searched):
                    if found[i] is None or _is_both(one):
                        found[i] = one
            left = [i for i in left if found[i] is None]
        return [replace(_verdict(one), recipes=(self.a, self.b)) for one in found if one is not None]

    def _try(
        self, chosen: tuple[Stage, ...], texts: Sequence[str], ids_a: Rows, ids_b: Rows, places: list[int]
    ) -> list[tuple[int, _Found]]:
        some = [texts[i] for i in places]
        to_b = self._workshop.try_to_encode(exchange(self.a, self.b, chosen), some)
        to_a = self._workshop.try_to_encode(exchange(self.b, self.a, chosen), some)
        found = []
        for n, i in enumerate(places):
            makes_b = to_b is not None and to_b.row(n) == ids_b.row(i)
            makes_a = to_a is not None and to_a.row(n) == ids_a.row(i)
            one = _Found(chosen, makes_b, makes_a)
            if one.makes_a or one.makes_b:
                found.append((i, one))
        return found


def _is_both(found: _Found | None) -> bool:
    return found is not None and found.makes_a and found.makes_b


def _verdict(found: _Found) -> Verdict:
    stages = " and ".join(
        [", ".join(found.stages[:-1]), found.stages[-1]] if found.stages[1:] else found.stages
    )
    evidence = [f"a with b's {stages} gives the ids of b"] * found.makes_b
    evidence += [f"b with a's {stages} gives the ids of a"] * found.makes_a
    if found.stages[1:]:
        evidence.append("no smaller set of stages does")
    return Verdict(found.stages, "exchange", tuple(evidence))
