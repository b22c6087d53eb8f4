"""A tokenizer as something that is asked: a program by its answers, or what a recipe says."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace

from ...errors import UnknownTokenError
from .assembly import Workshop
from .recipe import NO_FRAME, Frame, Recipe
from .sides.side import Side
from .view import View

__all__ = ["Places", "Program", "RecipeProgram", "SideProgram"]

Places = list[tuple[int, int]]
"""Stretches of a text: (start, end) in characters."""


class Program(ABC):
    """One of two programs whose answers are compared; `label` is what evidence calls it."""

    def __init__(self, label: str, frame: Frame) -> None:
        self.label, self.frame = label, frame

    @abstractmethod
    def core(self, text: str) -> list[int]:
        """Ids of `text` without those around every text."""

    @abstractmethod
    def token_bytes(self, ids: Sequence[int]) -> list[bytes] | None:
        """The bytes of each id; None unless all are known."""

    @abstractmethod
    def added(self, text: str) -> Places | None:
        """Where added tokens are found; None if that is not known."""

    @abstractmethod
    def normalized(self, text: str) -> str | None:
        """A text without added tokens as it is normalized; None if that is not known."""

    @abstractmethod
    def pieces(self, text: str) -> Places | None:
        """The pieces of a normalized text without added tokens; None if they are not known."""


class SideProgram(Program):
    """A side, known by its answers and by what it shows of its work."""

    def __init__(self, label: str, side: Side) -> None:
        super().__init__(label, side.frame)
        self._side = side

    def core(self, text: str) -> list[int]:
        """Its answer."""
        return self._side.core(self._side.encode(text))

    def token_bytes(self, ids: Sequence[int]) -> list[bytes] | None:
        """As it tells them."""
        found = [self._side.token_bytes(token) for token in ids]
        return None if None in found else [data for data in found if data is not None]

    def added(self, text: str) -> Places | None:
        """Not shown by any program."""
        return None

    def normalized(self, text: str) -> str | None:
        """As it shows them."""
        return self._side.normalized(text)

    def pieces(self, text: str) -> Places | None:
        """As it shows them."""
        return self._side.pieces(text)


class RecipeProgram(Program):
    """What a recipe gives."""

    def __init__(self, label: str, recipe: Recipe, workshop: Workshop) -> None:
        super().__init__(label, recipe.frame)
        self._whole = workshop.assemble(replace(recipe, frame=NO_FRAME))
        self._bare = workshop.assemble(replace(recipe, frame=NO_FRAME, added_tokens=()))
        self._split = workshop.assemble(replace(recipe, frame=NO_FRAME, added_tokens=(), normalizer=()))
        self._recipe = recipe

    def core(self, text: str) -> list[int]:
        """The ids that the recipe gives."""
        return self._whole.encode([text]).row(0)

    def token_bytes(self, ids: Sequence[int]) -> list[bytes] | None:
        """Those of the vocabulary, and of added tokens."""
        added = {token.id: token.text.encode() for token in self._recipe.added_tokens}
        try:
            return [
                added[token] if token in added else self._recipe.naming.token_bytes(token) for token in ids
            ]
        except UnknownTokenError:
            return None

    def added(self, text: str) -> Places | None:
        """The places of the added tokens."""
        return [(part.start, part.end) for part in View(self._whole, text).added]

    def normalized(self, text: str) -> str | None:
        """What the normalizer makes of it."""
        return "".join(part.text for part in View(self._bare, text).normalized)

    def pieces(self, text: str) -> Places | None:
        """What the splits make of it."""
        return [(part.start, part.end) for part in View(self._split, text).pieces]
