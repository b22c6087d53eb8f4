"""``tiktoken._tiktoken``: what is Rust in tiktoken is this package's engine here."""

from __future__ import annotations

from typing import Any

from .engine_core import EngineCore
from .unstable import encode_bytes, encode_with_unstable

__all__ = ["CoreBPE"]


class CoreBPE(EngineCore):
    """An `EngineCore` with the methods of tiktoken's own.

    >>> core = CoreBPE({bytes([byte]): byte for byte in range(256)} | {b"ab": 256}, {"<s>": 300}, r"\\w+|\\s+")
    >>> core.encode("ab a<s>", {"<s>"})
    [256, 32, 97, 300]
    """

    def encode(self, text: str, allowed_special: set[str] | frozenset[str]) -> list[int]:
        """Ids of a text, with those of the special tokens that are allowed."""
        return self.encode_list(text, self._known(allowed_special))

    def encode_to_tiktoken_buffer(self, text: str, allowed_special: set[str] | frozenset[str]) -> memoryview:
        """Ids of a text as a buffer of 32-bit numbers."""
        return self.encode_array(text, self._known(allowed_special)).data

    def _known(self, allowed_special: set[str] | frozenset[str]) -> frozenset[str]:
        if not isinstance(allowed_special, set | frozenset):
            raise TypeError(f"expected special tokens as a set, got {type(allowed_special).__name__}")
        return frozenset(text for text in allowed_special if text in self._vocab.special_tokens)

    def encode_with_unstable(
        self, text: str, allowed_special: set[str] | frozenset[str]
    ) -> tuple[list[int], list[list[int]]]:
        """Ids that are final whatever follows, and the ids of all ways to go on: see `unstable`."""
        return encode_with_unstable(self, text, self._known(allowed_special))

    def _encode_bytes(self, text: bytes) -> list[int]:
        """Ids of bytes that need not be UTF-8: see `unstable`."""
        return encode_bytes(self, text)

    def __reduce__(self) -> Any:
        """Not by itself: an `Encoding` is pickled with what it was made of."""
        raise TypeError("cannot pickle a CoreBPE: pickle the Encoding")
