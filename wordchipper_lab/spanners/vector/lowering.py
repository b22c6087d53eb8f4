"""The masks of 64 bytes by vector comparisons."""

from __future__ import annotations

import llvmlite.ir as ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from ...kernels.lowering.vectors import TARGET
from .byte_masks import BLOCK, N_MASKS, byte_masks


@intrinsic
def _byte_masks(typingctx, text, position):  # type: ignore[no-untyped-def]  # numba's typing protocol
    result = types.UniTuple(types.uint64, N_MASKS)
    byte, word = ir.IntType(8), ir.IntType(64)
    lanes = BLOCK if TARGET.has_masks_of_lanes else 16
    vector = ir.VectorType(byte, lanes)

    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        array = cgutils.create_struct_proxy(signature.args[0])(context, builder, value=arguments[0])
        place = context.cast(builder, arguments[1], signature.args[1], types.intp)
        first = builder.bitcast(builder.gep(array.data, [place]), vector.as_pointer())
        parts = [
            builder.load(builder.gep(first, [word(number)]), align=1) for number in range(BLOCK // lanes)
        ]

        def all_of(value: int) -> ir.Constant:
            return ir.Constant(vector, [ir.Constant(byte, value)] * lanes)

        def mask(comparison: str, value: int, offset: int = 0) -> ir.Value:
            bits = word(0)
            for number, part in enumerate(parts):
                shifted = builder.sub(part, all_of(offset)) if offset else part
                compared = builder.icmp_unsigned(comparison, shifted, all_of(value))
                found = builder.bitcast(compared, ir.IntType(lanes))
                if lanes < BLOCK:
                    found = builder.shl(builder.zext(found, word), word(lanes * number))
                bits = builder.or_(bits, found) if number else found
            return bits

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
