"""Hugging Face tokenizers."""

from __future__ import annotations

from ....environment import variable_set
from .peer import Peer, rayon_threads
from .plain_tokenizer_json import plain_tokenizer_json

__all__ = ["TokenizersPeer"]


class TokenizersPeer(Peer):
    """Hugging Face tokenizers, with the merges derived from the bundled vocabulary.

    One thread: ``TOKENIZERS_PARALLELISM`` is set during the call. Several: its global pool, whose size is
    fixed.
    """

    name = "tokenizers"
    module = "tokenizers"
    distribution = "tokenizers"

    def __init__(self, model: str, threads: int) -> None:
        super().__init__(model, threads)
        from tokenizers import Tokenizer

        self._tokenizer = Tokenizer.from_str(plain_tokenizer_json(model))
        if threads > 1:
            self._fix_threads(rayon_threads())

    def encode(self, text: str) -> list[int]:
        """Ids of `text`."""
        return self._tokenizer.encode(text, add_special_tokens=False).ids  # type: ignore[no-any-return]

    def encode_batch(self, texts: list[str]) -> object:
        """Lists of ids; offsets are not computed."""
        with variable_set("TOKENIZERS_PARALLELISM", "true" if self.threads > 1 else "false"):
            encodings = self._tokenizer.encode_batch_fast(texts, add_special_tokens=False)
        return [encoding.ids for encoding in encodings]

    def decode(self, ids: list[int]) -> str:
        """Text of `ids`."""
        return self._tokenizer.decode(ids, skip_special_tokens=False)  # type: ignore[no-any-return]

    def decode_batch(self, batch: list[list[int]]) -> list[str]:
        """Text of each list of ids."""
        with variable_set("TOKENIZERS_PARALLELISM", "true" if self.threads > 1 else "false"):
            return self._tokenizer.decode_batch(batch, skip_special_tokens=False)  # type: ignore[no-any-return]
