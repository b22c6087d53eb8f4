"""The contents of a vocabulary file, whatever its format."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..token_bytes import TokenBytes

__all__ = ["VocabFile"]


@dataclass(frozen=True)
class VocabFile:
    """Ranked tokens, and whatever else the file contains.

    special_tokens: text -> id; empty for formats that do not name them.
    pattern: the split pattern, or None if the file has none.
    keeps_gaps: whether each stretch of text that the pattern does not match has tokens too.
    """

    tokens: TokenBytes = field(repr=False)
    special_tokens: dict[str, int] = field(default_factory=dict)
    pattern: str | None = None
    keeps_gaps: bool = False
