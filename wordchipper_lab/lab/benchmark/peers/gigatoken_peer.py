"""gigatoken: Rust, with a memo of spans that grows with the corpus."""

from __future__ import annotations

import numpy as np

from ....vocab.pretrained import pretrained_spec
from .peer import Peer, rayon_threads
from .vocab_cache import lay_out_vocabulary

__all__ = ["GigatokenPeer"]

_SPLITS = {"r50k_base": "r50k", "cl100k_base": "cl100k", "o200k_base": "o200k"}


class GigatokenPeer(Peer):
    """gigatoken without special tokens, because it parses every special token it knows in any text. Several
    threads are its pool."""

    name = "gigatoken"
    module = "gigatoken"
    distribution = "gigatoken"

    def __init__(self, model: str, threads: int) -> None:
        super().__init__(model, threads)
        if model not in _SPLITS:
            raise LookupError(model)
        import gigatoken

        file = lay_out_vocabulary(model) / "openai" / model / pretrained_spec(model).file
        self._tokenizer = gigatoken.Tokenizer.from_tiktoken(file, _SPLITS[model], {})
        if threads > 1:
            self._fix_threads(rayon_threads())

    def encode(self, text: str) -> list[int]:
        """Ids of `text`."""
        return self._tokenizer.encode_batch_list([text], parallel=False)[0]  # type: ignore[no-any-return]

    def encode_array(self, text: str) -> np.ndarray:
        """Ids of `text` as uint32 (n,)."""
        return self._tokenizer.encode(text)  # type: ignore[no-any-return]

    def encode_batch(self, texts: list[str]) -> object:
        """Lists of ids."""
        return self._tokenizer.encode_batch_list(texts, parallel=self.threads > 1)

    def decode(self, ids: list[int]) -> str:
        """Text of `ids`."""
        return self._tokenizer.decode(ids).decode(errors="replace")  # type: ignore[no-any-return]
