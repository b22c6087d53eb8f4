"""Lists of tokens are the same however they are made."""

from __future__ import annotations

import numpy as np
import pytest

from wordchipper_lab.encoders.token_lists import to_list


@pytest.mark.parametrize("n", [0, 1, 4095, 4096, 10_000])
@pytest.mark.parametrize("largest", [5, 200_000, 1 << 21, (1 << 32) - 1])
def test_equal_to_numpy(n: int, largest: int) -> None:
    tokens = np.random.default_rng(n).integers(0, largest, n, endpoint=True).astype(np.uint32)
    made = to_list(tokens)
    assert made == tokens.tolist()
    assert all(type(token) is int for token in made)
