"""Numbers made of other facts: ``of = "@tokens"`` is the fact of that name, earlier in the step."""

from __future__ import annotations

from .registry import Value, check

__all__ = ["are_equal", "difference", "is_more", "percentage", "ratio"]


@check
def ratio(of: float, to: float) -> float:
    """How many times as large `of` is, to one decimal place."""
    return round(of / to, 1)


@check
def difference(of: float, to: float) -> float:
    """By how much `of` is larger."""
    return of - to


@check
def percentage(of: float, to: float) -> int:
    """`of` in percent of `to`."""
    return round(100 * of / to)


@check
def is_more(of: float, than: float) -> bool:
    """Whether `of` is larger."""
    return of > than


@check
def are_equal(one: Value, other: Value) -> bool:
    """Whether two facts are the same."""
    return one == other
