"""What the spelling of a token stands for."""

from __future__ import annotations

from ...vocab.formats.byte_unicode import characters_to_bytes

__all__ = ["bytes_of_spelling"]


def bytes_of_spelling(token: str) -> bytes:
    """The bytes that a token stands for: one for each character, or its UTF-8 if one of them spells no byte."""
    try:
        return characters_to_bytes(token)
    except ValueError:
        return token.encode("utf-8", "replace")
