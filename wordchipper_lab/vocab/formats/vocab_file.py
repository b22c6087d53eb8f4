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

    tokens: by rank; `RankedTokens` where the file lists merges. special_tokens: text -> id; empty for formats that do
    not name them.
    pattern: the split pattern, or None if the file has none.
    keeps_gaps: whether each stretch of text that the pattern does not match has tokens too.
    pipeline: everything else that the file says, or None; it divides the text where `pattern` alone does not say how.
    """

    tokens: TokenBytes | RankedTokens = field(repr=False)
    special_tokens: dict[str, int] = field(default_factory=dict)
    pattern: str | None = None
    keeps_gaps: bool = False
    pipeline: Pipeline | None = field(default=None, repr=False)

    @property
    def token_bytes(self) -> TokenBytes:
        """The ranked tokens."""
        return self.tokens if isinstance(self.tokens, TokenBytes) else self.tokens.tokens
