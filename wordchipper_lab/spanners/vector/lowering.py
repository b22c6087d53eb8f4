"""The masks of 64 bytes by vector comparisons."""

from __future__ import annotations

import llvmlite.ir as ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from .byte_masks import BLOCK, N_MASKS, byte_masks


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
