"""Find special tokens that a text may not contain."""

from __future__ import annotations

import numpy as np

from ....errors import SpecialTokenError
from ....spanners import TextSpanner
from ....spanners.subset_spanner import spanner_for
from ....text.text_bytes import as_text_bytes

__all__ = ["SpecialSearch"]

_MOST_KEPT = 64


class SpecialSearch:
    """Searches texts for special tokens of a spanner; what it needs for a set of them is made once.

    >>> from wordchipper_lab.spanners import build_lexer
    >>> search = SpecialSearch(TextSpanner(build_lexer("r50k_base"), {"<a>": 50257, "<b>": 50258}))
    >>> search.find("x<b>y<a>", {"<a>"}), search.find("x<b>y", {"<a>"})
    ('<a>', None)
    """

    def __init__(self, spanner: TextSpanner) -> None:
        self._spanner = spanner
        self._spanners: dict[frozenset[str], TextSpanner] = {}

    def find(self, text: str, tokens: set[str]) -> str | None:
        """The first of these special tokens in a text, or ``None``; the longest if several begin there."""
        if not tokens:
            return None
        wanted = frozenset(tokens)
        spanner = self._spanners.get(wanted)
        if spanner is None:
            if len(self._spanners) >= _MOST_KEPT:
                self._spanners.clear()
            spanner = self._spanners[wanted] = spanner_for(self._spanner, wanted)[0]
        data = as_text_bytes(text)
        try:
            spanner.find_regions(data, np.array([len(data)]), "error")
        except SpecialTokenError as error:
            return error.token
        return None
