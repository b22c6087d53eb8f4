"""Several array elements at once: one machine instruction where plain code takes four or eight."""

from __future__ import annotations

import llvmlite.ir as ir
import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

__all__ = ["copy_16_bytes", "load_u32", "load_u64"]


def load_u32(data: np.ndarray, offset: int) -> np.uint32:
    """The 4 bytes ``data[offset:offset + 4]`` as a little-endian uint32; reads nothing else. See `load_u64`.

    >>> hex(load_u32(np.arange(1, 10, dtype=np.uint8), 1))
    '0x5040302'
    """
    return np.uint32(int.from_bytes(data[offset : offset + 4].tobytes(), "little"))


def load_u64(data: np.ndarray, offset: int) -> np.uint64:
    """The 8 bytes ``data[offset:offset + 8]`` as a little-endian uint64; reads nothing else.

    This is the pure-Python twin, used under ``NUMBA_DISABLE_JIT=1``; compiled code gets one load instruction
    (numba has no such load of its own; assembling the bytes by shifts cost 4x on span keys).

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
    """Copy 16 bytes from ``source[at]`` on over those from ``target[to]`` on (of any dtypes, little-endian).

    >>> target = np.zeros(4, dtype=np.uint32)
    >>> copy_16_bytes(np.array([2 << 32 | 1, 3], dtype=np.uint64), 0, target, 0)
    >>> target.tolist()
    [1, 2, 3, 0]
    """
    target[to:].view(np.uint8)[:16] = source[at:].view(np.uint8)[:16]


@intrinsic
def _copy_16_bytes(typingctx, source, at, target, to):  # type: ignore[no-untyped-def]
    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        vector = ir.VectorType(ir.IntType(64), 2).as_pointer()

        def pointer(array: int, index: int):  # type: ignore[no-untyped-def]
            proxy = cgutils.create_struct_proxy(signature.args[array])(
                context, builder, value=arguments[array]
            )
            position = context.cast(builder, arguments[index], signature.args[index], types.intp)
            return builder.bitcast(builder.gep(proxy.data, [position]), vector)

        builder.store(builder.load(pointer(0, 1), align=1), pointer(2, 3), align=1)
        return context.get_dummy_value()

    return types.void(source, at, target, to), codegen


@overload(copy_16_bytes, inline="always")
def _copy_16_bytes_compiled(source, at, target, to):  # type: ignore[no-untyped-def]
    return lambda source, at, target, to: _copy_16_bytes(source, at, target, to)
