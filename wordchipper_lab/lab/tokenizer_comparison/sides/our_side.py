"""Our own tokenizers, bundled vocabularies by name, and tokenizer files."""

from __future__ import annotations

import os

import numpy as np

from ....errors import UnknownTokenError
from ....tokenizer import Tokenizer
from ....vocab.formats.any_file import Sources, source_name
from ....vocab.pretrained import pretrained_names
from ....vocab.unified import load_vocab
from ..recipe import NO_FRAME, Frame, Recipe, recipe_of
from ..rows import Rows
from .side import ComparedAs, Side

__all__ = ["FileSide", "NamedSide", "OurSide"]


class OurSide(Side):
    """A `Tokenizer`. It adds nothing around a text unless it is asked to."""

    def __init__(
        self, tok: Tokenizer, options: ComparedAs, name: str = "", *, is_framed: bool = False
    ) -> None:
        super().__init__(name or tok.name, options)
        self.tok = tok
        wanted = is_framed if options.add_special_tokens is None else options.add_special_tokens
        added = tok.pipeline.post_processor
        self._frame = Frame(added.prefix, added.suffix) if wanted else NO_FRAME
        if tok.name in pretrained_names() and load_vocab(tok.name) is tok.vocab:
            self.code = f"Tokenizer.from_pretrained({tok.name!r})"
            self.imports = ("from wordchipper_lab import Tokenizer",)

    def _encode(self, texts: list[str]) -> Rows:
        prefix, suffix = self._frame
        if len(texts) == 1:  # without the work for a batch
            return self._packed([[*prefix, *self.tok.encode(texts[0], self.options.special), *suffix]])
        batch = self.tok.encode_batch_arrays(texts, self.options.special)
        if not prefix and not suffix:
            return Rows(batch.tokens.astype(np.int64), batch.offsets)
        return self._packed([(*prefix, *ids.tolist(), *suffix) for ids in batch])

    def _decode(self, rows: list[list[int]]) -> list[str]:
        return self.tok.decode_batch(rows)

    def token_bytes(self, token: int) -> bytes | None:
        """The bytes of one id."""
        try:
            return self.tok.id_to_bytes(token)
        except UnknownTokenError:
            return None

    def pieces(self, text: str) -> list[tuple[int, int]] | None:
        """The spans of its lexer."""
        if self.tok.pipeline.normalizer:
            return None
        data = text.encode()
        return [
            (len(data[: span.start].decode()), len(data[: span.end].decode()))
            for span in self.tok.spans(text, "text")
            if span.kind == "word"
        ]

    def _read(self) -> Recipe | None:
        return recipe_of(self.tok, self._frame, self.options.special)


class NamedSide(OurSide):
    """A bundled vocabulary."""

    def __init__(self, name: str, options: ComparedAs) -> None:
        super().__init__(Tokenizer.from_pretrained(name), options)
        self.code, self.imports = repr(self.name), ()


class FileSide(OurSide):
    """A tokenizer file, with what its post-processor adds."""

    def __init__(self, source: Sources, options: ComparedAs) -> None:
        is_path = isinstance(source, str | os.PathLike)
        name = os.fspath(source) if is_path else source_name(source) or "a file"  # type: ignore[arg-type]
        super().__init__(Tokenizer.from_file(source), options, name, is_framed=True)
        self.code, self.imports = "my_tokenizer", ()
        if is_path:
            self.code, self.imports = f"Path({name!r})", ("from pathlib import Path",)
