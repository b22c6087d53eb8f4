"""One prefetch instruction."""

from __future__ import annotations

import llvmlite.ir as ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from ..prefetch import has_prefetch, prefetch
from .vectors import TARGET


@intrinsic
def _prefetch(typingctx, array, index):  # type: ignore[no-untyped-def]  # numba's typing protocol
    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        number = ir.IntType(32)
        data = cgutils.create_struct_proxy(signature.args[0])(context, builder, value=arguments[0]).data
        place = builder.gep(data, [context.cast(builder, arguments[1], signature.args[1], types.intp)])
        pointer = builder.bitcast(place, cgutils.voidptr_t)
        kind = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, number, number, number])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        to_be_written, to_all_caches, data_cache = (ir.Constant(number, value) for value in (1, 3, 1))
        builder.call(function, [pointer, to_be_written, to_all_caches, data_cache])
        return context.get_dummy_value()

    return types.void(array, index), codegen


@overload(prefetch, inline="always")
def _prefetch_compiled(array, index):  # type: ignore[no-untyped-def]
    return lambda array, index: _prefetch(array, index)


@intrinsic
def _has_prefetch(typingctx):  # type: ignore[no-untyped-def]  # numba's typing protocol
    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        return context.get_constant(types.boolean, TARGET.has_prefetch)

    return types.boolean(), codegen


@overload(has_prefetch, inline="always")
def _has_prefetch_compiled():  # type: ignore[no-untyped-def]
    return lambda: _has_prefetch()
