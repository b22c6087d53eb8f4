"""Find special tokens in a text that arrives in parts."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import numpy as np
import regex

from ..text.text_bytes import encode_text
from .special_automaton import build_special_automaton
from .special_tokens import find_specials, leave_behind, new_search, open_bytes

__all__ = ["SpecialStream", "encode_each"]

_FOUND_AT_ONCE = 1 << 12


class SpecialStream:
    """Finds special tokens as `TextSpanner` does, from left to right, the longest of those that begin at a
    place.

    From the character ``open_from`` on, the text read so far may be the beginning of a special token.
    Characters are counted from the start of the whole text. Surrogates must be unpaired: each is one U+FFFD.

    >>> stream = SpecialStream(["<s>"])
    >>> stream.read("one <"), stream.open_from, stream.read("s>two<", is_last=True)
    ([], 4, [(4, 7)])
    """

    def __init__(self, special_tokens: Iterable[str]) -> None:
        """Nothing has been read yet."""
        tokens = [encode_text(token) for token in special_tokens]
        self._automaton = build_special_automaton(tokens) if tokens else None
        self._search = new_search()
        self._tail = b""  # the bytes from `open_from` on
        self.open_from = 0

    def read(self, part: str, is_last: bool = False) -> list[tuple[int, int]]:
        """Start and end of each special token that is final now, in order."""
        if self._automaton is None:
            self.open_from += len(part)
            return []
        data = encode_each(part)
        text = np.frombuffer(bytearray(data), dtype=np.uint8)
        bounds: list[np.ndarray] = []
        found = np.empty(2 * _FOUND_AT_ONCE, dtype=np.int64)
        position = n = 0
        while not bounds or n == _FOUND_AT_ONCE:
            n = int(find_specials(text, position, self._automaton, self._search, is_last, found))
            bounds.append(found[: 2 * n] + len(self._tail))
            position = int(found[2 * n - 1]) if n else 0
        leave_behind(self._search, len(text))
        whole = self._tail + data
        n_open = open_bytes(self._automaton, self._search)
        places = np.append(np.concatenate(bounds), len(whole) - n_open)
        if not whole.isascii():
            begins = (np.frombuffer(whole, dtype=np.uint8) & 0xC0) != 0x80
            between = [np.count_nonzero(begins[a:b]) for a, b in pairwise([0, *places.tolist()])]
            places = np.cumsum(between, dtype=np.int64)
        places += self.open_from
        self._tail = whole[len(whole) - n_open :]
        *flat, self.open_from = places.tolist()
        return list(zip(flat[::2], flat[1::2], strict=True))


def encode_each(part: str) -> bytes:
    """UTF-8 of each character separately: every surrogate is U+FFFD, even if two form a pair."""
    try:
        return part.encode()
    except UnicodeEncodeError:
        return regex.sub(r"\p{Cs}", "\ufffd", part).encode()
