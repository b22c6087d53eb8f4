"""basetenkenizer: Rust, given the bundled vocabulary as tokenizer.json."""

from __future__ import annotations

import numpy as np

from .peer import Peer
from .plain_tokenizer_json import plain_tokenizer_json

__all__ = ["BasetenkenizerPeer"]


class BasetenkenizerPeer(Peer):
    """basetenkenizer, one text after another: a batch of tiny texts on several threads ends the process (0.2.8).

    It gives a long text to its global pool.
    """

    name = "basetenkenizer"
    module = "basetenkenizer"
    distribution = "basetenkenizer"

    def __init__(self, model: str, threads: int) -> None:
        super().__init__(model, threads)
        from basetenkenizer import Tokenizer

        self._tokenizer = Tokenizer.from_json_str(plain_tokenizer_json(model))
        if threads > 1:
            self._fix_threads(1)

    def encode(self, text: str) -> list[int]:
        """Ids of `text`."""
        return self._tokenizer.encode(text).ids  # type: ignore[no-any-return]

    def encode_array(self, text: str) -> np.ndarray:
        """Ids of `text` as uint32 (n,)."""
        return self._tokenizer.encode(text).into_numpy()["ids"]  # type: ignore[no-any-return]

    def encode_batch(self, texts: list[str]) -> object:
        """An array for each text."""
        return [self.encode_array(text) for text in texts]

    def decode(self, ids: list[int]) -> str:
        """Text of `ids`."""
        return self._tokenizer.decode(ids)  # type: ignore[no-any-return]
