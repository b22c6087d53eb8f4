"""Short texts in which tokenizers tend to differ: tried where nothing can be computed."""

from __future__ import annotations

from collections.abc import Iterator

from ..divergence.alphabet import STANDARD_CHARACTERS

__all__ = ["texts_to_try"]

_TOLD_APART = (
    "e\u0301",  # two characters that NFC makes one
    "\ufb01",  # a ligature that NFKC takes apart
    "\u212b",  # the sign for a unit that is a letter
    "\u0130",  # lower case is two characters
    "\u00ad",
    "\u200b",
    "\x00",
    "\ufeff",
    "\r\n",
    "a b",
    " a ",
    "don't",
    "1234",
    "\u4e16\u754c",
    "a.b",
)


def texts_to_try() -> Iterator[str]:
    """All texts of one byte, some characters of all kinds, one and two of them, and texts that normalizers change.

    >>> len(set(texts_to_try()))
    989
    """
    yield ""
    yield from map(chr, range(128))
    yield from STANDARD_CHARACTERS
    yield from (one + other for one in STANDARD_CHARACTERS for other in STANDARD_CHARACTERS)
    yield from _TOLD_APART
