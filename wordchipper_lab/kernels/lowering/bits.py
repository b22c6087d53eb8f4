"""Instructions that count bits."""

from __future__ import annotations

import llvmlite.ir as ir
import numpy as np
from numba import types
from numba.extending import intrinsic, overload

from ..bits import count_bits, highest_bit, lowest_bit


@intrinsic
def _count_ones(typingctx, word):  # type: ignore[no-untyped-def]
    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), codegen


@overload(count_bits, inline="always")
def _count_bits_compiled(word):  # type: ignore[no-untyped-def]
    return lambda word: _count_ones(np.uint64(word))


@intrinsic
def _count_trailing_zeros(typingctx, word):  # type: ignore[no-untyped-def]  # numba's typing protocol
    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), codegen


@intrinsic
def _count_leading_zeros(typingctx, word):  # type: ignore[no-untyped-def]
    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), codegen


@overload(lowest_bit, inline="always")
def _lowest_bit_compiled(word):  # type: ignore[no-untyped-def]
    return lambda word: _count_trailing_zeros(np.uint64(word))


@overload(highest_bit, inline="always")
def _highest_bit_compiled(word):  # type: ignore[no-untyped-def]
    return lambda word: 63 - _count_leading_zeros(np.uint64(word))
