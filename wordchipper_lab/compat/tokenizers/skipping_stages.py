"""Stages for which special tokens are ordinary text: ``Tokenizer.encode_special_tokens``."""

from __future__ import annotations

from typing import Any

from ...pipeline.added_tokens import AddedTokenFinder
from ...pipeline.stages import Stages
from ...vocab.pipeline import Pipeline

__all__ = ["SkippingStages"]


class SkippingStages(Stages):
    """Special tokens are found, so that no other token is found within them, and then passed over."""

    def __init__(self, pipeline: Pipeline) -> None:
        super().__init__(pipeline)
        self._skipping = AddedTokenFinder(pipeline.added_tokens, pipeline.normalizer, skip_special=True)

    def _finder(self, chosen: Any) -> AddedTokenFinder:
        return self._skipping
