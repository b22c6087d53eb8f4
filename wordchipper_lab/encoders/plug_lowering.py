"""A call of a C function by its address."""

from __future__ import annotations

import llvmlite.ir as ir
from numba import types

from ..kernels.lowering.replaces import replaces
from .plugs import call_address


@replaces(call_address)
def _call(typingctx, function, given, n_given, text, n_bytes, start, end, tokens, n_tokens):  # type: ignore[no-untyped-def]
    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        word = ir.IntType(64)
        integers = [
            context.cast(builder, value, kind, types.int64)
            for value, kind in zip(arguments, signature.args, strict=True)
        ]
        kind = ir.FunctionType(word, [word] * 8).as_pointer()
        return builder.call(builder.inttoptr(integers[0], kind), integers[1:])

    return types.int64(function, given, n_given, text, n_bytes, start, end, tokens, n_tokens), codegen
