"""tiktoken's ``Encoding``, and anything with its methods."""

from __future__ import annotations

import sys
from typing import Any

from ....cores import count_cores
from ....tokenizer import Tokenizer
from ....vocab.token_bytes import pack_tokens_by_id
from ....vocab.unified import UnifiedVocab
from ..recipe import Recipe, recipe_of
from .side import ComparedAs, Side

__all__ = ["TiktokenSide", "is_tiktoken"]


def is_tiktoken(given: Any) -> bool:
    """Whether it has what this needs of an ``Encoding``."""
    needed = ("encode_ordinary_batch", "encode_batch", "decode_batch", "_pat_str", "_special_tokens")
    return all(hasattr(given, name) for name in needed)


class TiktokenSide(Side):
    """An ``Encoding``; its own ``encode`` refuses special tokens in a text, so all of them are allowed."""

    def __init__(self, encoding: Any, options: ComparedAs) -> None:
        super().__init__(f"{package_of(encoding)} {encoding.name}", options)
        self._encoding: Any = encoding
        known: Any = getattr(sys.modules.get("tiktoken.registry"), "ENCODINGS", {})
        if known.get(encoding.name) is encoding:
            self.code = f"tiktoken.get_encoding({encoding.name!r})"
            self.imports = ("import tiktoken",)

    def _encode(self, texts: list[str]) -> list[list[int]]:
        threads = count_cores()
        if self.options.special == "text":
            return self._encoding.encode_ordinary_batch(texts, num_threads=threads)  # type: ignore[no-any-return]
        return self._encoding.encode_batch(  # type: ignore[no-any-return]
            texts, num_threads=threads, allowed_special="all", disallowed_special=()
        )

    def _decode(self, rows: list[list[int]]) -> list[str]:
        return self._encoding.decode_batch(rows, num_threads=count_cores())  # type: ignore[no-any-return]

    def token_bytes(self, token: int) -> bytes | None:
        """The bytes of one id."""
        try:
            return bytes(self._encoding.decode_single_token_bytes(token))
        except (KeyError, OverflowError, ValueError):
            return None

    def _read(self) -> Recipe | None:
        encoding = self._encoding
        vocab = UnifiedVocab(
            pack_tokens_by_id(encoding._mergeable_ranks),
            pattern=encoding._pat_str,
            special_tokens=encoding._special_tokens,
            name=encoding.name,
        )
        return recipe_of(Tokenizer(vocab), special=self.options.special)


def package_of(given: object) -> str:
    """The package from which an object comes, as people say it: "tiktoken", "compat.tiktoken"."""
    module = type(given).__module__.split(".")
    return ".".join(module[1:3]) if module[0] == "wordchipper_lab" else module[0]
