"""riptoken: Rust, given the bundled ranks."""

from __future__ import annotations

from ....vocab.pretrained import pretrained_spec
from .peer import Peer, rayon_threads
from .vocab_cache import bundled_ranks

__all__ = ["RiptokenPeer"]


class RiptokenPeer(Peer):
    """riptoken's core, with the published pattern. One thread: one text after another. Several: its global
    pool, whose size is fixed."""

    name = "riptoken"
    module = "riptoken"
    distribution = "riptoken"

    def __init__(self, model: str, threads: int) -> None:
        super().__init__(model, threads)
        import riptoken

        self._core = riptoken.CoreBPE(bundled_ranks(model), {}, pretrained_spec(model).pattern)
        if threads > 1:
            self._fix_threads(rayon_threads())

    def encode(self, text: str) -> list[int]:
        """Ids of `text`."""
        return self._core.encode_ordinary(text)  # type: ignore[no-any-return]

    def encode_batch(self, texts: list[str]) -> object:
        """Lists of ids."""
        if self.threads == 1:
            return [self._core.encode_ordinary(text) for text in texts]
        return self._core.encode_ordinary_batch(texts)

    def decode(self, ids: list[int]) -> str:
        """Text of `ids`."""
        return self._core.decode_bytes(ids).decode(errors="replace")  # type: ignore[no-any-return]
