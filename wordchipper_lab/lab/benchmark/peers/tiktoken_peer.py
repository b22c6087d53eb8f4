"""tiktoken: OpenAI's own."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from ....vocab.pretrained import pretrained_spec
from .peer import Peer
from .vocab_cache import bundled_ranks

__all__ = ["TiktokenPeer"]


class TiktokenPeer(Peer):
    """tiktoken with the bundled ranks and the published pattern, because its own loader needs the network."""

    name = "tiktoken"
    module = "tiktoken"
    distribution = "tiktoken"

    def __init__(self, model: str, threads: int) -> None:
        super().__init__(model, threads)
        self._encoding = _encoding(model)

    def encode(self, text: str) -> list[int]:
        """Ids of `text`."""
        return self._encoding.encode_ordinary(text)  # type: ignore[no-any-return]

    def encode_array(self, text: str) -> np.ndarray:
        """Ids of `text` as uint32 (n,)."""
        return self._encoding.encode_to_numpy(text, disallowed_special=())  # type: ignore[no-any-return]

    def encode_batch(self, texts: list[str]) -> object:
        """Lists of ids, by a pool of Python threads."""
        return self._encoding.encode_ordinary_batch(texts, num_threads=self.threads)

    def decode(self, ids: list[int]) -> str:
        """Text of `ids`."""
        return self._encoding.decode(ids)  # type: ignore[no-any-return]

    def decode_batch(self, batch: list[list[int]]) -> list[str]:
        """Text of each list of ids."""
        return self._encoding.decode_batch(batch, num_threads=self.threads)  # type: ignore[no-any-return]


# One at a time, because an encoding of o200k_base takes 100 MB with its tables.
@lru_cache(maxsize=1)
def _encoding(model: str) -> Any:
    import tiktoken

    spec = pretrained_spec(model)
    return tiktoken.Encoding(
        name=spec.name,
        pat_str=spec.pattern,
        mergeable_ranks=bundled_ranks(model),
        special_tokens=spec.special_tokens,
    )
