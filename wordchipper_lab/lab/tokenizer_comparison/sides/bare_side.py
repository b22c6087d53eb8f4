"""A side without the ids that it puts around every text."""

from __future__ import annotations

from dataclasses import replace

from ..recipe import NO_FRAME, Recipe
from ..rows import Rows, pack_rows
from .side import Side

__all__ = ["BareSide"]


class BareSide(Side):
    """What is left of a side's answers without its frame."""

    def __init__(self, side: Side) -> None:
        super().__init__(side.name, side.options)
        self.code, self.imports, self.can_decode = side.code, side.imports, side.can_decode
        self._side = side

    def _encode(self, texts: list[str]) -> Rows:
        rows = self._side.encode_batch(texts)
        if self._side.frame == NO_FRAME:
            return rows
        return pack_rows([self._side.core(rows.row(i)) for i in range(len(texts))])

    def _decode(self, rows: list[list[int]]) -> list[str]:
        return self._side.decode_batch(rows)

    def token_bytes(self, token: int) -> bytes | None:
        """As the side tells them."""
        return self._side.token_bytes(token)

    def normalized(self, text: str) -> str | None:
        """As the side shows it."""
        return self._side.normalized(text)

    def pieces(self, text: str) -> list[tuple[int, int]] | None:
        """As the side shows them."""
        return self._side.pieces(text)

    def _read(self) -> Recipe | None:
        found = self._side.recipe
        self.recipe_problem = self._side.recipe_problem
        return None if found is None else replace(found, frame=NO_FRAME)
