"""`PipelineSpanner`: the spans of a text as all stages of a pipeline make them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ..spanners.spans import Spans
from ..spanners.text_spanner import TextSpanner
from ..special_policy import SpecialPolicy
from ..text.text_bytes import as_text_bytes
from .covering import cover
from .pipeline_lexer import PipelineLexer
from .split_chain import byte_places
from .stages import Stages

__all__ = ["PipelineSpanner"]


class PipelineSpanner(TextSpanner):
    """Added tokens, normalizer and splits. Where it could cut a text is not known, not even at added tokens: white
    space beside one may belong to it."""

    def __init__(self, stages: Stages, special_tokens: Mapping[str, int]) -> None:
        super().__init__(PipelineLexer(stages), special_tokens)
        self._stages = stages

    @property
    def stages(self) -> Stages:
        """What is done to a text before merging."""
        return self._stages

    @property
    def cut_tokens(self) -> tuple[str, ...]:
        """None."""
        return ()

    def with_special_tokens(self, special_tokens: Mapping[str, int]) -> PipelineSpanner:
        """The same spanner, which finds other added tokens of the pipeline."""
        return PipelineSpanner(self._stages, special_tokens)

    def spans(self, text: str, special: SpecialPolicy = "parse") -> Spans:
        """All spans of one text, at the places of what they stand for."""
        chosen = frozenset(self.special_tokens) if special == "parse" else special
        pieces = self._stages.prepare([text], chosen, located=True).pieces
        data = as_text_bytes(text)
        none = np.empty(0, dtype=np.int64)
        found = cover(
            data,
            none,
            (none, none),
            byte_places(pieces, data, pieces.starts, pieces.ends),
            pieces.kinds,
            np.zeros(len(pieces.ends), dtype=np.int64),
        )
        return Spans(found.span_ends, found.span_kinds)
