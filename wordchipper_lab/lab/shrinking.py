"""Texts made shorter and plainer while something still holds of them."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["PLAIN", "delete_while"]

PLAIN = ((str.isalpha, "a"), (str.isspace, " "), (str.isnumeric, "1"))
"""Kinds of characters, and the plainest of each."""


def delete_while(text: str, holds: Callable[[str], bool]) -> str:
    """Delete shorter and shorter runs of characters while it holds of the rest, until no single one can be
    removed.

    >>> delete_while("many words, 12 of them", lambda text: "1" in text and "," in text)
    ',1'
    """
    size = len(text) // 2
    while size:
        before = len(text)
        at = 0
        while at < len(text):
            shorter = text[:at] + text[at + size :]
            if shorter and holds(shorter):
                text = shorter
            else:
                at += size
        if size == 1 and len(text) == before:
            return text
        size = max(1, size // 2)
    return text
