"""What 64 bytes are, as words of 64 bits: bit i of a mask tells of byte i."""

from __future__ import annotations

import numpy as np

from ...kernels.kernel import lowered_by

__all__ = ["BLOCK", "N_MASKS", "byte_masks"]

BLOCK = 64
"""Bytes of a block."""

N_MASKS = 9


def byte_masks(text: np.ndarray, position: int) -> tuple[np.uint64, ...]:
    """Masks of ``text[position:position + 64]`` (uint8): uppercase, lowercase, digits, spaces, line ends, other
    blanks, apostrophes, slashes (all ASCII), and bytes of other characters.

    This is the twin of vector instructions, one comparison of 64 bytes for each range.

    >>> text = np.frombuffer(bytearray(b"Ab 1\\n\\t'" + bytes(57)), dtype=np.uint8)
    >>> [bin(mask) for mask in byte_masks(text, 0)][:4]
    ['0b1', '0b10', '0b1000', '0b100']
    """
    block = text[position : position + BLOCK]

    def mask(found: np.ndarray) -> np.uint64:
        return np.packbits(found, bitorder="little").view(np.uint64)[0]

    ends = (block == 10) | (block == 13)
    return (
        mask((block >= 65) & (block <= 90)),
        mask((block >= 97) & (block <= 122)),
        mask((block >= 48) & (block <= 57)),
        mask(block == 32),
        mask(ends),
        mask((block >= 9) & (block <= 13) & ~ends),
        mask(block == 39),
        mask(block == 47),
        mask(block >= 128),
    )


lowered_by(f"{__package__}.lowering")
