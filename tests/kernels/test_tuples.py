"""The strings of a sweep are those that itertools gives."""

from __future__ import annotations

import numpy as np
import pytest

from wordchipper_lab.kernels.tuples import TUPLE_SLACK, fill_tuples, iter_tuples, pack_characters


def fill(characters: str, k: int, first: int, last: int) -> list[str]:
    text = np.zeros(4 * k * (last - first) + TUPLE_SLACK, dtype=np.uint8)
    ends = np.zeros(last - first, dtype=np.int64)
    size = fill_tuples(*pack_characters(characters), k, first, last, text, ends)
    assert size == (ends[-1] if len(ends) else 0)
    return [
        text[start:end].tobytes().decode()
        for start, end in zip([0, *ends.tolist()], ends.tolist(), strict=False)
    ]


@pytest.mark.parametrize("characters", ["a", "ab", "a\u00e9\u4e2d\U0001f600", "\U0001f600\U0001f601x"])
@pytest.mark.parametrize("k", [1, 2, 3, 6])
def test_equal_to_the_twin(characters: str, k: int) -> None:
    total = len(characters) ** k
    for first, last in (
        (0, total),
        (0, 1),
        (total // 3, total),
        (total // 2, total // 2),
        (total - 1, total),
    ):
        assert fill(characters, k, first, last) == list(iter_tuples(characters, k, first, last))
