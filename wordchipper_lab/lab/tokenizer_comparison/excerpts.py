"""From a text on which two tokenizers differ to the stretches of it that differ by themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .find_cause import CauseFinder
from .places import Pieces, answered_pieces, differing_stretches, recipe_pieces
from .rows import differing_rows
from .sides.side import Side

__all__ = ["LONG", "Excerpt", "Excerpts", "cut_text"]

LONG = 1000
"""Characters: longer texts are cut."""

_AROUND = ((0, 1), (1, 1), (80, 80))
"""Characters before and after a stretch that it may need to differ by itself."""


class Excerpt(NamedTuple):
    """A stretch of a text that begins at character `start`."""

    text: str
    start: int


class Excerpts:
    """Cuts differing texts of two sides."""

    def __init__(self, finder: CauseFinder) -> None:
        self._finder = finder
        self._sides = finder.a, finder.b

    def of(self, text: str, ids: tuple[list[int], list[int]]) -> list[Excerpt]:
        """The stretches of a text that differ by themselves, at least one; `ids` are those of the text.

        If it is known which ids stand for which part of the text, they are the smallest between common ends of
        pieces, or with as many characters around them as they need. Otherwise lines together, at most `LONG`
        characters. If there are none, the text itself, or the shortest beginning that differs, and the shortest end
        of that.
        """
        core = tuple(side.core(row) for side, row in zip(self._sides, ids, strict=True))
        pieces = [self._pieces(*each) for each in zip(self._sides, (text, text), ids, core, strict=True)]
        if pieces[0] is not None and pieces[1] is not None:
            found = self._by_themselves(text, differing_stretches(pieces[0], pieces[1]))
        else:
            found = [] if len(text) <= LONG else self._differing(list(cut_text(text)))
        return found or [Excerpt(text, 0) if len(text) <= LONG else self._narrowed(text)]

    def _pieces(self, side: Side, text: str, ids: list[int], core: list[int]) -> Pieces | None:
        if side.recipe is not None and self._finder.follows(side, text, ids):
            return recipe_pieces(self._finder.workshop.assemble(side.recipe), text)
        return answered_pieces(side, text, core)

    def _by_themselves(self, text: str, stretches: list[tuple[int, int]]) -> list[Excerpt]:
        found: list[Excerpt] = []
        for before, after in ((0, 0), *_AROUND):
            tried = [Excerpt(text[max(0, a - before) : b + after], max(0, a - before)) for a, b in stretches]
            differing = {
                each.text for each in self._differing(list({each.text: each for each in tried}.values()))
            }
            found += [excerpt for excerpt in tried if excerpt.text in differing]
            stretches = [
                each for each, excerpt in zip(stretches, tried, strict=True) if excerpt.text not in differing
            ]
            if not stretches:
                break
        return sorted(found, key=lambda excerpt: excerpt.start)

    def _differing(self, excerpts: list[Excerpt]) -> list[Excerpt]:
        """Those whose ids differ in more than those around every text."""
        texts = [excerpt.text for excerpt in excerpts]
        a, b = self._sides
        rows = a.encode_batch(texts), b.encode_batch(texts)
        return [
            excerpts[i] for i in differing_rows(*rows) if a.core(rows[0].row(i)) != b.core(rows[1].row(i))
        ]

    def _differ(self, texts: list[str]) -> bool:
        a, b = self._sides
        return bool(differing_rows(a.encode_batch(texts), b.encode_batch(texts)))

    def _narrowed(self, text: str) -> Excerpt:
        """A beginning that differs, though a character less does not; then the same from the other side."""
        low, high = 0, len(text)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self._differ([text[:middle]]) else (middle, high)
        text = text[:high]
        low, high = 0, len(text)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._differ([text[middle:]]) else (low, middle)
        return Excerpt(text[low:], low)


def cut_text(text: str) -> Iterator[Excerpt]:
    """Stretches of at most `LONG` characters, which end behind a line if possible, else before a space."""
    start = 0
    while start < len(text):
        end = start + LONG
        if end < len(text):
            place = text.rfind("\n", start, end) + 1 or text.rfind(" ", start, end)
            end = place if place > start else end
        yield Excerpt(text[start:end], start)
        start = end
