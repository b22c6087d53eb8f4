"""Progress of a search for divergences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["ProgressCallback", "SearchProgress", "StopCallback", "never"]


@dataclass(frozen=True)
class SearchProgress:
    """``done`` of ``total`` (None: unknown) bytes, or strings for a sweep; ``where`` names file or length."""

    done: int
    total: int | None
    n_divergent: int
    where: str = ""


ProgressCallback = Callable[[SearchProgress], object]
StopCallback = Callable[[], bool]


def never() -> bool:
    """Never stop."""
    return False
