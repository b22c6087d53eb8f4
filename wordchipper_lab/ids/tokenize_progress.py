"""Progress of tokenizing a corpus."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ..training.training_progress import percent
from .document_encoder import EncodedTexts

__all__ = ["ProgressCallback", "Tally", "TokenizeProgress"]

_EVERY = 0.1  # seconds


@dataclass(frozen=True)
class TokenizeProgress:
    """One report; ``print`` shows it as a line. stored: bytes of the sources, as stored; total: of all
    sources.

    >>> print(TokenizeProgress(3_000_000, 4_000_000, 700_000, 2, 0.5, 1_000_000))
    75 % (3,000,000 of 4,000,000 bytes), 700,000 ids, 2 shards; 0.5 s, 4.0 MB/s
    """

    stored: int
    total: int | None
    """None if unknown."""
    tokens: int
    shards: int
    seconds: float
    resumed: int
    """How many of the bytes an earlier run had finished."""

    @property
    def bytes_per_second(self) -> float:
        """Speed of this run."""
        return (self.stored - self.resumed) / max(self.seconds, 1e-9)

    def __str__(self) -> str:
        part = f"{self.stored:,} bytes"
        if self.total is not None:
            part = f"{percent(self.stored, self.total)} % ({self.stored:,} of {self.total:,} bytes)"
        speed = f"{self.bytes_per_second / 1e6:.1f} MB/s"
        return f"{part}, {self.tokens:,} ids, {self.shards:,} shards; {self.seconds:.1f} s, {speed}"


ProgressCallback = Callable[[TokenizeProgress], object]


class Tally:
    """Counts what several threads do, and reports it at most ten times a second, and at the end."""

    def __init__(self, total: int | None, progress: ProgressCallback | None) -> None:
        self._total, self._progress = total, progress
        self._lock = threading.Lock()
        self._begin = self._told = time.monotonic()
        self._stored = self._tokens = self._shards = self._resumed = 0
        self.stop = threading.Event()
        """Set to end the work being counted."""

    def watch(self, encoded: Iterable[EncodedTexts]) -> Iterator[EncodedTexts]:
        """Count what passes; raises `KeyboardInterrupt` once `stop` is set."""
        for texts in encoded:
            if self.stop.is_set():
                raise KeyboardInterrupt
            with self._lock:
                self._stored += texts.stored
                self._tokens += len(texts.batch.tokens)
            yield texts

    def add_shard(self, manifest: dict[str, object], *, resumed: bool = False, watched: bool = False) -> None:
        """Count a complete shard: from an earlier run, or one whose ids were `watched` or not."""
        stored, tokens = int(manifest["stored"]), int(manifest["tokens"])  # type: ignore[call-overload]
        with self._lock:
            self._shards += 1
            if not watched:
                self._stored += stored
                self._tokens += tokens
            if resumed:
                self._resumed += stored

    def tell(self, *, now: bool = False) -> None:
        """Call the callback if it is time."""
        if self._progress is None or not (now or time.monotonic() - self._told > _EVERY):
            return
        self._told = time.monotonic()
        with self._lock:
            state = TokenizeProgress(
                self._stored, self._total, self._tokens, self._shards, self._told - self._begin, self._resumed
            )
        self._progress(state)
