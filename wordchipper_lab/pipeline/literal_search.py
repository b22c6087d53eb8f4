"""Search for many texts at once: leftmost, the longest of those that begin at the same place, none within another."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import numpy as np

from ..spanners.special_automaton import build_special_automaton
from ..spanners.special_stream import encode_each
from ..spanners.special_tokens import find_specials, new_search
from ..text.text_bytes import encode_text

__all__ = ["LiteralSearch"]

_FOUND_AT_ONCE = 1 << 12
_FEW = 8


class LiteralSearch:
    """Finds non-empty texts in others, by the automaton of special tokens. Safe to use from any number of threads.

    >>> list(LiteralSearch(["<s>", "<s>>", "b"]).find("a<s>>b"))
    [(1, 5, '<s>>'), (5, 6, 'b')]
    """

    def __init__(self, literals: Collection[str]) -> None:
        self._literals = {encode_text(literal): literal for literal in literals}
        self._automaton = build_special_automaton(self._literals) if self._literals else None
        beginnings = {literal[0] for literal in literals}
        self._beginnings = beginnings if len(beginnings) <= _FEW else None

    def find(self, text: str) -> Iterable[tuple[int, int, str]]:
        """Start and end, in characters, and the text of each that is found."""
        if self._automaton is None:
            return []
        if self._beginnings is not None and not any(first in text for first in self._beginnings):
            return []
        data = encode_each(text)
        array = np.frombuffer(bytearray(data), dtype=np.uint8)
        search = new_search()
        found = np.empty(2 * min(_FOUND_AT_ONCE, len(array) + 1), dtype=np.int64)
        parts: list[np.ndarray] = []
        position = n = 0
        while not parts or 2 * n == len(found):
            n = int(find_specials(array, position, self._automaton, search, True, found))
            parts.append(found[: 2 * n].copy())
            position = int(found[2 * n - 1]) if n else position
        places = np.concatenate(parts)
        spans = zip(places[::2].tolist(), places[1::2].tolist(), strict=True)
        literals = [self._literals[data[start:end]] for start, end in spans]
        if not data.isascii():
            places = np.searchsorted(np.flatnonzero((array & 0xC0) != 0x80), places)
        return zip(places[::2].tolist(), places[1::2].tolist(), literals, strict=True)
