"""`AddedVocabulary`: the added tokens of a tokenizer, and which ids they get.

Source: ``tokenizers/src/tokenizer/added_vocabulary.rs``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ...pipeline.normalize import normalize
from ...vocab.pipeline import AddedToken as PlainToken
from ...vocab.pipeline import NormalizerStep
from .added_token import AddedToken

__all__ = ["AddedVocabulary"]


class AddedVocabulary:
    """Added tokens by text and by id. `version` changes whenever they do."""

    def __init__(self) -> None:
        self.ids: dict[str, int] = {}
        """text -> id"""
        self.tokens: dict[int, AddedToken] = {}
        """id -> token"""
        self.special: set[str] = set()
        """The texts of all that were special when they were added."""
        self.encode_special_tokens = False
        self.version = 0

    def add(
        self, tokens: Iterable[AddedToken], model_size: int, model_id: Callable[[str], int | None]
    ) -> int:
        """Add tokens; returns how many were new or changed.

        One that the model has gets its id from there; others are numbered from the size of the model's vocabulary, or
        from the largest id of those that were added before.
        """
        largest = max(self.tokens, default=-1)
        next_id = largest + 1 if largest >= model_size or (self.tokens and not model_size) else model_size
        added = 0
        for token in tokens:
            known = self.ids.get(token.content)
            if not token.content or (known is not None and self.tokens.get(known) == token):
                continue
            added += 1
            number = known if known is not None else model_id(token.content)
            if number is None:
                number, next_id = next_id, next_id + 1
            self.ids[token.content] = number
            self.tokens[number] = token
            if token.special:
                self.special.add(token.content)
        self.version += 1
        return added

    def load(self, tokens: Iterable[tuple[int, AddedToken]]) -> None:
        """Take tokens with their ids."""
        for number, token in tokens:
            self.ids[token.content] = number
            self.tokens[number] = token
            if token.special:
                self.special.add(token.content)
        self.version += 1

    def in_order(self) -> list[tuple[int, AddedToken]]:
        """All by id."""
        return sorted(self.tokens.items(), key=lambda item: item[0])

    def plain(self) -> tuple[PlainToken, ...]:
        """As the engine takes them."""
        return tuple(
            PlainToken(
                token.content,
                number,
                token.special,
                token.lstrip,
                token.rstrip,
                token.single_word,
                token.normalized,
            )
            for number, token in self.in_order()
        )

    def spellings(self, steps: tuple[NormalizerStep, ...], spell: Callable[[str], str]) -> dict[int, str]:
        """id -> how decoding spells it: what is searched for in normalized text, as the normalizer leaves it."""
        return {
            number: spell(normalize(token.content, steps).text) if token.normalized else token.content
            for number, token in self.tokens.items()
        }

    def to_json(self) -> list[dict[str, Any]]:
        """As a list in a ``tokenizer.json``."""
        return [token.to_json(id=number) for number, token in self.in_order()]
