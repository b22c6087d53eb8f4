"""wordchipper's ``Tokenizer``, and anything with its methods."""

from __future__ import annotations

import sys
from typing import Any

from ....errors import UnsupportedVocabError
from ....tokenizer import Tokenizer
from ....vocab.pretrained import pretrained_names, pretrained_spec
from ....vocab.token_bytes import pack_tokens_by_id
from ....vocab.unified import UnifiedVocab
from ..recipe import Recipe, recipe_of
from .side import ComparedAs, Side
from .tiktoken_side import package_of

__all__ = ["WordchipperSide", "is_wordchipper"]


def is_wordchipper(given: Any) -> bool:
    """Whether it has what this needs of wordchipper's ``Tokenizer``."""
    needed = ("encode_batch", "decode_batch", "specials", "save_base64_vocab", "decode_bytes_batch")
    return all(hasattr(given, name) for name in needed)


class WordchipperSide(Side):
    """A ``wordchipper.Tokenizer``. It does not tell its split pattern: that of the bundled vocabulary with the same
    special tokens and size counts as its own."""

    def __init__(self, tokenizer: Any, options: ComparedAs, name: str = "") -> None:
        self._model = _same_model(tokenizer)
        package = package_of(tokenizer)
        super().__init__(name or f"{package} {self._model}".rstrip(), options)
        self._tokenizer = tokenizer
        if self._model and package == "wordchipper":
            self.code = f"wordchipper.Tokenizer.from_pretrained({self._model!r})"
            self.imports = ("import wordchipper",)
        self._filter = () if options.special == "parse" else (_nothing_special(tokenizer),)

    def _encode(self, texts: list[str]) -> list[list[int]]:
        return self._tokenizer.encode_batch(texts, *self._filter)  # type: ignore[no-any-return]

    def _decode(self, rows: list[list[int]]) -> list[str]:
        return self._tokenizer.decode_batch(rows)  # type: ignore[no-any-return]

    def token_bytes(self, token: int) -> bytes | None:
        """The bytes of one id."""
        try:
            return self._tokenizer.vocab.id_to_token_bytes(token)  # type: ignore[no-any-return]
        except OverflowError:
            return None

    def _read(self) -> Recipe | None:
        inner = getattr(self._tokenizer, "_tok", None)
        if isinstance(inner, Tokenizer):  # the face of one of ours
            return recipe_of(inner, special=self.options.special)
        if not self._model:
            raise UnsupportedVocabError(
                "its split pattern is not known: it is none of the bundled vocabularies'"
            )
        vocab, specials = self._tokenizer.vocab, dict(self._tokenizer.specials)
        found = {i: vocab.id_to_token_bytes(i) for i in range(self._tokenizer.max_token + 1)}
        taken = set(specials.values())
        ids = {data: i for i, data in found.items() if data and i not in taken}
        made = UnifiedVocab(
            pack_tokens_by_id(ids),
            pattern=pretrained_spec(self._model).pattern,
            special_tokens=specials,
            name=self._model,
        )
        return recipe_of(Tokenizer(made), special=self.options.special)


def _same_model(tokenizer: Any) -> str:
    """The bundled vocabulary with these special tokens and this size; "" if there is none."""
    specials = dict(tokenizer.specials)
    for name in pretrained_names():
        spec = pretrained_spec(name)
        if spec.special_tokens == specials and spec.n_ranked == tokenizer.vocab_size:
            return name
    return ""


def _nothing_special(tokenizer: Any) -> Any:
    return sys.modules[type(tokenizer).__module__].SpecialFilter.include_none()
