"""`PipelineLexer`: what a pipeline's normalizer and splits make of a text, as a lexer."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..spanners.span_lexer import WholeTextLexer
from ..spanners.spans import WORD
from .stages import Stages

__all__ = ["PipelineLexer"]


class PipelineLexer(WholeTextLexer):
    """The words are the pieces, at the places of what they stand for. It has no pattern, so no place to cut a text is
    known."""

    kind = "pipeline"
    name = "pipeline"

    def __init__(self, stages: Stages) -> None:
        self._stages = stages

    def find_words(self, text: str) -> Iterator[tuple[int, int]]:
        """(start, end) of each word, in characters; one begins where the one before ended, at the earliest."""
        pieces = self._stages.prepare([text], "text", located=True).pieces
        if pieces.origins is None or not len(pieces.ends):
            return
        is_word = pieces.kinds == WORD
        starts = pieces.origins[0][pieces.starts[is_word]]
        ends = np.maximum.accumulate(pieces.origins[1][pieces.ends[is_word] - 1])
        starts = np.minimum(np.maximum(starts, np.append(0, ends[:-1])[: len(ends)]), ends)
        yield from zip(starts.tolist(), ends.tolist(), strict=True)
