"""The texts of a source, a batch at a time; empty ones are only counted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from ...corpus.sources import Leaf, Source, iter_leaves
from ...corpus.whole_texts import iter_texts
from ..divergence.search_progress import StopCallback

__all__ = ["Batch", "TextReader"]

_TOGETHER = 1 << 20


@dataclass(frozen=True)
class Batch:
    """Some texts with their names, and how many bytes of the source, as stored, have been read for them."""

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
        texts: list[str] = []
        names: list[str] = []
        size = stored = 0
        for found in iter_texts(self.source if is_one else self._counted(), self.column, self.should_stop):
            data = found.data.tobytes()
            for i, (start, end) in enumerate(pairwise([0, *found.ends.tolist()])):
                texts.append(data[start:end].decode())
                names.append(found.name_of(i))
                size += end - start
                if size >= _TOGETHER:
                    yield Batch(texts, names, stored)
                    texts, names, size, stored = [], [], 0, 0
            stored += found.stored
        if texts or stored:
            yield Batch(texts, names, stored)

    def _counted(self) -> Iterator[Leaf]:
        for leaf in iter_leaves(self.source):
            self.n_empty += isinstance(leaf, str) and not leaf
            yield leaf
