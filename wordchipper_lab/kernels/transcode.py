"""str -> UTF-8 by a kernel: 16 characters at a time, without the GIL, into memory that is there already.

`str.encode` goes character by character as soon as a single one in the text is not ASCII, and gives new memory each
time. GB/s, `str.encode` / this: English with dashes and quotes 1.8 / 13, Python code 1.8 / 14, 500 languages 1.38 /
1.44, the paper's multilingual text 2.7 / 4.9. That was 14 % of the time that encoding the English text took. A call
costs 2 us, so that short texts are better off with `str.encode`.
"""

from __future__ import annotations

import llvmlite.ir as ir
import numpy as np
from numba import types
from numba.core import cgutils, config
from numba.extending import intrinsic

from .bits import lowest_bit
from .books import new_array
from .jit import jit

__all__ = ["SURROGATE", "UTF8_ROOM", "UTF8_SLACK", "to_utf8", "to_utf8_twin"]

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


def to_utf8_twin(text: str, ends: np.ndarray, out: np.ndarray) -> int:
    """The slow and obvious `to_utf8`."""
    size, start = 0, 0
    for document, end in enumerate(ends.tolist()):
        try:
            data = text[start:end].encode()
        except UnicodeEncodeError:
            return SURROGATE
        out[size : size + len(data)] = np.frombuffer(data, dtype=np.uint8)
        size += len(data)
        start, ends[document] = end, size
    return size


@intrinsic
def _characters(typingctx, text, dtype):  # type: ignore[no-untyped-def]  # numba's protocol
    # The memory of a str as numba sees it: 1, 2 or 4 bytes a character.
    array_type = types.Array(dtype.instance_type, 1, "C")

    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        string = cgutils.create_struct_proxy(signature.args[0])(context, builder, value=arguments[0])
        return new_array(context, builder, array_type, string.data, string.length)

    return array_type(text, dtype), codegen


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
def _transcode(characters: np.ndarray, ends: np.ndarray, out: np.ndarray) -> int:
    position, at = np.int64(0), np.int64(0)
    for document in range(len(ends)):
        end = ends[document]
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
        ends[document] = at
    return at


@jit(allocates=True)
def to_utf8(text: str, ends: np.ndarray, out: np.ndarray) -> int:
    """Write the UTF-8 of `text` to `out`, uint8 with room for `UTF8_ROOM` bytes a character and `UTF8_SLACK` more.

    `ends` (int64, increasing, the last one is the length of `text`) are places in `text`: characters become bytes.
    Returns the number of bytes, or `SURROGATE` (then `ends` is of no use any more). Twin: `to_utf8_twin`.

    >>> ends, out = np.array([1, 3]), np.empty(40, dtype=np.uint8)
    >>> to_utf8("h\\u00e9!", ends, out), ends.tolist(), out[:4].tobytes()
    (4, [1, 4], b'h\\xc3\\xa9!')
    """
    if text._kind == 1:
        return _transcode(_characters(text, np.uint8), ends, out)
    if text._kind == 2:
        return _transcode(_characters(text, np.uint16), ends, out)
    return _transcode(_characters(text, np.uint32), ends, out)


if config.DISABLE_JIT:
    to_utf8 = to_utf8_twin
