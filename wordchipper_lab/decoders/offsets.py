"""Where each token begins in the decoded text, in characters, as tiktoken's ``decode_with_offsets``
counts."""

from __future__ import annotations

import numpy as np

__all__ = ["character_offsets"]


def character_offsets(text: bytes, sizes: np.ndarray) -> list[int]:
    """Offset of each token in characters, given valid UTF-8 and each token's size in bytes (int64 (n,)).

    A token that begins within a character has the offset of that character.

    >>> character_offsets("h\\u00e9y".encode(), np.array([1, 1, 2]))
    [0, 1, 1]
    """
    is_first_byte = (np.frombuffer(text, dtype=np.uint8) & 0xC0) != 0x80
    before = np.zeros(len(text) + 1, dtype=np.int64)
    np.cumsum(is_first_byte, out=before[1:])
    starts = np.cumsum(sizes) - sizes
    inside = ~np.append(is_first_byte, True)[starts]
    return np.maximum(before[starts] - inside, 0).tolist()  # type: ignore[no-any-return]
