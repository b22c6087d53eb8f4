"""The lowest of 16, 32 or 64 keys, by vectors."""

from __future__ import annotations

import llvmlite.ir as ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from ..lowest_key import NO_LOWEST, lowest_key
from .vectors import TARGET


def _lowest_of(width):  # type: ignore[no-untyped-def]  # numba's typing protocol
    @intrinsic
    def lowest(typingctx, keys, first, counted):  # type: ignore[no-untyped-def]
        def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            vector = ir.VectorType(ir.IntType(32), width)
            array = cgutils.create_struct_proxy(signature.args[0])(context, builder, value=arguments[0])
            place = builder.bitcast(builder.gep(array.data, [arguments[1]]), vector.as_pointer())
            marked = _bits_as_lanes(builder, arguments[2], width)
            none = ir.Constant(vector, [NO_LOWEST] * width)
            loaded = builder.select(marked, builder.load(place, align=4), none)
            kind = ir.FunctionType(ir.IntType(32), [vector])
            name = f"llvm.vector.reduce.umin.v{width}i32"
            return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), [loaded])

        return types.uint32(keys, types.uint64, types.uint64), codegen

    return lowest


def _bits_as_lanes(builder, bits, width):  # type: ignore[no-untyped-def]
    """The lowest `width` bits of a word, each as a lane."""
    if TARGET.has_masks_of_lanes:
        lowest = builder.trunc(bits, ir.IntType(width)) if width < 64 else bits
        return builder.bitcast(lowest, ir.VectorType(ir.IntType(1), width))
    # Half of the word in every lane, of which each looks at its own bit.
    number, n_lanes = ir.IntType(32), min(width, 32)
    half = ir.VectorType(number, n_lanes)
    zeros = ir.Constant(half, [0] * n_lanes)
    own = ir.Constant(half, [1 << lane for lane in range(n_lanes)])
    found = []
    for shift in range(0, width, 32):
        value = builder.trunc(builder.lshr(bits, bits.type(shift)), number)
        first = builder.insert_element(ir.Constant(half, ir.Undefined), value, number(0))
        everywhere = builder.shuffle_vector(first, zeros, zeros)
        found.append(builder.icmp_unsigned("!=", builder.and_(everywhere, own), zeros))
    if width <= 32:
        return found[0]
    return builder.shuffle_vector(*found, ir.Constant(ir.VectorType(number, width), list(range(width))))


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
