"""Divergences counted by signature: one cause, one group, one shortest example."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ...arguments import an_iterable, checked, instance_of, whole_number
from .divergence import Divergence

__all__ = ["DivergenceGroup", "DivergenceGroups", "group_divergences"]


_a_divergence = instance_of("a Divergence", Divergence)


@dataclass(frozen=True)
class DivergenceGroup:
    """``count`` divergences of one ``signature``; ``example`` is the shortest of them (the first of several)."""

    signature: str
    count: int
    example: Divergence

    def to_json(self) -> dict[str, Any]:
        """As JSON has it."""
        return {"signature": self.signature, "count": self.count, "example": self.example.to_json()}


class DivergenceGroups:
    """Counts divergences as they come. Beyond ``most`` signatures, later ones are only counted.

    ``n_divergences`` were added, of which ``n_left_out`` are not in any group. Iterating yields the groups:
    most frequent first, then by signature.
    """

    @checked(most=whole_number(1, expected="the number of groups to keep, at least 1"))
    def __init__(self, most: int = 1000) -> None:
        self.most, self.n_divergences, self.n_left_out = most, 0, 0
        self._groups: dict[str, DivergenceGroup] = {}

    @checked(divergence=_a_divergence)
    def add(self, divergence: Divergence) -> None:
        """Count one more."""
        self.n_divergences += 1
        signature = divergence.signature
        known = self._groups.get(signature)
        if known is None and len(self._groups) == self.most:
            self.n_left_out += 1
            return
        example = known.example if known and len(known.example.text) <= len(divergence.text) else divergence
        self._groups[signature] = DivergenceGroup(signature, known.count + 1 if known else 1, example)

    def __iter__(self) -> Iterator[DivergenceGroup]:
        return iter(sorted(self._groups.values(), key=lambda group: (-group.count, group.signature)))

    def __len__(self) -> int:
        return len(self._groups)

    def to_json(self) -> dict[str, Any]:
        """As JSON has it."""
        groups = [group.to_json() for group in self]
        return {"n_divergences": self.n_divergences, "n_left_out": self.n_left_out, "groups": groups}


@checked(divergences=an_iterable("several Divergences"))
def group_divergences(divergences: Iterable[Divergence], most: int = 1000) -> list[DivergenceGroup]:
    r"""The groups of some divergences: most frequent first, then by signature.

    >>> from wordchipper_lab.lab import find_divergences
    >>> found = find_divergences("regex:r50k_base", "regex:cl100k_base", "I'M 7 and I'M 8 2 X")
    >>> [(group.signature, group.count) for group in group_divergences(found)]
    [('space number | space', 3), ("' DMSTſ | space", 2)]
    """
    groups = DivergenceGroups(most)
    for divergence in divergences:
        groups.add(divergence)
    return list(groups)
