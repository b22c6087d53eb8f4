"""Groups: counts, shortest examples, bounded memory."""

from __future__ import annotations

import json

import pytest

from wordchipper_lab.lab import Divergence, DivergenceGroups, find_divergences, group_divergences


def divergence(signature: str, text: str) -> Divergence:
    return Divergence(text, (), (), signature, "a", "b")


def test_sorted_by_count_then_signature_with_the_first_of_the_shortest() -> None:
    found = [
        divergence(*pair)
        for pair in [("y", "aa"), ("x", "b"), ("z", "c"), ("y", "d"), ("y", "e"), ("x", "ff")]
    ]
    groups = group_divergences(found)
    assert [(group.signature, group.count, group.example.text) for group in groups] == [
        ("y", 3, "d"), ("x", 2, "b"), ("z", 1, "c"),
    ]  # fmt: skip


def test_what_finds_no_room_is_counted() -> None:
    groups = DivergenceGroups(most=2)
    for signature in "abcacb":
        groups.add(divergence(signature, "x"))
    assert [group.signature for group in groups] == ["a", "b"]
    assert (len(groups), groups.n_divergences, groups.n_left_out) == (2, 6, 2)
    assert sum(group.count for group in groups) + groups.n_left_out == groups.n_divergences
    with pytest.raises(ValueError, match="most is 0"):
        DivergenceGroups(0)


def test_json() -> None:
    groups = DivergenceGroups()
    for found in find_divergences("automaton:r50k_base", "automaton:cl100k_base", "a 1"):
        groups.add(found)
    written = json.loads(json.dumps(groups.to_json()))
    assert (written["n_divergences"], written["n_left_out"]) == (1, 0)
    assert written["groups"][0]["example"]["a"] == [[0, 2, "word"]]
