"""Finding added tokens in a text, exactly as the `tokenizers` package does.

Source: its ``tokenizer/added_vocabulary.rs``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ..errors import UnsupportedVocabError, show
from ..spanners import PatternLimits
from ..vocab.pipeline import AddedToken, NormalizerStep
from .allowance import Allowance
from .character_data import WHITE_SPACE, character_set
from .literal_search import LiteralSearch
from .normalize import normalize

__all__ = ["AddedTokenFinder", "FoundToken"]

_WHITE_SPACE = re.compile(f"[{WHITE_SPACE}]*")


class FoundToken(NamedTuple):
    """An added token in a text, with the white space that belongs to it; in characters."""

    start: int
    end: int
    id: int


class AddedTokenFinder:
    """Finds added tokens from left to right, the longest of those that begin at the same place.

    A token that is not found as it stands in the way of others (because it must be a single word, or by `skip_special`)
    still is: what begins within it is not looked for. Of several tokens with the same id the last counts, of several
    with the same text in normalized form the first (`tokenizers` picks one at random).

    Tokens overlap where the text of one begins with white space that the one before it took. The text between two
    tokens is always that from the ``end`` of one to the ``start`` of the next, or nothing if that is not further right.

    >>> finder = AddedTokenFinder([AddedToken("<s>", 1, rstrip=True), AddedToken("MASK", 2, normalized=True)])
    >>> finder.find("one<s>  MASK"), finder.find_normalized("MASK one")
    ([FoundToken(start=3, end=8, id=1)], [FoundToken(start=0, end=4, id=2)])
    """

    def __init__(
        self,
        tokens: Sequence[AddedToken],
        normalizer: Sequence[NormalizerStep] = (),
        *,
        skip_special: bool = False,
        limits: PatternLimits | None = None,
    ) -> None:
        """skip_special: special tokens are ordinary text (``encode_special_tokens`` in `tokenizers`). limits: of the
        normalizer, for all tokens together.

        Raises `UnsupportedVocabError` for a token of which the normalizer leaves nothing, and `WorkLimitError`.
        """
        self._skipped = {token.text for token in tokens if token.special} if skip_special else set()
        last = {token.id: token for token in tokens if token.text}
        self._raw = {token.text: token for token in last.values() if not token.normalized}
        self._normalized: dict[str, AddedToken] = {}
        changed = [token for token in last.values() if token.normalized]
        allowance = Allowance(limits or PatternLimits.default(), sum(len(token.text) for token in changed))
        for token in changed:
            text = normalize(token.text, normalizer, allowance).text
            if not text:
                raise UnsupportedVocabError(
                    f"the normalizer leaves nothing of the added token {show(token.text)} (id {token.id}), which "
                    "would then be found everywhere: mark it as not normalized, or leave it out"
                )
            self._normalized.setdefault(text, token)
        self._raw_search, self._normalized_search = LiteralSearch(self._raw), LiteralSearch(self._normalized)

    def find(self, text: str) -> list[FoundToken]:
        """Tokens that are searched for in a text as it was given (``normalized`` is false)."""
        return self._choose(text, self._raw_search, self._raw)

    def find_normalized(self, text: str) -> list[FoundToken]:
        """Tokens that are searched for in normalized text (``normalized`` is true), by their normalized texts."""
        return self._choose(text, self._normalized_search, self._normalized)

    def _choose(self, text: str, search: LiteralSearch, tokens: dict[str, AddedToken]) -> list[FoundToken]:
        found: list[FoundToken] = []
        done = spaces_from = spaces_to = 0
        for start, end, literal in search.find(text):
            token = tokens[literal]
            if token.text in self._skipped:
                continue
            if not token.is_plain:
                if token.single_word and not _stands_alone(text, start, end):
                    continue
                if token.lstrip:
                    start = done + len(text[done:start].rstrip(WHITE_SPACE))
                if token.rstrip:
                    if not spaces_from <= end <= spaces_to:
                        spaces_from, spaces_to = end, _end_of_spaces(text, end)
                    end = spaces_to
                if start >= end:  # the token before took all of it
                    continue
            found.append(FoundToken(start, end, token.id))
            done = end
        return found


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether no word character is next to it."""
    return not (_is_word(text[start - 1 : start] if start else "") or _is_word(text[end : end + 1]))


def _is_word(character: str) -> bool:
    words = character_set("word_characters")
    return character != "" and ord(character) < len(words) and bool(words[ord(character)])


def _end_of_spaces(text: str, start: int) -> int:
    match = _WHITE_SPACE.match(text, start)
    assert match is not None
    return match.end()
