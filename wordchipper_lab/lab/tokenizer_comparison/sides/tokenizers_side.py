"""Hugging Face's ``tokenizers.Tokenizer``, and anything with its methods."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np

from ....tokenizer import Tokenizer
from ....vocab.formats.byte_unicode import characters_to_bytes
from ..recipe import NO_FRAME, Frame, Recipe, recipe_of
from ..rows import Rows
from .side import ComparedAs, Side
from .tiktoken_side import package_of

__all__ = ["TokenizersSide", "is_tokenizers"]


def is_tokenizers(given: Any) -> bool:
    """Whether it has what this needs of a ``tokenizers.Tokenizer``."""
    needed = ("encode_batch", "decode_batch", "id_to_token", "to_str", "post_processor", "pre_tokenizer")
    return all(hasattr(given, name) for name in needed)


class TokenizersSide(Side):
    """A ``tokenizers.Tokenizer``: its ``encode`` adds special tokens by the post-processor.

    Truncation and padding, which depend on the other texts of a batch, are left out. Decoding keeps special tokens.
    """

    def __init__(self, tokenizer: Any, options: ComparedAs, name: str = "") -> None:
        super().__init__(name or package_of(tokenizer), options)
        is_text = options.special == "text"
        if is_text or tokenizer.truncation is not None or tokenizer.padding is not None:
            tokenizer = type(tokenizer).from_str(tokenizer.to_str())
            tokenizer.no_truncation()
            tokenizer.no_padding()
            if is_text:
                tokenizer.encode_special_tokens = True
        self._tokenizer = tokenizer
        self._encode_batch = getattr(tokenizer, "encode_batch_fast", tokenizer.encode_batch)
        self._adds = options.add_special_tokens is not False

    def _encode(self, texts: list[str]) -> Rows:
        rows = [found.ids for found in self._encode_batch(texts, add_special_tokens=self._adds)]
        offsets = np.zeros(len(rows) + 1, dtype=np.int64)
        np.cumsum(np.fromiter(map(len, rows), dtype=np.int64, count=len(rows)), out=offsets[1:])
        return Rows(np.fromiter(chain.from_iterable(rows), np.int64, int(offsets[-1])), offsets)

    def _decode(self, rows: list[list[int]]) -> list[str]:
        return self._tokenizer.decode_batch(rows, skip_special_tokens=False)  # type: ignore[no-any-return]

    def token_bytes(self, token: int) -> bytes | None:
        """The bytes of one id: of what is not spelt in bytes, its UTF-8."""
        try:
            text = self._tokenizer.id_to_token(token)
        except OverflowError:
            return None
        if text is None:
            return None
        try:
            return characters_to_bytes(text)
        except ValueError:
            return text.encode(errors="replace")  # type: ignore[no-any-return]

    def normalized(self, text: str) -> str | None:
        """What its normalizer makes of a text without added tokens."""
        normalizer = self._tokenizer.normalizer
        return text if normalizer is None else normalizer.normalize_str(text)

    def pieces(self, text: str) -> list[tuple[int, int]] | None:
        """What its pre-tokenizer makes of a normalized text."""
        pre_tokenizer = self._tokenizer.pre_tokenizer
        if pre_tokenizer is None:
            return [(0, len(text))] if text else []
        return [place for _, place in pre_tokenizer.pre_tokenize_str(text)]

    def _read(self) -> Recipe | None:
        tok = Tokenizer.from_file(self._tokenizer.to_str().encode(), name="tokenizer.json")
        added = tok.pipeline.post_processor
        found = recipe_of(tok, Frame(added.prefix, added.suffix) if self._adds else NO_FRAME)
        if self.options.special == "parse":
            return found
        kept = tuple(token for token in found.added_tokens if not token.special)
        return replace(found, added_tokens=kept)
