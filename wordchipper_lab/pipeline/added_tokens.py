"""Find added tokens in a text, as Hugging Face does it (``tokenizers/src/tokenizer/added_vocabulary.rs``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import regex

from ..vocab.pipeline import AddedToken, NormalizerStep
from .normalize import normalize

__all__ = ["AddedTokenFinder", "FoundToken"]

_WORD = regex.compile(r"[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\u200c\u200d]")


class FoundToken(NamedTuple):
    """An added token in a text, with the white space that belongs to it; in characters."""

    start: int
    end: int
    id: int


class AddedTokenFinder:
    """Finds the leftmost, and of those the longest."""

    def __init__(
        self,
        tokens: Sequence[AddedToken],
        normalizer: Sequence[NormalizerStep] = (),
        *,
        skip_special: bool = False,
    ) -> None:
        self._skip = skip_special
        self._raw = {t.text: t for t in tokens if not t.normalized}
        self._normalized = {normalize(t.text, normalizer).text: t for t in tokens if t.normalized}
        self._normalized.pop("", None)
        self._raw_pattern, self._normalized_pattern = _pattern(self._raw), _pattern(self._normalized)

    def find(self, text: str) -> list[FoundToken]:
        """Those that are searched for in the text as it is given."""
        return self._find(text, self._raw, self._raw_pattern)

    def find_normalized(self, text: str) -> list[FoundToken]:
        """Those that are searched for in normalized text."""
        return self._find(text, self._normalized, self._normalized_pattern)

    def _find(self, text, tokens, pattern):  # type: ignore[no-untyped-def]
        if pattern is None:
            return []
        found, done = [], 0
        for match in pattern.finditer(text):
            token = tokens[match[0]]
            start, end = match.span()
            if self._skip and token.special:
                continue
            if token.single_word and (
                (start and _WORD.match(text[start - 1])) or (end < len(text) and _WORD.match(text[end]))
            ):
                continue
            if token.lstrip:
                while start > done and text[start - 1].isspace():
                    start -= 1
            if token.rstrip:
                while end < len(text) and text[end].isspace():
                    end += 1
            found.append(FoundToken(start, end, token.id))
            done = end
        return found


def _pattern(tokens):  # type: ignore[no-untyped-def]
    if not tokens:
        return None
    return regex.compile("|".join(map(regex.escape, sorted(tokens, key=len, reverse=True))))
