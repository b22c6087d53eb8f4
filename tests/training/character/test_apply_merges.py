"""The heap for long words gives what the plain loop gives."""

from __future__ import annotations

import time

from hypothesis import given
from hypothesis import strategies as st

from wordchipper_lab.training.character.apply_merges import (
    _with_heap,
    apply_merges,
    apply_merges_reference,
)


@st.composite
def learned_rules(draw: st.DrawFn) -> dict[tuple[int, int], tuple[int, int]]:
    rules: dict[tuple[int, int], tuple[int, int]] = {}
    for rank in range(draw(st.integers(0, 12))):
        pair = draw(st.tuples(st.integers(0, 2 + rank), st.integers(0, 2 + rank)))
        rules.setdefault(pair, (rank, 3 + rank))
    return rules


@given(rules=learned_rules(), symbols=st.lists(st.integers(-1, 2), max_size=60))
def test_heap_and_loop_agree(rules: dict[tuple[int, int], tuple[int, int]], symbols: list[int]) -> None:
    expected = apply_merges_reference(symbols, rules)
    assert _with_heap(symbols, rules) == expected
    assert apply_merges(symbols, rules) == expected


def test_a_long_word_takes_no_quadratic_time() -> None:
    rules = {(0, 0): (0, 1), (1, 1): (1, 2), (2, 2): (2, 3)}
    start = time.perf_counter()
    assert apply_merges([0] * 200_001, rules) == [3] * 25_000 + [0]
    assert time.perf_counter() - start < 10
