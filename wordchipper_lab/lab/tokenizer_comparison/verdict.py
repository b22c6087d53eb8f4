"""`Verdict`: which stages make the difference on a text, and how that is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .recipe import Recipe
from .stages import Stage

__all__ = ["How", "Verdict"]

How = Literal["exchange", "candidate", "observation", "exclusion"]
"""exchange: with these stages of the other tokenizer, and no fewer, one gives the other's ids on this text.
candidate: with such a stage from a list of usual ones, the known tokenizer gives the ids of one that says nothing of
itself. observation: a program shows that its result differs there, from what it says of itself or from the other.
exclusion: all that could be compared without this stage is equal, so it is what is left; weaker than the others."""


@dataclass(frozen=True)
class Verdict:
    """``stages`` in the order of `STAGES`; ``evidence`` says in sentences what was seen."""

    stages: tuple[Stage, ...]
    how: How
    evidence: tuple[str, ...]
    recipes: tuple[Recipe, Recipe] | None = None
    """What a and b are made of, if that is known or explains their ids on this text."""

    @property
    def cause(self) -> Stage:
        """The first of the stages."""
        return self.stages[0]
