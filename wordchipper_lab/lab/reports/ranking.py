"""Which contender is faster, and where the rounds are too noisy to tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..benchmark.results import Case, Measurement

__all__ = ["RULE", "Place", "can_rank", "places"]

RULE = (
    "One contender is faster than another if each of its rounds was faster than all of the other's. Where rounds "
    "overlap, the difference is smaller than the noise: such contenders are tied (=). From ten rounds on, the fastest "
    "and the slowest tenth do not count. On new text every round has other documents, the same for all contenders: "
    "there, one is faster than another if it was faster in every round (from ten on, in nine of ten)."
)
"""The rule of `places`, in words for people."""


@dataclass(frozen=True)
class Place:
    """``number`` is 1 plus the contenders that are certainly faster; ``tied``: too close to another one to tell.

    >>> str(Place(1, True)), str(Place(3, False))
    ('1=', '3')
    """

    number: int
    tied: bool

    def __str__(self) -> str:
        return f"{self.number}{'=' if self.tied else ''}"


def places(group: Sequence[Measurement]) -> dict[Case, Place]:
    """The places of contenders measured together, by the rule `RULE`; see `can_rank` for those that have none.

    >>> def timed(name, *seconds):
    ...     return Measurement(Case(name, "", "", "", False, 1, "", ""), 10**6, 1, list(seconds), True)
    >>> found = places([timed("a", 0.010, 0.011), timed("b", 0.0105, 0.012), timed("c", 0.03, 0.04)])
    >>> {case.contender: str(place) for case, place in found.items()}
    {'a': '1=', 'b': '1=', 'c': '3'}
    """
    ranked = [found for found in group if can_rank(found)]
    found = {}
    for one in ranked:
        others = [other for other in ranked if other.case != one.case]
        faster = sum(_is_faster(other, one) for other in others)
        slower = sum(_is_faster(one, other) for other in others)
        found[one.case] = Place(1 + faster, faster + slower < len(others))
    return found


def can_rank(found: Measurement) -> bool:
    """Whether it has a place: its ids are not wrong, and it has a second round, without which its noise is unknown."""
    return found.exact is not False and len(found.seconds) > 1


def _is_faster(one: Measurement, other: Measurement) -> bool:
    if one.regime == other.regime == "new":
        pairs = list(zip(one.speeds(), other.speeds(), strict=False))  # a stopped run may lack a round of one
        return sum(a > b for a, b in pairs) >= len(pairs) - len(pairs) // 10
    return _range(one)[0] > _range(other)[1]


def _range(found: Measurement) -> tuple[float, float]:
    """MB/s of the slowest and the fastest round that count."""
    speeds = sorted(found.speeds())
    left_out = len(speeds) // 10
    return speeds[left_out], speeds[-1 - left_out]
