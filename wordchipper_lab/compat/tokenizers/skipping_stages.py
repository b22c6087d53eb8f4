"""Stages for which special tokens are ordinary text: ``Tokenizer.encode_special_tokens``."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from ...pipeline.added_tokens import AddedTokenFinder
from ...pipeline.stages import Stages

__all__ = ["SkippingStages"]


class SkippingStages(Stages):
    """Special tokens are found, so that no other token is found within them, and then passed over."""

    @cached_property
    def _skipping(self) -> AddedTokenFinder:
        return AddedTokenFinder(self.pipeline.added_tokens, self.pipeline.normalizer, skip_special=True)

    def _finder(self, chosen: Any) -> AddedTokenFinder:
        return self._skipping
