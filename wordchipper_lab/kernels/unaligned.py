"""Access several array elements at once: one machine instruction where plain code takes four or eight."""

from __future__ import annotations

import numpy as np

from .jit import jit
from .kernel import lowered_by

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


def copy_16_bytes(source: np.ndarray, at: int, target: np.ndarray, to: int) -> None:
    """Copy 16 bytes from ``source[at]`` onwards to ``target[to]`` onwards (any dtypes, little-endian).

    >>> target = np.zeros(4, dtype=np.uint32)
    >>> copy_16_bytes(np.array([2 << 32 | 1, 3], dtype=np.uint64), 0, target, 0)
    >>> target.tolist()
    [1, 2, 3, 0]
    """
    target[to:].view(np.uint8)[:16] = source[at:].view(np.uint8)[:16]


def store_u32(target: np.ndarray, to: int, value: np.uint32) -> None:
    """Write `value` to the 4 bytes ``target[to:to + 4]`` (uint8), little-endian.

    >>> target = np.zeros(6, dtype=np.uint8)
    >>> store_u32(target, 1, np.uint32(0x04030201))
    >>> target.tolist()
    [0, 1, 2, 3, 4, 0]
    """
    target[to : to + 4] = np.frombuffer(int(value).to_bytes(4, "little"), dtype=np.uint8)


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


lowered_by(f"{__package__}.lowering.unaligned")
