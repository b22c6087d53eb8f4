"""`MergeModel`: the part of a BPE model that an engine is made from."""

from __future__ import annotations

from typing import Protocol

from .model_tokens import ModelTokens

__all__ = ["MergeModel"]


class MergeModel(Protocol):
    """A `BPE`, as the engine sees it."""

    unk_token: str | None
    fuse_unk: bool
    ignore_merges: bool

    @property
    def tokens(self) -> ModelTokens:
        """The tokens and merges."""
