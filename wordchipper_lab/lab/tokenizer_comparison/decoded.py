"""Texts whose ids two tokenizers decode differently."""

from __future__ import annotations

from typing import NamedTuple

from .excerpts import LONG, cut_text
from .sides.side import Side

__all__ = ["Decoded", "DecodingCheck"]


class Decoded(NamedTuple):
    """A text that begins at character `start` of the source's, its ids, and what the two tokenizers make of them."""

    text: str
    ids: list[int]
    a: str
    b: str
    start: int = 0


class DecodingCheck:
    """Decodes the same ids with both."""

    def __init__(self, a: Side, b: Side) -> None:
        self._sides = a, b

    def differing(self, texts: list[str], rows: list[list[int]]) -> list[tuple[int, Decoded]]:
        """The numbers of the texts whose ids are decoded differently."""
        a, b = (side.decode_batch(rows) for side in self._sides)
        if a == b:
            return []
        return [(i, Decoded(texts[i], rows[i], a[i], b[i])) for i in range(len(texts)) if a[i] != b[i]]

    def of(self, text: str) -> Decoded | None:
        """One text, if both give it the same ids and decode them differently."""
        found = self._of_some([text])
        return found[0][1] if found else None

    def cut(self, found: Decoded) -> list[Decoded]:
        """Stretches of a long text that show it by themselves; the text itself if there are none, or it is not long."""
        if len(found.text) <= LONG:
            return [found]
        excerpts = list(cut_text(found.text))
        shown = self._of_some([excerpt.text for excerpt in excerpts])
        return [decoded._replace(start=excerpts[i].start) for i, decoded in shown] or [found]

    def _of_some(self, texts: list[str]) -> list[tuple[int, Decoded]]:
        rows = self._sides[0].encode_batch(texts), self._sides[1].encode_batch(texts)
        same = [i for i in range(len(texts)) if rows[0].row(i) == rows[1].row(i)]
        found = self.differing([texts[i] for i in same], [rows[0].row(i) for i in same])
        return [(same[n], decoded) for n, decoded in found]
