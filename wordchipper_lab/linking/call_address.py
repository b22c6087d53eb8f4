"""A call of a C function of one word by its address."""

from __future__ import annotations

import llvmlite.ir as ir
from numba import types
from numba.extending import intrinsic

__all__ = ["call_address"]


@intrinsic
def call_address(typingctx, function, argument):  # type: ignore[no-untyped-def]  # numba's protocol
    """The word that the function returns."""

    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word]).as_pointer()
        return builder.call(builder.inttoptr(arguments[0], kind), [arguments[1]])

    return types.int64(types.int64, types.int64), codegen
