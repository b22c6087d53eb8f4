"""Several elements at once: the compiled loads and stores do what their Python twins do."""

from __future__ import annotations

import numpy as np
import pytest

from wordchipper_lab.kernels.jit import jit
from wordchipper_lab.kernels.unaligned import is_same, narrow_16, store_u32


@jit()
def compiled_narrow_16(source, at, target, to):
    return narrow_16(source, at, target, to)


@jit()
def compiled_store_u32(target, to, value):
    store_u32(target, to, value)


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.uint32])
def test_narrow_16(dtype: type) -> None:
    rng = np.random.default_rng(1)
    for high in (0x80, 0x81, 0x90, np.iinfo(dtype).max + 1):
        for at, to in ((0, 0), (3, 5), (13, 1)):
            source = rng.integers(0, high, 40, dtype=dtype)
            one, other = np.zeros(40, dtype=np.uint8), np.zeros(40, dtype=np.uint8)
            assert compiled_narrow_16(source, at, one, to) == narrow_16(source, at, other, to)
            assert one.tolist() == other.tolist()


def test_store_u32() -> None:
    for value in (0, 1, 0x80C3, 0xFFFFFFFF):
        for to in (0, 1, 6):
            one, other = np.full(12, 7, dtype=np.uint8), np.full(12, 7, dtype=np.uint8)
            compiled_store_u32(one, to, np.uint32(value))
            store_u32(other, to, np.uint32(value))
            assert one.tolist() == other.tolist()


@pytest.mark.parametrize("size", range(8, 30))
def test_is_same_looks_at_every_byte_and_no_other(size: int) -> None:
    text = np.frombuffer(bytearray(bytes(range(40)) * 2), dtype=np.uint8)
    assert is_same(text, 0, text, 40, size)
    for changed in range(40):
        text[40 + changed] ^= 1
        assert is_same(text, 0, text, 40, size) == (changed >= size)
        text[40 + changed] ^= 1
