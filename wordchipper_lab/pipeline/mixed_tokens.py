"""Whether one search for added tokens finds what two searches, one after the other, would find.

Added tokens that are not ``normalized`` are found first, in the whole text; the others are found in what is left. That
is the same as one search for all, unless one of the first and one of the second can share a character of a text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..vocab.pipeline import AddedToken, NormalizerStep
from .normalize import normalize

__all__ = ["can_collide"]


def can_collide(tokens: Iterable[AddedToken], normalizer: Sequence[NormalizerStep]) -> bool:
    """True if two searches are needed, or the normalizer changes a token that is searched for in normalized text.

    >>> can_collide([AddedToken("<a>", 1), AddedToken("ba", 2, normalized=True)], ())
    False
    >>> can_collide([AddedToken("<a>", 1), AddedToken("b<", 2, normalized=True)], ())
    True
    """
    first = [token.text for token in tokens if not token.normalized]
    second = [token.text for token in tokens if token.normalized]
    if any(normalize(text, normalizer).text != text for text in second):
        return True
    return bool(first and second) and (_share(first, second) or _share(second, first))


def _share(these: list[str], those: list[str]) -> bool:
    """Whether an end of one of `these` begins one of `those`, or one of `these` is within one of `those`."""
    beginnings = {text[:size] for text in those for size in range(1, len(text) + 1)}
    ends = {text[start:] for text in these for start in range(len(text))}
    if beginnings & ends:
        return True
    whole = set(these)
    sizes = {len(text) for text in these}
    return any(
        text[start : start + size] in whole
        for text in those
        for size in sizes
        for start in range(len(text) - size + 1)
    )
