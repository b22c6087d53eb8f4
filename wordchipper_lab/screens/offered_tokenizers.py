"""The tokenizers that a screen offers: the pretrained ones by name, and the visitor's own, trained, opened
or given."""

from __future__ import annotations

from typing import TypedDict

from ..encoders import ENCODERS
from ..lab.opened import find_opened, is_opened_name, open_opened, opened_names
from ..lab.training.kept import is_kept_name, open_kept
from ..spanners import LEXERS
from ..tokenizer import Tokenizer

__all__ = ["OfferedTokenizers", "SuitingRecord", "TokenizersRecord", "suiting"]


class SuitingRecord(TypedDict):
    """The lexers and encoders that suit an opened tokenizer, the best first, and why other encoders do not."""

    lexers: list[str]
    encoders: list[str]
    refused: dict[str, str]


class TokenizersRecord(TypedDict):
    """The names to choose from; the lexer and encoder of ``own`` ones are fixed, and for opened ones ``suiting`` says
    which can be chosen."""

    models: list[str]
    own: list[str]
    lexers: list[str]
    encoders: list[str]
    suiting: dict[str, SuitingRecord]


class OfferedTokenizers:
    """Tokenizers by (model, lexer, encoder); each is created once."""

    def __init__(self) -> None:
        """Start with the pretrained ones."""
        self._own: dict[str, Tokenizer] = {}
        self._made: dict[tuple[str, str, str], Tokenizer] = {}

    def add(self, tok: Tokenizer) -> str:
        """Offer a given tokenizer; returns the name that selects it."""
        self._own[tok.name] = tok
        return tok.name

    def get(self, model: str, lexer: str, encoder: str) -> Tokenizer:
        """The tokenizer with that name, which may be one that was trained and kept (see `keep_tokenizer`), or
        opened from a file (see `keep_opened`).

        Raises `UnknownNameError` for a name that is not offered, `InputError` for a vocabulary that is no
        longer kept.
        """
        if model in self._own:
            return self._own[model]
        if is_opened_name(model):
            return open_opened(model, lexer, encoder)  # kept there, within limits
        key = model, lexer, encoder
        if key not in self._made:
            make = open_kept if is_kept_name(model) else Tokenizer.from_pretrained
            self._made[key] = make(model, lexer=lexer, encoder=encoder)
        return self._made[key]

    def get_suited(self, model: str, lexer: str, encoder: str) -> Tokenizer:
        """The same ids as `get`, also where the lexer or the encoder does not suit an opened tokenizer."""
        found = suiting(model)
        if found is None:
            return self.get(model, lexer, encoder)
        return self.get(
            model,
            lexer if lexer in found["lexers"] else "auto",
            encoder if encoder in found["encoders"] else "auto",
        )

    def is_ready(self, model: str, lexer: str, encoder: str) -> bool:
        """Whether `get` returns at once."""
        opened = find_opened(model)
        is_made = opened.is_ready(lexer, encoder) if opened else (model, lexer, encoder) in self._made
        return model in self._own or is_made

    def options(self) -> TokenizersRecord:
        """The names to choose from."""
        own = list(self._own)
        others = [*opened_names(), *Tokenizer.available_models()]
        models = own + [name for name in others if name not in own]
        return {
            "models": models,
            "own": own,
            "lexers": list(LEXERS),
            "encoders": list(ENCODERS),
            "suiting": {name: found for name in opened_names() if (found := suiting(name)) is not None},
        }


def suiting(name: str) -> SuitingRecord | None:
    """What suits the opened tokenizer of that name; None if there is none."""
    found = find_opened(name)
    if found is None:
        return None
    return {"lexers": found.lexers(), "encoders": found.encoders(), "refused": found.refused()}
