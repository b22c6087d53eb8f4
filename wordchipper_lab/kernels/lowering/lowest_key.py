"""The lowest of 16 or 32 keys, by vectors."""

from __future__ import annotations

import llvmlite.ir as ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from ..lowest_key import NO_LOWEST, lowest_without, put_keys


def _vector(context, builder, array_type, value, width):  # type: ignore[no-untyped-def]
    array = cgutils.create_struct_proxy(array_type)(context, builder, value=value)
    return builder.bitcast(array.data, ir.VectorType(ir.IntType(32), width).as_pointer())


def _splat(builder, value, width):  # type: ignore[no-untyped-def]
    vector = ir.VectorType(ir.IntType(32), width)
    single = builder.insert_element(ir.Constant(vector, ir.Undefined), value, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(single, ir.Constant(vector, ir.Undefined), ir.Constant(vector, [0] * width))


def _replaced(context, builder, keys, place, place_type, key, width):  # type: ignore[no-untyped-def]
    narrow = context.cast(builder, place, place_type, types.uint32)
    numbers = ir.Constant(ir.VectorType(ir.IntType(32), width), list(range(width)))
    return builder.select(builder.icmp_unsigned("==", numbers, _splat(builder, narrow, width)), key, keys)


def _lowest_of(width):  # type: ignore[no-untyped-def]
    @intrinsic
    def lowest(typingctx, keys, first, second, third):  # type: ignore[no-untyped-def]
        def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            vector = ir.VectorType(ir.IntType(32), width)
            place = _vector(context, builder, signature.args[0], arguments[0], width)
            loaded = builder.load(place, align=4)
            none = ir.Constant(vector, [NO_LOWEST] * width)
            for number in (1, 2, 3):
                loaded = _replaced(
                    context, builder, loaded, arguments[number], signature.args[number], none, width
                )
            builder.store(loaded, place, align=4)
            kind = ir.FunctionType(ir.IntType(32), [vector])
            reduce = cgutils.get_or_insert_function(
                builder.module, kind, f"llvm.vector.reduce.umin.v{width}i32"
            )
            return builder.call(reduce, [loaded])

        return types.uint32(keys, first, second, third), codegen

    return lowest


def _put_of(width):  # type: ignore[no-untyped-def]
    @intrinsic
    def put(typingctx, keys, first, key, second, other):  # type: ignore[no-untyped-def]
        def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            place = _vector(context, builder, signature.args[0], arguments[0], width)
            loaded = builder.load(place, align=4)
            for number in (1, 3):
                value = context.cast(builder, arguments[number + 1], signature.args[number + 1], types.uint32)
                loaded = _replaced(
                    context,
                    builder,
                    loaded,
                    arguments[number],
                    signature.args[number],
                    _splat(builder, value, width),
                    width,
                )
            builder.store(loaded, place, align=4)
            return context.get_dummy_value()

        return types.void(keys, first, key, second, other), codegen

    return put


_lowest_16, _lowest_32 = _lowest_of(16), _lowest_of(32)
_put_16, _put_32 = _put_of(16), _put_of(32)


@overload(lowest_without, inline="always")
def _lowest_compiled(keys, first, second, third):  # type: ignore[no-untyped-def]
    def lowest(keys, first, second, third):  # type: ignore[no-untyped-def]
        if len(keys) == 32:
            return _lowest_32(keys, first, second, third)
        return _lowest_16(keys, first, second, third)

    return lowest


@overload(put_keys, inline="always")
def _put_compiled(keys, first, key, second, other):  # type: ignore[no-untyped-def]
    def put(keys, first, key, second, other):  # type: ignore[no-untyped-def]
        if len(keys) == 32:
            _put_32(keys, first, key, second, other)
        else:
            _put_16(keys, first, key, second, other)

    return put
