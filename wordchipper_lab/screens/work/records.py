"""What every screen sends of long work that is under way."""

from __future__ import annotations

from typing import NotRequired, TypedDict

__all__ = ["ProgressRecord"]


class ProgressRecord(TypedDict):
    """How far a job is; ``state`` is one of `JobState`. A screen adds what only its own work has."""

    state: str
    problem: NotRequired[str | None]
    done: NotRequired[int]
    total: NotRequired[int]
    seconds_left: NotRequired[float | None]
