"""Columns of what may be given to encode; ids of a batch are computed together, by several threads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from .columns import BareColumns, Columns, GroupedColumns, JoinedColumns, TextColumns, TextGroup
from .engine import Engine
from .inputs import Input, Text

__all__ = ["columns_of_inputs", "columns_of_text", "columns_of_texts"]

_GROUP_CHARACTERS = 1 << 14


def columns_of_text(engine: Engine, text: Text, type_id: int) -> Columns:
    """Columns of a text, or of one that is divided into words already."""
    if isinstance(text, str):
        return TextColumns(engine, text, engine.ids(text), type_id)
    return JoinedColumns(
        [TextColumns(engine, word, engine.ids(word), type_id, number) for number, word in enumerate(text)]
    )


def columns_of_texts(engine: Engine, texts: Sequence[str], fast: bool) -> list[Columns]:
    """Columns of several texts; `fast` ones have ids only."""
    batch = engine.batch(texts)
    tokens, bounds = batch.tokens, batch.offsets.tolist()
    if fast:
        return [BareColumns(tokens[a:b]) for a, b in pairwise(bounds)]
    if not engine.places_texts:
        return [
            TextColumns(engine, text, tokens[a:b], 0)
            for text, (a, b) in zip(texts, pairwise(bounds), strict=True)
        ]
    found: list[Columns] = []
    for first, last in _groups(texts):
        group = TextGroup(
            engine, texts[first:last], tokens[bounds[first] : bounds[last]], batch.offsets[first : last + 1]
        )
        start = bounds[first]
        found += [GroupedColumns(group, a - start, b - start) for a, b in pairwise(bounds[first : last + 1])]
    return found


def _groups(texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Neighbouring texts that are located together: few enough to do it for one of them."""
    first = size = 0
    for number, text in enumerate(texts):
        size += len(text) + 1
        if size > _GROUP_CHARACTERS:
            yield first, number + 1
            first, size = number + 1, 0
    if first < len(texts):
        yield first, len(texts)


def columns_of_inputs(engine: Engine, items: Sequence[Input], fast: bool) -> list[Columns]:
    """Columns of each text of each item, in order."""
    sides = [(side, place) for item in items for place, side in enumerate(item) if side is not None]
    texts = [word for side, _ in sides for word in ([side] if isinstance(side, str) else side)]
    batch = engine.batch(texts)
    tokens, bounds = batch.tokens, batch.offsets.tolist()
    found: list[Columns] = []
    first = 0
    for side, place in sides:
        last = first + (1 if isinstance(side, str) else len(side))
        if fast:
            found.append(BareColumns(tokens[bounds[first] : bounds[last]]))
        elif isinstance(side, str):
            found.append(TextColumns(engine, side, tokens[bounds[first] : bounds[last]], place))
        else:
            parts = [
                TextColumns(engine, word, tokens[bounds[first + n] : bounds[first + n + 1]], place, n)
                for n, word in enumerate(side)
            ]
            found.append(JoinedColumns(parts))
        first = last
    return found
