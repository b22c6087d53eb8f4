"""The contents of a vocabulary file, whatever its format."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..merge_ranks import RankedTokens
from ..pipeline import Pipeline
from ..token_bytes import TokenBytes

__all__ = ["VocabFile"]


@dataclass(frozen=True)
class VocabFile:
    """Ranked tokens, and whatever else the file contains.

    special_tokens: text -> id; empty for formats that do not name them.
    pattern: the split pattern, or None if the file has none.
    keeps_gaps: whether each stretch of text that the pattern does not match has tokens too.
    listed: the same tokens with what their numbers do not say, if the file lists merges. pipeline: everything else that
    the file says, or None; it divides the text where `pattern` alone does not say how.
    """

    tokens: TokenBytes = field(repr=False)
    special_tokens: dict[str, int] = field(default_factory=dict)
    pattern: str | None = None
    keeps_gaps: bool = False
    listed: RankedTokens | None = field(default=None, repr=False)
    pipeline: Pipeline | None = field(default=None, repr=False)
