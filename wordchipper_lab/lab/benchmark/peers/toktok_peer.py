"""toktok: Rust, with its own vocabularies."""

from __future__ import annotations

import numpy as np

from .peer import Peer

__all__ = ["ToktokPeer"]

_MODELS = ("cl100k_base", "o200k_base", "o200k_harmony")


class ToktokPeer(Peer):
    """toktok. Its public functions only count; the ids come from its private tokenizer.

    Each is a new one, not the one that toktok caches: that would remember what another peer has encoded.
    """

    name = "toktok"
    module = "toktok"
    distribution = "toktok-rs"

    def __init__(self, model: str, threads: int) -> None:
        super().__init__(model, threads)
        if model not in _MODELS:
            raise LookupError(model)
        import toktok

        self._tokenizer = toktok._Tokenizer(model, "")

    def encode(self, text: str) -> list[int]:
        """Ids of `text`."""
        return self._tokenizer.encode_ordinary(text)  # type: ignore[no-any-return]

    def encode_array(self, text: str) -> np.ndarray:
        """Ids of `text` as uint32 (n,)."""
        return self._tokenizer.encode_to_numpy(text, disallowed_special=())  # type: ignore[no-any-return]

    def encode_batch(self, texts: list[str]) -> object:
        """Flat ids and offsets."""
        return self._tokenizer.encode_batch_to_numpy(texts, self.threads)

    def count(self, text: str) -> int:
        """Number of ids of `text`."""
        return self._tokenizer.count(text)  # type: ignore[no-any-return]

    def decode(self, ids: list[int]) -> str:
        """Text of `ids`."""
        return self._tokenizer.decode(ids)  # type: ignore[no-any-return]

    def decode_batch(self, batch: list[list[int]]) -> list[str]:
        """Text of each list of ids, on one thread."""
        return self._tokenizer.decode_batch(batch)  # type: ignore[no-any-return]
