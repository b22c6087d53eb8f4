"""Vectors of keys: compiled code does what its twin does."""

from __future__ import annotations

import random

import numpy as np
import pytest

from wordchipper_lab.kernels.jit import jit
from wordchipper_lab.kernels.lowest_key import NO_LOWEST, lowest_key


@jit()
def _compiled(keys, first, counted, width):  # type: ignore[no-untyped-def]
    return lowest_key(keys, first, counted, width)


@pytest.mark.parametrize("width", [16, 32, 64])
def test_compiled_and_plain_agree(width: int) -> None:
    chosen = random.Random(width)
    keys = np.array([chosen.randrange(NO_LOWEST) for _ in range(3 * width)], dtype=np.uint32)
    for _ in range(200):
        first, counted = chosen.randrange(2 * width), chosen.getrandbits(width) & chosen.getrandbits(width)
        given = (keys, np.uint64(first), np.uint64(counted), np.uint64(width))
        assert _compiled(*given) == lowest_key(*given)
    assert _compiled(keys, np.uint64(0), np.uint64(0), np.uint64(width)) == NO_LOWEST
