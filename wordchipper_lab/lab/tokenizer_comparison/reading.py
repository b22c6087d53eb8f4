"""The texts of a source, a batch at a time; empty ones are only counted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from ...corpus.sources import Leaf, Source, iter_leaves
from ...corpus.whole_texts import Texts, iter_texts
from ..divergence.search_progress import StopCallback

__all__ = ["Batch", "TextReader"]

_TOGETHER = 1 << 20


@dataclass(frozen=True)
class Batch:
    """Some texts with their names; ``stored`` bytes of the source, as stored, end with them."""

    texts: list[str]
    names: list[str]
    stored: int


@dataclass
class TextReader:
    """Reads a source once; ``n_empty`` strings of it were empty so far."""

    source: Source
    column: str
    should_stop: StopCallback
    n_empty: int = field(default=0, init=False)

    def __iter__(self) -> Iterator[Batch]:
        """Batches of about a million characters, or of one longer text."""
        is_one = isinstance(self.source, str | Path) or hasattr(self.source, "read")
        self.n_empty += isinstance(self.source, str) and not self.source
        for texts in iter_texts(self.source if is_one else self._counted(), self.column, self.should_stop):
            yield from _batches(texts)

    def _counted(self) -> Iterator[Leaf]:
        for leaf in iter_leaves(self.source):
            self.n_empty += isinstance(leaf, str) and not leaf
            yield leaf


def _batches(texts: Texts) -> Iterator[Batch]:
    data = texts.data.tobytes()
    listed = [data[start:end].decode() for start, end in pairwise([0, *texts.ends.tolist()])]
    start = size = 0
    for i, text in enumerate(listed, 1):
        size += len(text)
        if size >= _TOGETHER or i == len(listed):
            stored = texts.stored if i == len(listed) else 0
            yield Batch(listed[start:i], [texts.name_of(n) for n in range(start, i)], stored)
            start, size = i, 0
    if not listed:
        yield Batch([], [], texts.stored)
