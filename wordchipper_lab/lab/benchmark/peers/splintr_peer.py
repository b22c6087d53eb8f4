"""splintr: Rust, given the bundled vocabulary."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....vocab.bundled import read_bundled
from ....vocab.pretrained import pretrained_spec
from .peer import Peer, rayon_threads

__all__ = ["SplintrPeer"]


class SplintrPeer(Peer):
    """splintr, without special tokens: its flat arrays would parse them, and its own vocabularies have many
    more.

    One thread: one text after another. Several: its global pool, whose size is fixed.
    """

    name = "splintr"
    module = "splintr"
    distribution = "splintr-rs"

    def __init__(self, model: str, threads: int) -> None:
        super().__init__(model, threads)
        self._tokenizer = _tokenizer(model)
        if threads > 1:
            self._fix_threads(rayon_threads())

    def encode(self, text: str) -> list[int]:
        """Ids of `text`."""
        return self._tokenizer.encode_ordinary(text)  # type: ignore[no-any-return]

    def encode_array(self, text: str) -> np.ndarray:
        """Ids of `text` as uint32 (n,)."""
        return np.frombuffer(self._tokenizer.encode_flat(text), dtype=np.uint32)

    def encode_batch(self, texts: list[str]) -> object:
        """An array for each text with one thread, else flat ids and offsets."""
        if self.threads == 1:
            return [self.encode_array(text) for text in texts]
        ids, offsets = self._tokenizer.encode_batch_flat(texts)
        return np.frombuffer(ids, dtype=np.uint32), np.frombuffer(offsets, dtype=np.uint64)

    def decode(self, ids: list[int]) -> str:
        """Text of `ids`."""
        return self._tokenizer.decode_lossy(ids)  # type: ignore[no-any-return]

    def decode_batch(self, batch: list[list[int]]) -> list[str]:
        """Text of each list of ids."""
        if self.threads == 1:
            return super().decode_batch(batch)
        return self._tokenizer.decode_batch_lossy(batch)  # type: ignore[no-any-return]


def _tokenizer(model: str) -> Any:
    import splintr

    # Its own version of each pattern, for which it has fast code.
    if model.startswith("o200k"):
        pattern = splintr.O200K_BASE_PATTERN
    else:
        pattern = splintr.CL100K_BASE_PATTERN if model == "cl100k_base" else splintr.GPT2_PATTERN
    spec = pretrained_spec(model)
    return splintr.Tokenizer.from_bytes(read_bundled(spec.file, spec.sha256), pattern)
