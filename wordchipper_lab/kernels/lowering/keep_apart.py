"""LLVM's attribute ``noinline``, for the function in which it is asked for."""

from __future__ import annotations

from numba import types
from numba.extending import intrinsic, overload

from ..keep_apart import keep_apart


@intrinsic
def _keep_apart(typingctx):  # type: ignore[no-untyped-def]  # numba's typing protocol
    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        builder.function.attributes.add("noinline")
        return context.get_dummy_value()

    return types.void(), codegen


@overload(keep_apart, inline="always")
def _keep_apart_compiled():  # type: ignore[no-untyped-def]
    return lambda: _keep_apart()
