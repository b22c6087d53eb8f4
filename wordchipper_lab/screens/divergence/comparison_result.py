"""The result of a comparison: the divergences kept, the count of all, and one sentence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ...lab.divergence import Divergence, DivergenceGroups
from .drawing import MOST_BYTES, draw_divergence
from .records import FoundRecord, GroupRecord

__all__ = ["MOST_KEPT", "Collector", "Result", "plural"]

MOST_KEPT = 500
"""Divergences that can be stepped through; all are counted."""

_MOST_GROUPS = 200
_ALL_BYTES = 150_000  # in all drawings together, where each byte may be a span: 2 MB to send
_LEAST_BYTES = 200


@dataclass
class Result:
    """``drawing`` is what the browser gets."""

    divergences: list[Divergence] = field(default_factory=list)
    drawing: FoundRecord = field(default_factory=FoundRecord)
    sentence: str = ""
    numbers: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Everything that was kept."""
        groups = [
            {"signature": group["signature"], "count": group["count"]}
            for group in self.drawing.get("groups", [])
        ]
        found = [divergence.to_json() for divergence in self.divergences]
        return {"summary": self.sentence, **self.numbers, "groups": groups, "divergences": found}


class Collector:
    """Collects divergences as they are found."""

    def __init__(self) -> None:
        self.n = 0
        self._kept: list[Divergence] = []
        self._groups = DivergenceGroups()

    def add(self, divergence: Divergence) -> None:
        """Count one more, and keep it if there is room."""
        self.n += 1
        self._groups.add(divergence)
        if len(self._kept) < MOST_KEPT:
            self._kept.append(divergence)

    @property
    def n_kinds(self) -> int:
        """Number of signatures."""
        return len(self._groups)

    def result(self, sentence: str, **numbers: Any) -> Result:
        """Everything found so far."""
        return make_result(self._kept, self._groups, self.n, sentence, **numbers)


def make_result(
    kept: Iterable[Divergence], groups: Iterable[Any], n: int, sentence: str, **numbers: Any
) -> Result:
    """A result from divergences and the groups (``signature``, ``count``, ``example``) of all `n` of them.

    Every group's example is kept, whether or not it was among the first.
    """
    divergences = list(kept)[:MOST_KEPT]
    places: dict[str, list[int]] = {}
    for place, divergence in enumerate(divergences):
        places.setdefault(divergence.signature, []).append(place)
    drawn: list[GroupRecord] = []
    groups = list(groups)
    for group in groups[:_MOST_GROUPS]:
        members = places.setdefault(group.signature, [])
        example = next((place for place in members if divergences[place] == group.example), None)
        if example is None:
            example = len(divergences)
            divergences.append(group.example)
            members.append(example)
        drawn.append(
            {"signature": group.signature, "count": group.count, "example": example, "members": members}
        )
    most = max(_LEAST_BYTES, min(MOST_BYTES, _ALL_BYTES // max(len(divergences), 1)))
    drawing: FoundRecord = {
        "divergences": [draw_divergence(divergence, most) for divergence in divergences],
        "groups": drawn,
        "n": n,
        "n_kinds": len(groups),
    }
    return Result(divergences, drawing, sentence, numbers)


def plural(number: int, noun: str) -> str:
    """The number with its noun.

    >>> plural(1, "span"), plural(1204, "divergence")
    ('1 span', '1,204 divergences')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
