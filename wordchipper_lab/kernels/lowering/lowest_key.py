"""The lowest of 16, 32 or 64 keys, by vectors."""

from __future__ import annotations

import llvmlite.ir as ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from ..lowest_key import NO_LOWEST, lowest_key


def _lowest_of(width):  # type: ignore[no-untyped-def]  # numba's typing protocol
    @intrinsic
    def lowest(typingctx, keys, first, counted):  # type: ignore[no-untyped-def]
        def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            vector = ir.VectorType(ir.IntType(32), width)
            array = cgutils.create_struct_proxy(signature.args[0])(context, builder, value=arguments[0])
            place = builder.bitcast(builder.gep(array.data, [arguments[1]]), vector.as_pointer())
            bits = arguments[2] if width == 64 else builder.trunc(arguments[2], ir.IntType(width))
            marked = builder.bitcast(bits, ir.VectorType(ir.IntType(1), width))
            none = ir.Constant(vector, [NO_LOWEST] * width)
            loaded = builder.select(marked, builder.load(place, align=4), none)
            kind = ir.FunctionType(ir.IntType(32), [vector])
            name = f"llvm.vector.reduce.umin.v{width}i32"
            return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), [loaded])

        return types.uint32(keys, types.uint64, types.uint64), codegen

    return lowest


_lowest_16, _lowest_32, _lowest_64 = _lowest_of(16), _lowest_of(32), _lowest_of(64)


@overload(lowest_key, inline="always")
def _lowest_compiled(keys, first, counted, width):  # type: ignore[no-untyped-def]
    def lowest(keys, first, counted, width):  # type: ignore[no-untyped-def]
        if width == 16:
            return _lowest_16(keys, first, counted)
        if width == 32:
            return _lowest_32(keys, first, counted)
        return _lowest_64(keys, first, counted)

    return lowest
