"""The common interface of peers in a benchmark."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np

from ....cores import count_cores
from ....machine import version_of

__all__ = ["Peer", "rayon_threads"]


class Peer(ABC):
    """One tokenizer of another package, with one vocabulary. Special tokens in a text are ordinary text.

    A new one has encoded nothing yet: it remembers no spans.

    The methods are as thin as possible, so that the timed part is the peer. Texts must be encodable as UTF-8,
    because several peers refuse a lone surrogate.
    """

    name: str
    """One of `PEERS`."""
    module: str
    """The module to import."""
    distribution: str
    """The package's name on PyPI."""

    def __init__(self, model: str, threads: int) -> None:
        """Load `model`, the bare name of a vocabulary. Raises ``LookupError`` if the peer does not have
        it."""
        self.model = model
        self.threads = threads
        self.fixed_threads: int | None = None
        """Threads that `encode_batch` actually uses, if the peer decides; ``None``: as requested."""

    @property
    def version(self) -> str:
        """Version of the installed package, "" if it does not say."""
        return version_of(self.distribution)

    @abstractmethod
    def encode(self, text: str) -> list[int]:
        """Ids of `text`."""

    def encode_array(self, text: str) -> np.ndarray | None:
        """Ids of `text` as uint32 (n,); ``None`` from a peer that gives only lists."""
        return None

    @abstractmethod
    def encode_batch(self, texts: list[str]) -> object:
        """Ids of each text by the peer's fastest batch call, in the peer's own form: see `batch_lists`."""

    def batch_lists(self, batch: object) -> list[list[int]]:
        """The result of `encode_batch` as lists of ids: for comparing, not for timing.

        Accepts lists of ids, lists of arrays, and a pair (ids, offsets) of flat arrays.
        """
        if isinstance(batch, tuple):
            ids, offsets = batch
            return [part.tolist() for part in np.split(np.asarray(ids), offsets[1:-1])]
        assert isinstance(batch, Sequence)
        if all(isinstance(ids, np.ndarray) for ids in batch):
            return [ids.tolist() for ids in batch]
        return [list(map(int, ids)) for ids in batch]

    def count(self, text: str) -> int | None:
        """Number of ids, without creating them; ``None`` from a peer that cannot do this."""
        return None

    @abstractmethod
    def decode(self, ids: list[int]) -> str:
        """Text of `ids`."""

    def decode_batch(self, batch: list[list[int]]) -> list[str]:
        """Text of each list of ids, by the peer's own batch call if it has one."""
        return [self.decode(ids) for ids in batch]

    def round_trip_batch(self, texts: list[str]) -> list[str]:
        """Encode a batch and decode it again; arrays become lists, which is what peers decode."""
        batch = self.encode_batch(texts)
        is_list = isinstance(batch, list) and isinstance(next(iter(batch), []), list)
        return self.decode_batch(batch if is_list else self.batch_lists(batch))  # type: ignore[arg-type]

    def _fix_threads(self, threads: int) -> None:
        """Note that batches use `threads`, whatever was requested."""
        self.fixed_threads = None if threads == self.threads else threads


def rayon_threads() -> int:
    """Threads of a Rust extension's global pool: one per core, or ``RAYON_NUM_THREADS``.

    The pool starts at the extension's first parallel call and then keeps its size for the life of the
    process.
    """
    asked = os.environ.get("RAYON_NUM_THREADS", "")
    if asked.isdecimal() and int(asked) > 0:
        return int(asked)
    return count_cores()
