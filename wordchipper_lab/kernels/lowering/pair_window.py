"""Four entries of a table of pairs, compared by vectors."""

from __future__ import annotations

import llvmlite.ir as ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from ..keys import TOKEN_BITS
from ..pair_window import WINDOW, look_into_window

_VECTOR = ir.VectorType(ir.IntType(64), WINDOW)
_ZEROS = ir.Constant(_VECTOR, [0] * WINDOW)
_UNDEFINED = ir.Constant(_VECTOR, ir.Undefined)
_FIRST = ir.Constant(ir.IntType(32), 0)


@intrinsic
def _look(typingctx, entries, slot, key):  # type: ignore[no-untyped-def]  # numba's typing protocol
    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        array = cgutils.create_struct_proxy(signature.args[0])(context, builder, value=arguments[0])
        place = builder.bitcast(builder.gep(array.data, [arguments[1]]), _VECTOR.as_pointer())
        window = builder.load(place, align=8)
        first = builder.insert_element(_UNDEFINED, arguments[2], _FIRST)
        everywhere = ir.Constant(ir.VectorType(ir.IntType(32), WINDOW), [0] * WINDOW)
        wanted = builder.shuffle_vector(first, _UNDEFINED, everywhere)
        shift = ir.Constant(_VECTOR, [TOKEN_BITS] * WINDOW)
        is_equal = builder.icmp_unsigned("==", builder.lshr(window, shift), wanted)
        kind = ir.FunctionType(ir.IntType(64), [_VECTOR])
        reduce = cgutils.get_or_insert_function(builder.module, kind, f"llvm.vector.reduce.or.v{WINDOW}i64")
        found = builder.call(reduce, [builder.select(is_equal, window, _ZEROS)])
        settles = builder.or_(is_equal, builder.icmp_unsigned("==", window, _ZEROS))
        bits = builder.bitcast(settles, ir.IntType(WINDOW))
        is_settled = builder.icmp_unsigned("!=", bits, ir.Constant(bits.type, 0))
        flag = context.cast(builder, is_settled, types.boolean, types.boolean)
        return context.make_tuple(builder, signature.return_type, [found, flag])

    return types.Tuple((types.uint64, types.boolean))(entries, types.uint64, types.uint64), codegen


@overload(look_into_window, inline="always")
def _look_compiled(entries, slot, key):  # type: ignore[no-untyped-def]
    return lambda entries, slot, key: _look(entries, slot, key)
