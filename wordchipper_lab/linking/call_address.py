"""Calls of C functions by their addresses."""

from __future__ import annotations

import llvmlite.ir as ir
from numba import types
from numba.extending import intrinsic

__all__ = ["call_address", "call_new_array"]


@intrinsic
def call_address(typingctx, function, argument):  # type: ignore[no-untyped-def]  # numba's protocol
    """The word that the function returns."""

    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word]).as_pointer()
        return builder.call(builder.inttoptr(arguments[0], kind), [arguments[1]])

    return types.int64(types.int64, types.int64), codegen


@intrinsic
def call_new_array(typingctx, function, array_type, shape, dtype_number):  # type: ignore[no-untyped-def]
    """``PyArray_New`` for one dimension: the address of a new array with the shape at the address `shape`."""

    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        word, number = ir.IntType(64), ir.IntType(32)
        kind = ir.FunctionType(
            word, [word, number, word, number, word, word, number, number, word]
        ).as_pointer()
        new, array_type, shape, dtype_number = arguments
        none, nothing = word(0), number(0)
        given = [
            array_type,
            number(1),
            shape,
            builder.trunc(dtype_number, number),
            none,
            none,
            nothing,
            nothing,
            none,
        ]
        return builder.call(builder.inttoptr(new, kind), given)

    return types.int64(types.int64, types.int64, types.int64, types.int64), codegen
