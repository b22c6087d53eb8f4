"""Many words -> tokens: distinct words only, in one call of the compiled merges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from .merge_words import build_rules, merge_words
from .symbol_keys import key_of_text, symbol_keys

__all__ = ["WordEncoder"]

_UNKNOWN = -1


class WordEncoder:
    """Encodes the words of a text; the compiled twin of `CharacterBPE.encode_word`, word by word.

    tokens: text of each id; merges: (left, right) -> (rank, token), in ids. unknown: the id for symbols that are no
    tokens; None leaves them out.

    >>> encoder = WordEncoder(["l", "o", "w$", "lo"], {(0, 1): (0, 3)}, "attached", "$", None)
    >>> encoder.encode([b"low", b"lol", b"low"]).tolist()
    [3, 2, 3, 3, 2]
    """

    def __init__(
        self,
        tokens: Sequence[str],
        merges: Mapping[tuple[int, int], tuple[int, int]],
        marker: str,
        end_of_word: str,
        unknown: int | None,
    ) -> None:
        self._marker = marker
        self._unknown = unknown
        keys = [key_of_text(token, marker, end_of_word) for token in tokens]
        known = np.array(
            [(key, number) for number, key in enumerate(keys) if key is not None], dtype=np.int64
        )
        known = known.reshape(-1, 2)[np.argsort(known.reshape(-1, 2)[:, 0])]
        self._keys, self._ids = known[:, 0].copy(), known[:, 1].copy()
        ranked = sorted(merges.items(), key=lambda item: item[1])
        lefts, rights, merged = (
            np.fromiter(column, dtype=np.int64, count=len(ranked))
            for column in (
                (left for (left, _), _ in ranked),
                (right for (_, right), _ in ranked),
                (token for _, (_, token) in ranked),
            )
        )
        self._rules, self._merged = build_rules(lefts, rights), merged

    def encode(self, words: Sequence[bytes]) -> np.ndarray:
        """Tokens of words, uint32 (n,), one word after another. Each word is UTF-8 of at least one character."""
        number_of: dict[bytes, int] = {}
        order = np.fromiter(
            (number_of.setdefault(word, len(number_of)) for word in words), dtype=np.int64, count=len(words)
        )
        tokens, ends = self._encode_distinct(list(number_of))
        sizes = np.diff(ends, prepend=0)[order]
        # Token i of all is token i - (where its word begins here) of the word, which begins where it does there.
        shift = (ends - np.diff(ends, prepend=0))[order] - (np.cumsum(sizes) - sizes)
        return tokens[np.arange(int(sizes.sum())) + np.repeat(shift, sizes)].astype(np.uint32)

    def _encode_distinct(self, words: Sequence[bytes]) -> tuple[np.ndarray, np.ndarray]:
        ends = np.cumsum(np.fromiter(map(len, words), dtype=np.int64, count=len(words)))
        keys, key_ends = symbol_keys(np.frombuffer(b"".join(words), dtype=np.uint8), ends, self._marker)
        places = np.minimum(np.searchsorted(self._keys, keys), max(len(self._keys) - 1, 0))
        symbols = np.full(len(keys), _UNKNOWN, dtype=np.int64)
        if len(self._keys):
            symbols = np.where(self._keys[places] == keys, self._ids[places], _UNKNOWN)
        tokens, token_ends = merge_words(symbols, key_ends, self._rules, self._merged)
        if self._unknown is not None:
            return np.where(tokens == _UNKNOWN, self._unknown, tokens), token_ends
        is_known = tokens != _UNKNOWN
        return tokens[is_known], np.concatenate([[0], np.cumsum(is_known)])[token_ends]
