"""Bits of one word: the compiled functions and their twins."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from wordchipper_lab.kernels.bits import highest_bit, lowest_bit
from wordchipper_lab.kernels.jit import jit


@jit()
def both(word):
    return lowest_bit(word), highest_bit(word)


@given(st.integers(1, (1 << 64) - 1))
def test_lowest_and_highest_bit(word: int) -> None:
    low, high = both(np.uint64(word))
    assert (low, high) == (lowest_bit(np.uint64(word)), highest_bit(np.uint64(word)))
    assert word >> low & 1 == 1
    assert word % (1 << int(low)) == 0
    assert word >> int(high) == 1
