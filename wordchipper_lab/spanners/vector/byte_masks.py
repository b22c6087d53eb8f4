"""What 64 bytes are, as words of 64 bits: bit i of a mask tells of byte i."""

from __future__ import annotations

import llvmlite.ir as ir
import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

__all__ = ["BLOCK", "byte_masks"]

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


@intrinsic
def _byte_masks(typingctx, text, position):  # type: ignore[no-untyped-def]  # numba's typing protocol
    result = types.UniTuple(types.uint64, N_MASKS)
    byte, word = ir.IntType(8), ir.IntType(64)
    vector = ir.VectorType(byte, BLOCK)

    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        array = cgutils.create_struct_proxy(signature.args[0])(context, builder, value=arguments[0])
        place = context.cast(builder, arguments[1], signature.args[1], types.intp)
        block = builder.load(builder.bitcast(builder.gep(array.data, [place]), vector.as_pointer()), align=1)

        def all_of(value: int) -> ir.Constant:
            return ir.Constant(vector, [ir.Constant(byte, value)] * BLOCK)

        def mask(comparison: str, value: int, offset: int = 0) -> ir.Value:
            shifted = builder.sub(block, all_of(offset)) if offset else block
            return builder.bitcast(builder.icmp_unsigned(comparison, shifted, all_of(value)), word)

        ends = builder.or_(mask("==", 10), mask("==", 13))
        found = (
            mask("<", 26, 65),
            mask("<", 26, 97),
            mask("<", 10, 48),
            mask("==", 32),
            ends,
            builder.and_(mask("<", 5, 9), builder.not_(ends)),
            mask("==", 39),
            mask("==", 47),
            mask(">=", 128),
        )
        return context.make_tuple(builder, signature.return_type, found)

    return result(text, position), codegen


@overload(byte_masks, inline="always")
def _byte_masks_compiled(text, position):  # type: ignore[no-untyped-def]
    return lambda text, position: _byte_masks(text, position)
