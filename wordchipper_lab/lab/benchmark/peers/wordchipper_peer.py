"""wordchipper: the Rust library of the paper, with its two lexers."""

from __future__ import annotations

import threading

from ....environment import variable_set
from .peer import Peer, rayon_threads
from .vocab_cache import lay_out_vocabulary

__all__ = ["WordchipperPeer", "WordchipperRegexPeer"]

_environment = threading.Lock()


class WordchipperPeer(Peer):
    """wordchipper with its logos lexer. One thread is respected; several are its global pool, whose size is
    fixed."""

    name = "wordchipper"
    module = "wordchipper"
    distribution = "wordchipper"
    accelerated_lexers = True

    def __init__(self, model: str, threads: int) -> None:
        super().__init__(model, threads)
        import wordchipper

        options = wordchipper.TokenizerOptions.default()
        options.set_accelerated_lexers(self.accelerated_lexers)
        options.set_parallel(threads > 1)
        if threads > 1:
            self._fix_threads(rayon_threads())
        cache = str(lay_out_vocabulary(model))
        # It searches for vocabularies where this variable points, and only while loading one.
        with _environment, variable_set("WORDCHIPPER_CACHE_DIR", cache):
            self._tokenizer = wordchipper.Tokenizer.from_pretrained(model, options)
        self._ordinary = wordchipper.SpecialFilter.include_none()

    def encode(self, text: str) -> list[int]:
        """Ids of `text`."""
        return self._tokenizer.encode(text, self._ordinary)  # type: ignore[no-any-return]

    def encode_batch(self, texts: list[str]) -> object:
        """Lists of ids."""
        return self._tokenizer.encode_batch(texts, self._ordinary)

    def decode(self, ids: list[int]) -> str:
        """Text of `ids`."""
        return self._tokenizer.decode(ids)  # type: ignore[no-any-return]

    def decode_batch(self, batch: list[list[int]]) -> list[str]:
        """Text of each list of ids."""
        return self._tokenizer.decode_batch(batch)  # type: ignore[no-any-return]


class WordchipperRegexPeer(WordchipperPeer):
    """wordchipper with its regular-expression lexer."""

    name = "wordchipper_regex"
    accelerated_lexers = False
