"""Access several array elements at once: one machine instruction where plain code takes four or eight."""

from __future__ import annotations

import llvmlite.ir as ir
import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from .jit import jit

__all__ = ["copy_16_bytes", "is_same", "load_u32", "load_u64", "narrow_16", "store_u32"]


def load_u32(data: np.ndarray, offset: int) -> np.uint32:
    """The 4 bytes ``data[offset:offset + 4]`` as a little-endian uint32; reads nothing beyond them. See
    `load_u64`.

    >>> hex(load_u32(np.arange(1, 10, dtype=np.uint8), 1))
    '0x5040302'
    """
    return np.uint32(int.from_bytes(data[offset : offset + 4].tobytes(), "little"))


def load_u64(data: np.ndarray, offset: int) -> np.uint64:
    """The 8 bytes ``data[offset:offset + 8]`` as a little-endian uint64; reads nothing beyond them.

    This is the pure-Python twin, used under ``NUMBA_DISABLE_JIT=1``. Compiled code gets one load instruction
    (numba has none; assembling the bytes by shifts took 4 times as long for span keys).

    >>> hex(load_u64(np.arange(1, 10, dtype=np.uint8), 1))
    '0x908070605040302'
    """
    return np.uint64(int.from_bytes(data[offset : offset + 8].tobytes(), "little"))


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


def copy_16_bytes(source: np.ndarray, at: int, target: np.ndarray, to: int) -> None:
    """Copy 16 bytes from ``source[at]`` onwards to ``target[to]`` onwards (any dtypes, little-endian).

    >>> target = np.zeros(4, dtype=np.uint32)
    >>> copy_16_bytes(np.array([2 << 32 | 1, 3], dtype=np.uint64), 0, target, 0)
    >>> target.tolist()
    [1, 2, 3, 0]
    """
    target[to:].view(np.uint8)[:16] = source[at:].view(np.uint8)[:16]


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


def store_u32(target: np.ndarray, to: int, value: np.uint32) -> None:
    """Write `value` to the 4 bytes ``target[to:to + 4]`` (uint8), little-endian.

    >>> target = np.zeros(6, dtype=np.uint8)
    >>> store_u32(target, 1, np.uint32(0x04030201))
    >>> target.tolist()
    [0, 1, 2, 3, 4, 0]
    """
    target[to : to + 4] = np.frombuffer(int(value).to_bytes(4, "little"), dtype=np.uint8)


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


def narrow_16(source: np.ndarray, at: int, target: np.ndarray, to: int) -> np.uint64:
    """Write the low bytes of ``source[at:at + 16]`` (uint8, uint16 or uint32) to ``target[to:to + 16]`` (uint8).

    Returns a word with one bit for each of the 16 that is 0x80 or more.

    >>> target = np.zeros(16, dtype=np.uint8)
    >>> bin(narrow_16(np.arange(0x70, 0x90, dtype=np.uint16), 2, target, 0)), int(target[15])
    ('0b1100000000000000', 129)
    """
    sixteen = source[at : at + 16]
    target[to : to + 16] = sixteen.astype(np.uint8)
    return np.uint64(sum(1 << i for i in range(16) if sixteen[i] >= 0x80))


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


@jit(inline=True)
def is_same(a: np.ndarray, a_start: int, b: np.ndarray, b_start: int, size: int) -> bool:
    """Whether ``a[a_start:a_start + size]`` and ``b[b_start:b_start + size]`` (uint8, at least 8 bytes) are
    equal.

    >>> text = np.frombuffer(bytearray(b"tokenize tokenizer"), dtype=np.uint8)
    >>> is_same(text, 0, text, 9, 8), is_same(text, 0, text, 9, 9)
    (True, False)
    """
    # Eight bytes at a time; the last eight may overlap those before.
    for i in range(0, size - 8, 8):
        if load_u64(a, a_start + i) != load_u64(b, b_start + i):
            return False
    return load_u64(a, a_start + size - 8) == load_u64(b, b_start + size - 8)
