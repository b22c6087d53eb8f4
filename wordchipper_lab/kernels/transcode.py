"""str -> UTF-8 by a kernel: 16 characters at a time, without the GIL, into memory that is there already.

`str.encode` goes character by character as soon as a single one in the text is not ASCII, and gives new memory each
time. GB/s, `str.encode` / this: English with dashes and quotes 1.8 / 13, Python code 1.8 / 14, 500 languages 1.38 /
1.44, the paper's multilingual text 2.7 / 4.9. That was 14 % of the time that encoding the English text took.

The kernel is given the addresses of the texts and finds their characters by the function that numba itself unpacks a
``str`` with. A str argument would cost 2 us and three heap blocks a call.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

import llvmlite.ir as ir
import numpy as np
from numba import types
from numba.core import cgutils, config
from numba.extending import intrinsic

from .bits import lowest_bit
from .books import new_array
from .jit import jit

__all__ = [
    "SURROGATE",
    "UTF8_ROOM",
    "UTF8_SLACK",
    "addresses_of",
    "count_characters",
    "to_utf8",
    "to_utf8_twin",
]

SURROGATE = -1
"""What `to_utf8` returns for a text that has no UTF-8."""

UTF8_ROOM = 4
"""Bytes of one character, at most."""

UTF8_SLACK = 16
"""Bytes behind the last character that may be written."""

_AT_ONCE = 16
_TAIL, _TAIL_BITS = np.uint32(0x80), np.uint32(0x3F)
_TWO, _THREE, _FOUR = np.uint32(0xC0), np.uint32(0xE0), np.uint32(0xF0)
_6, _8, _11, _12, _16, _18, _24 = (np.uint32(shift) for shift in (6, 8, 11, 12, 16, 18, 24))


def addresses_of(texts: Sequence[str]) -> np.ndarray:
    """Where the texts are in memory, for `to_utf8`: int64 (n,), which keeps them alive."""
    objects = np.empty(len(texts), dtype=object)
    objects[:] = texts
    return np.ndarray(len(texts), dtype=np.int64, buffer=objects)  # 12 ns a text; map(id, texts) takes 40


def _text_at(address: int) -> str:
    return ctypes.cast(address, ctypes.py_object).value  # type: ignore[no-any-return]


def to_utf8_twin(addresses: np.ndarray, ends: np.ndarray, out: np.ndarray) -> int:
    """The slow and obvious `to_utf8`."""
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
    # Of a str: where its characters are, how many, how many bytes each takes, and whether all are ASCII.
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


@intrinsic
def _characters(typingctx, address, length, dtype):  # type: ignore[no-untyped-def]
    array_type = types.Array(dtype.instance_type, 1, "C")

    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        pointer = builder.inttoptr(arguments[0], cgutils.voidptr_t)
        return new_array(context, builder, array_type, pointer, arguments[1])

    return array_type(address, length, dtype), codegen


def _pointer(context, builder, signature, arguments, number, lane_type):  # type: ignore[no-untyped-def]
    # Address of an element, given as two arguments: array and index.
    array = cgutils.create_struct_proxy(signature.args[number])(context, builder, arguments[number])
    index = context.cast(builder, arguments[number + 1], signature.args[number + 1], types.intp)
    return builder.bitcast(builder.gep(array.data, [index]), lane_type.as_pointer())


@intrinsic
def _narrow_16(typingctx, characters, position, out, at):  # type: ignore[no-untyped-def]
    # Store the low bytes of the next 16 characters; a bit for each of them that is not ASCII.
    width = characters.dtype.bitwidth

    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        wide = ir.VectorType(ir.IntType(width), _AT_ONCE)
        narrow = ir.VectorType(ir.IntType(8), _AT_ONCE)
        loaded = builder.load(_pointer(context, builder, signature, arguments, 0, wide), align=1)
        low = builder.trunc(loaded, narrow) if width > 8 else loaded
        builder.store(low, _pointer(context, builder, signature, arguments, 2, narrow), align=1)
        others = builder.icmp_unsigned(">=", loaded, ir.Constant(wide, [0x80] * _AT_ONCE))
        return builder.zext(builder.bitcast(others, ir.IntType(_AT_ONCE)), ir.IntType(64))

    return types.uint64(characters, position, out, at), codegen


@intrinsic
def _store_u32(typingctx, out, at, value):  # type: ignore[no-untyped-def]
    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        word = context.cast(builder, arguments[2], signature.args[2], types.uint32)
        builder.store(word, _pointer(context, builder, signature, arguments, 0, ir.IntType(32)), align=1)
        return context.get_dummy_value()

    return types.void(out, at, value), codegen


@jit()
def _transcode(characters: np.ndarray, out: np.ndarray, at: int) -> int:
    position, end = np.int64(0), len(characters)
    while position < end:
        if position + _AT_ONCE <= end:
            others = _narrow_16(characters, position, out, at)
            if others == 0:
                position += _AT_ONCE
                at += _AT_ONCE
                continue
            n_ascii = lowest_bit(others)
            position += n_ascii
            at += n_ascii
        while position < end:
            character = np.uint32(characters[position])
            if character < 0x80 and position + _AT_ONCE <= end:
                break
            position += 1
            last = _TAIL | character & _TAIL_BITS
            if character < 0x80:
                _store_u32(out, at, character)
                at += 1
                continue
            if character < 0x800:
                _store_u32(out, at, _TWO | character >> _6 | last << _8)
                at += 2
                continue
            middle = _TAIL | character >> _6 & _TAIL_BITS
            if character < 0x10000:
                if character >> _11 == 0x1B:
                    return SURROGATE
                _store_u32(out, at, _THREE | character >> _12 | middle << _8 | last << _16)
                at += 3
                continue
            second = _TAIL | character >> _12 & _TAIL_BITS
            _store_u32(out, at, _FOUR | character >> _18 | second << _8 | middle << _16 | last << _24)
            at += 4
    return at


@jit()
def _copy_ascii(characters: np.ndarray, out: np.ndarray, at: int) -> int:
    size = len(characters)
    if size < _AT_ONCE:
        for i in range(size):
            out[at + i] = characters[i]
        return at + size
    position = np.int64(0)
    while position < size:
        position = min(position, size - _AT_ONCE)  # the last 16 may have been copied in part already
        _narrow_16(characters, position, out, at + position)
        position += _AT_ONCE
    return at + size


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

    `out` is uint8, with room for `UTF8_ROOM` bytes a character and `UTF8_SLACK` more; ``ends[i]`` (int64) becomes the
    end of text i in it. Returns the number of bytes, or `SURROGATE`. Twin: `to_utf8_twin`.

    >>> texts, ends, out = ["h\u00e9", "!"], np.zeros(2, dtype=np.int64), np.empty(40, dtype=np.uint8)
    >>> int(to_utf8(addresses_of(texts), ends, out)), ends.tolist(), out[:4].tobytes()
    (4, [3, 4], b'h\xc3\xa9!')
    """
    at = np.int64(0)
    for i in range(len(addresses)):
        data, length, width, is_ascii = _unpack(addresses[i])
        if is_ascii:
            at = _copy_ascii(_characters(data, length, np.uint8), out, at)
        elif width == 1:
            at = _transcode(_characters(data, length, np.uint8), out, at)
        elif width == 2:
            at = _transcode(_characters(data, length, np.uint16), out, at)
        else:
            at = _transcode(_characters(data, length, np.uint32), out, at)
        if at == SURROGATE:
            return SURROGATE
        ends[i] = at
    return at


if config.DISABLE_JIT:
    to_utf8 = to_utf8_twin

    def count_characters(addresses: np.ndarray, counts: np.ndarray) -> None:
        """The twin of the kernel."""
        counts[:] = [len(_text_at(address)) for address in addresses.tolist()]
