"""Lists of tokens are the same however they are made."""

from __future__ import annotations

import gc
import sys

import numpy as np
import pytest

from wordchipper_lab.encoders.token_lists import list_with_numpy, to_list, where_tokens_are
from wordchipper_lab.kernels.kernel import linked_forms
from wordchipper_lab.kernels.linked.codes import KEPT_INTEGERS

WAYS = pytest.mark.parametrize("way", [to_list, list_with_numpy])


@WAYS
@pytest.mark.parametrize("n", [0, 1, 4095, 4096, 10_000])
@pytest.mark.parametrize("largest", [5, 200_000, 1 << 21, (1 << 32) - 1])
def test_equal_to_numpy(way, n: int, largest: int) -> None:
    tokens = np.random.default_rng(n).integers(0, largest, n, endpoint=True).astype(np.uint32)
    for _ in range(2):
        made = way(tokens)
        assert made == tokens.tolist()
        assert all(type(token) is int for token in made)


@WAYS
def test_the_last_integer_that_is_kept_and_the_next_one(way) -> None:
    tokens = np.array([KEPT_INTEGERS - 1, KEPT_INTEGERS, 0, 256, 257], dtype=np.uint32)
    assert way(tokens) == way(tokens) == [KEPT_INTEGERS - 1, KEPT_INTEGERS, 0, 256, 257]


@WAYS
def test_arrays_that_are_not_contiguous(way) -> None:
    tokens = np.arange(20_000, dtype=np.uint32)
    assert way(tokens[::2]) == list(range(0, 20_000, 2))
    assert way(tokens[:100][::-1]) == list(range(99, -1, -1))


@pytest.mark.skipif(not linked_forms(where_tokens_are), reason="kernels are not linked")
def test_linked_lists_share_integers_and_count_references() -> None:
    tokens = np.array([1000, 1000, 2000, 70_001, KEPT_INTEGERS + 1], dtype=np.uint32)
    first = to_list(tokens)
    assert all(a is b for a, b in zip(first[:4], to_list(tokens), strict=False))
    assert gc.is_tracked(first)
    before = [sys.getrefcount(token) for token in first]
    held = [to_list(tokens) for _ in range(1000)]
    assert sys.getrefcount(first[3]) == before[3] + 1000
    del held
    assert [sys.getrefcount(token) for token in first] == before
