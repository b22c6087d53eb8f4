"""Vectors of keys: compiled code does what its twin does."""

from __future__ import annotations

import random

import numpy as np
import pytest

from wordchipper_lab.kernels.jit import jit
from wordchipper_lab.kernels.lowest_key import NO_LOWEST, lowest_without, put_keys


@jit()
def _compiled_lowest(keys, first, second, third):  # type: ignore[no-untyped-def]
    return lowest_without(keys, first, second, third)


@jit()
def _compiled_put(keys, first, key, second, other):  # type: ignore[no-untyped-def]
    put_keys(keys, first, key, second, other)


@pytest.mark.parametrize("width", [16, 32])
def test_compiled_and_plain_agree(width: int) -> None:
    chosen = random.Random(width)
    for _ in range(200):
        keys = np.array([chosen.randrange(NO_LOWEST) for _ in range(width)], dtype=np.uint32)
        plain, compiled = keys.copy(), keys.copy()
        places = [chosen.randrange(width) for _ in range(3)]
        assert _compiled_lowest(compiled, *places) == lowest_without(plain, *places)
        assert compiled.tolist() == plain.tolist()
        put = (
            places[0],
            np.uint32(chosen.randrange(NO_LOWEST)),
            places[1],
            np.uint32(chosen.randrange(NO_LOWEST)),
        )
        _compiled_put(compiled, *put)
        put_keys(plain, *put)
        assert compiled.tolist() == plain.tolist()
