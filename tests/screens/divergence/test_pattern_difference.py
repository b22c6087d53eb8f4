"""Two patterns beside each other."""

from __future__ import annotations

import itertools

import pytest

from wordchipper_lab.screens.divergence.pattern_difference import compare_patterns
from wordchipper_lab.spanners import SPECIMENS, resolve_pattern
from wordchipper_lab.vocab.patterns import PATTERN_MODELS


@pytest.mark.parametrize(("a", "b"), list(itertools.combinations(PATTERN_MODELS, 2)))
def test_both_patterns_are_there_whole_and_in_order(a: str, b: str) -> None:
    patterns = {"a": resolve_pattern(a), "b": resolve_pattern(b)}
    compared = compare_patterns(patterns["a"], patterns["b"])
    for side, pattern in patterns.items():
        pieces = [row[side] for row in compared["branches"] if row[side]]
        assert "|".join("".join(each["text"]) for each in pieces) == pattern
    same = [
        row for row in compared["branches"] if not any(side and any(side["differs"]) for side in row.values())
    ]
    assert len(same) == compared["same"]
    assert (compared["same"] == len(compared["branches"])) == (patterns["a"] == patterns["b"])


def test_a_mutated_branch_stands_beside_the_one_it_was() -> None:
    specimen = SPECIMENS["digits_unlimited"]
    compared = compare_patterns(specimen.pattern, specimen.build().pattern)
    (changed,) = [row for row in compared["branches"] if row["a"] != row["b"]]
    assert changed["a"] == {"text": [r"\p{N}", "{1,3}", "+"], "differs": [False, True, False]}
    assert changed["b"] == {"text": [r"\p{N}", "+", "+"], "differs": [False, False, True]}


def test_lexers_without_a_pattern_and_patterns_that_are_too_long() -> None:
    assert compare_patterns("", "a") == compare_patterns("a", "") == {}
    compared = compare_patterns("a" * 3000, "a" * 3000 + "b")
    assert [row["b"] is None for row in compared["branches"]] == [True, False]
    many = ["|".join(f"{letter}{number}" for number in range(60)) for letter in "ab"]
    assert len(compare_patterns(*many)["branches"]) == 120
