"""`Token`: an id, its spelling and its place, as ``Model.tokenize`` gives it."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Token"]


class Token(NamedTuple):
    """One token of a word."""

    id: int
    value: str
    offsets: tuple[int, int]

    def as_tuple(self) -> tuple[int, str, tuple[int, int]]:
        """The same as a plain tuple."""
        return self.id, self.value, self.offsets
