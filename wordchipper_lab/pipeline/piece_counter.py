"""`PieceCounter`: counts of the pieces that are merged, for tokenizers that do more than split by a pattern."""

from __future__ import annotations

import numpy as np

from ..spanners import TextSpanner
from ..spanners.spans import WORD
from ..training.fast import SpanCounter
from ..training.span_counts import SpanCounts
from .pipeline_spanner import PipelineSpanner

__all__ = ["PieceCounter"]

_AT_ONCE = 1 << 18  # bytes of texts


class PieceCounter(SpanCounter):
    """A `SpanCounter` for what all stages before merging make of texts; one thread."""

    def __init__(self, spanner: TextSpanner, num_threads: int | None = None) -> None:
        """spanner: that of the tokenizer; raises ``TypeError`` for another one."""
        super().__init__(spanner, num_threads)
        if not isinstance(spanner, PipelineSpanner):
            raise TypeError(f"expected a PipelineSpanner, got {type(spanner).__name__}: use SpanCounter")
        self._stages = spanner.stages

    def add_bytes(self, data: np.ndarray, document_ends: np.ndarray) -> None:
        """Count the pieces of documents concatenated in `data`, valid UTF-8 as uint8 (n,)."""
        texts: list[str] = []
        size = start = 0
        for end in document_ends.tolist():
            texts.append(str(data[start:end], "utf-8"))
            size += end - start
            start = end
            if size >= _AT_ONCE:
                self._add(texts)
                texts, size = [], 0
        if texts:
            self._add(texts)

    def _add(self, texts: list[str]) -> None:
        pieces = self._stages.prepare(texts, "parse").pieces
        sizes = np.diff(pieces.ends, prepend=0)
        is_word = pieces.kinds == WORD
        data = pieces.data[np.repeat(is_word, sizes)]
        ends = np.cumsum(sizes[is_word])
        self.add_counts(SpanCounts(data, ends, np.ones(len(ends), dtype=np.int64)))
