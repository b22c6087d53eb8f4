"""Whether one search for added tokens finds what two searches, one after the other, would find.

Added tokens that are not ``normalized`` are found first, in the whole text; the others are found in what is left. That
is the same as one search for all, unless one of the first and one of the second can share a character of a text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from ..spanners import PatternLimits
from ..vocab.pipeline import AddedToken, NormalizerStep
from .allowance import Allowance
from .codepoints import codepoints_of
from .literal_search import LiteralSearch
from .normalize import normalize

__all__ = ["can_collide"]

_FACTOR = 0x9E3779B97F4A7C15  # odd, so that it has an inverse modulo 2**64
_BETWEEN = "\U0010fffe"  # no character


def can_collide(
    tokens: Iterable[AddedToken],
    normalizer: Sequence[NormalizerStep],
    limits: PatternLimits | None = None,
) -> bool:
    """True if two searches are needed, or the normalizer changes a token that is searched for in normalized text.

    In rare cases it is True although one search would do. limits: of the normalizer, for all tokens together.

    >>> can_collide([AddedToken("<a>", 1), AddedToken("ba", 2, normalized=True)], ())
    False
    >>> can_collide([AddedToken("<a>", 1), AddedToken("b<", 2, normalized=True)], ())
    True
    """
    first = [token.text for token in tokens if not token.normalized]
    second = [token.text for token in tokens if token.normalized]
    allowance = Allowance(limits or PatternLimits.default(), sum(map(len, second)))
    if any(normalize(text, normalizer, allowance).text != text for text in second):
        return True
    return bool(first and second) and (_share(first, second) or _share(second, first))


def _share(these: list[str], those: list[str]) -> bool:
    """Whether an end of one of `these` begins one of `those`, or one of `these` is within one of `those`."""
    if len(np.intersect1d(_hash_ends(these), _hash_beginnings(those))):
        return True
    return any(True for _ in LiteralSearch(these).find(_BETWEEN.join(those)))


def _hash_beginnings(texts: list[str]) -> np.ndarray:
    """A number for each of the beginnings of all texts, the whole ones included: uint64 (characters,)."""
    lengths = _lengths(texts)
    sums = _sums(texts, lengths)
    found: np.ndarray = sums - np.repeat(np.append(np.uint64(0), sums)[np.cumsum(lengths) - lengths], lengths)
    return found


def _hash_ends(texts: list[str]) -> np.ndarray:
    """The same numbers for each of the ends."""
    lengths = _lengths(texts)
    sums = _sums(texts, lengths)
    from_here = np.repeat(sums[np.cumsum(lengths) - 1], lengths) - np.append(np.uint64(0), sums[:-1])
    found: np.ndarray = from_here * _powers(pow(_FACTOR, -1, 1 << 64), lengths)
    return found


def _sums(texts: list[str], lengths: np.ndarray) -> np.ndarray:
    """Of c[0] + c[1] * f + c[2] * f ** 2 ... of each text, modulo 2**64, each sum with all those before it."""
    codes = codepoints_of("".join(texts)).astype(np.uint64) + np.uint64(1)
    return np.cumsum(codes * _powers(_FACTOR, lengths), dtype=np.uint64)


def _powers(factor: int, lengths: np.ndarray) -> np.ndarray:
    """``factor ** i`` for the character i of each text."""
    powers = np.full(int(lengths.max()), factor, dtype=np.uint64)
    powers[0] = 1
    places = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    found: np.ndarray = np.cumprod(powers)[places]
    return found


def _lengths(texts: list[str]) -> np.ndarray:
    return np.fromiter(map(len, texts), dtype=np.int64, count=len(texts))
