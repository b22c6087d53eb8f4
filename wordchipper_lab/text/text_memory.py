"""Texts read in place in memory: many ``str`` -> UTF-8 by one kernel call, without the GIL.

The kernel receives the addresses of the texts and finds their characters with the function that numba itself
uses to unpack a ``str``. A str argument would cost 2 us and three heap blocks per call, and numba has none
for a list of them.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

import llvmlite.ir as ir
import numpy as np
from numba import types
from numba.core import cgutils, config
from numba.extending import intrinsic

from ..kernels.address_table import array_from
from ..kernels.jit import jit
from .transcode import SURROGATE, copy_ascii, transcode

__all__ = ["addresses_of", "count_characters", "to_utf8", "to_utf8_twin"]


def addresses_of(texts: Sequence[str]) -> np.ndarray:
    """The addresses of the texts, for `to_utf8`: int64 (n,); the array keeps them alive."""
    objects = np.empty(len(texts), dtype=object)
    objects[:] = texts
    return np.ndarray(len(texts), dtype=np.int64, buffer=objects)  # 12 ns per text; map(id, texts) takes 40


def _text_at(address: int) -> str:
    return ctypes.cast(address, ctypes.py_object).value  # type: ignore[no-any-return]


def to_utf8_twin(addresses: np.ndarray, ends: np.ndarray, out: np.ndarray) -> int:
    """The slow, obvious `to_utf8`."""
    size = 0
    for i, address in enumerate(addresses.tolist()):
        try:
            data = _text_at(address).encode()
        except UnicodeEncodeError:
            return SURROGATE
        out[size : size + len(data)] = np.frombuffer(data, dtype=np.uint8)
        size += len(data)
        ends[i] = size
    return size


@intrinsic
def _unpack(typingctx, address):  # type: ignore[no-untyped-def]  # numba's protocol
    # Of a str: address of its characters, their number, bytes per character, and whether all are ASCII.
    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        word, number = ir.IntType(64), ir.IntType(32)
        length, width = cgutils.alloca_once(builder, word), cgutils.alloca_once(builder, number)
        is_ascii, hashed = cgutils.alloca_once(builder, number), cgutils.alloca_once(builder, word)
        places = [length, width, is_ascii, hashed]
        kind = ir.FunctionType(cgutils.voidptr_t, [cgutils.voidptr_t, *(place.type for place in places)])
        function = cgutils.get_or_insert_function(builder.module, kind, "numba_extract_unicode")
        data = builder.call(function, [builder.inttoptr(arguments[0], cgutils.voidptr_t), *places])
        values = [builder.ptrtoint(data, word), builder.load(length)]
        values += [builder.zext(builder.load(place), word) for place in (width, is_ascii)]
        return context.make_tuple(builder, signature.return_type, values)

    return types.UniTuple(types.int64, 4)(address), codegen


@jit()
def count_characters(addresses: np.ndarray, counts: np.ndarray) -> None:
    """``counts[i]`` (int64) becomes the number of characters of text i.

    >>> count_characters(addresses_of(["h\u00e9", "!"]), counts := np.zeros(2, dtype=np.int64))
    >>> counts.tolist()
    [2, 1]
    """
    for i in range(len(addresses)):
        counts[i] = _unpack(addresses[i])[1]


@jit()
def to_utf8(addresses: np.ndarray, ends: np.ndarray, out: np.ndarray) -> int:
    """Write the UTF-8 of the texts at `addresses` (int64 (n,), see `addresses_of`) to `out`, one after another.

    `out` is uint8, with room for `UTF8_ROOM` bytes per character and `UTF8_SLACK` more; ``ends[i]`` (int64)
    becomes the end of text i in it. Returns the number of bytes, or `SURROGATE`. Twin: `to_utf8_twin`.

    >>> texts, ends, out = ["h\u00e9", "!"], np.zeros(2, dtype=np.int64), np.empty(40, dtype=np.uint8)
    >>> int(to_utf8(addresses_of(texts), ends, out)), ends.tolist(), out[:4].tobytes()
    (4, [3, 4], b'h\xc3\xa9!')
    """
    at = np.int64(0)
    for i in range(len(addresses)):
        data, length, width, is_ascii = _unpack(addresses[i])
        if is_ascii:
            at = copy_ascii(array_from(data, length, np.uint8), out, at)
        elif width == 1:
            at = transcode(array_from(data, length, np.uint8), out, at)
        elif width == 2:
            at = transcode(array_from(data, length, np.uint16), out, at)
        else:
            at = transcode(array_from(data, length, np.uint32), out, at)
        if at == SURROGATE:
            return SURROGATE
        ends[i] = at
    return at


if config.DISABLE_JIT:
    to_utf8 = to_utf8_twin

    def count_characters(addresses: np.ndarray, counts: np.ndarray) -> None:
        """The twin of the kernel."""
        counts[:] = [len(_text_at(address)) for address in addresses.tolist()]
