"""The tokenizers that a screen offers: the pretrained ones by name, and the visitor's own, trained, opened
or given."""

from __future__ import annotations

from typing import TypedDict

from ..encoders import ENCODERS
from ..lab.opened import find_opened, is_opened_name, open_opened, opened_names
from ..lab.training.kept import is_kept_name, open_kept
from ..spanners import LEXERS
from ..tokenizer import Tokenizer

__all__ = ["OfferedTokenizers", "TokenizersRecord"]


class TokenizersRecord(TypedDict):
    """The names to choose from; the lexer and encoder of ``own`` ones are fixed."""

    models: list[str]
    own: list[str]
    lexers: list[str]
    encoders: list[str]


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
        return {"models": models, "own": own, "lexers": list(LEXERS), "encoders": list(ENCODERS)}
