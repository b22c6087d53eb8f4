"""Loads and stores of several elements at any place."""

from __future__ import annotations

import llvmlite.ir as ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from ..unaligned import copy_16_bytes, load_u32, load_u64, narrow_16, store_u32


def _unaligned_load(word):  # type: ignore[no-untyped-def]  # numba's typing protocol
    @intrinsic
    def load(typingctx, data, offset):  # type: ignore[no-untyped-def]
        if not (
            isinstance(data, types.Array) and data.dtype == types.uint8 and isinstance(offset, types.Integer)
        ):
            return None

        def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            array = cgutils.create_struct_proxy(signature.args[0])(context, builder, value=arguments[0])
            position = context.cast(builder, arguments[1], signature.args[1], types.intp)
            pointer = builder.gep(array.data, [position])
            bits = ir.IntType(word.bitwidth).as_pointer()
            return builder.load(builder.bitcast(pointer, bits), align=1)

        return word(data, offset), codegen

    return load


_load_u32 = _unaligned_load(types.uint32)
_load_u64 = _unaligned_load(types.uint64)


@overload(load_u32, inline="always")
def _load_u32_compiled(data, offset):  # type: ignore[no-untyped-def]
    return lambda data, offset: _load_u32(data, offset)


@overload(load_u64, inline="always")
def _load_u64_compiled(data, offset):  # type: ignore[no-untyped-def]
    return lambda data, offset: _load_u64(data, offset)


def _element(context, builder, signature, arguments, number, pointed):  # type: ignore[no-untyped-def]
    # Address of an element given by two arguments: array and index.
    array = cgutils.create_struct_proxy(signature.args[number])(context, builder, value=arguments[number])
    index = context.cast(builder, arguments[number + 1], signature.args[number + 1], types.intp)
    return builder.bitcast(builder.gep(array.data, [index]), pointed.as_pointer())


@intrinsic
def _copy_16_bytes(typingctx, source, at, target, to):  # type: ignore[no-untyped-def]
    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        vector = ir.VectorType(ir.IntType(64), 2)
        loaded = builder.load(_element(context, builder, signature, arguments, 0, vector), align=1)
        builder.store(loaded, _element(context, builder, signature, arguments, 2, vector), align=1)
        return context.get_dummy_value()

    return types.void(source, at, target, to), codegen


@overload(copy_16_bytes, inline="always")
def _copy_16_bytes_compiled(source, at, target, to):  # type: ignore[no-untyped-def]
    return lambda source, at, target, to: _copy_16_bytes(source, at, target, to)


@intrinsic
def _store_u32(typingctx, target, to, value):  # type: ignore[no-untyped-def]
    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        word = context.cast(builder, arguments[2], signature.args[2], types.uint32)
        place = _element(context, builder, signature, arguments, 0, ir.IntType(32))
        builder.store(word, place, align=1)
        return context.get_dummy_value()

    return types.void(target, to, value), codegen


@overload(store_u32, inline="always")
def _store_u32_compiled(target, to, value):  # type: ignore[no-untyped-def]
    return lambda target, to, value: _store_u32(target, to, value)


@intrinsic
def _narrow_16(typingctx, source, at, target, to):  # type: ignore[no-untyped-def]
    width = source.dtype.bitwidth

    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        wide, narrow = ir.VectorType(ir.IntType(width), 16), ir.VectorType(ir.IntType(8), 16)
        loaded = builder.load(_element(context, builder, signature, arguments, 0, wide), align=1)
        low = builder.trunc(loaded, narrow) if width > 8 else loaded
        builder.store(low, _element(context, builder, signature, arguments, 2, narrow), align=1)
        high = builder.icmp_unsigned(">=", loaded, ir.Constant(wide, [0x80] * 16))
        return builder.zext(builder.bitcast(high, ir.IntType(16)), ir.IntType(64))

    return types.uint64(source, at, target, to), codegen


@overload(narrow_16, inline="always")
def _narrow_16_compiled(source, at, target, to):  # type: ignore[no-untyped-def]
    return lambda source, at, target, to: _narrow_16(source, at, target, to)
