"""What a vocabulary file says, whatever its format."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..token_bytes import TokenBytes

__all__ = ["VocabFile"]


@dataclass(frozen=True)
class VocabFile:
    """Ranked tokens, and what else the file knows.

    special_tokens: text -> id; empty for formats that do not name them.
    pattern: the split pattern, or None if the file does not say.
    keeps_gaps: whether what the pattern does not match has tokens too, each stretch by itself; else it has none.
    """

    tokens: TokenBytes = field(repr=False)
    special_tokens: dict[str, int] = field(default_factory=dict)
    pattern: str | None = None
    keeps_gaps: bool = False
