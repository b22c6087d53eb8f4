"""An automaton as a drawing: every state and step of the compiled tables, and nothing else."""

from __future__ import annotations

import json

import pytest

from wordchipper_lab.lab.divergence.alphabet import common_alphabet
from wordchipper_lab.lab.divergence.explain import explain
from wordchipper_lab.lab.divergence.graph import automaton_graph
from wordchipper_lab.spanners import build_lexer


@pytest.mark.parametrize("pattern", ["r50k_base", "cl100k_base", "o200k_base", "a*b|a", r"\s+(?!\S)|\S"])
def test_the_whole_automaton_is_drawn(pattern) -> None:
    lexer = build_lexer(pattern)
    graph = automaton_graph(lexer)
    assert json.loads(json.dumps(graph)) == graph
    ids = [state["id"] for state in graph["states"]]
    assert ids == list(range(len(ids)))
    assert [state["id"] for state in graph["states"] if state["start"]] == [0]
    places = {(state["x"], state["y"]) for state in graph["states"]}
    assert len(places) == len(ids)
    assert all(0 < x < graph["width"] and 0 < y < graph["height"] for x, y in places)
    names = set(common_alphabet(lexer).names)
    for edge in graph["edges"]:
        assert {edge["from"], edge["to"]} <= set(ids)
        assert set(edge["cells"]) <= names
        assert 0 < len(edge["label"]) <= 26
    arrows = [(edge["from"], cell) for edge in graph["edges"] for cell in edge["cells"]]
    assert len(arrows) == len(set(arrows))  # deterministic


def test_every_step_of_a_path_is_an_edge() -> None:
    graph = automaton_graph(build_lexer("o200k_base"))
    edges = {(edge["from"], edge["to"], cell) for edge in graph["edges"] for cell in edge["cells"]}
    for story in explain("automaton:o200k_base", "It's  12345 \n\n 中文 (a/b)!\r\n ÀB'LL").spans:
        for step in story.steps:
            if step.next is not None:
                assert (step.state, step.next, step.cell) in edges
            else:
                assert not any(edge[0] == step.state and edge[2] == step.cell for edge in edges)


def test_accepting_states() -> None:
    graph = automaton_graph(build_lexer(r"a(?!b)|b"))
    by_id = {state["id"]: state for state in graph["states"]}
    after_a = next(edge["to"] for edge in graph["edges"] if edge["from"] == 0 and edge["cells"] == ["a"])
    assert by_id[after_a]["accepts_before"] == ["a", "other", "end"]
    assert by_id[0]["accepting"] is False


def test_other_lexers_have_none() -> None:
    assert automaton_graph(build_lexer("r50k_base", "regex")) is None
    assert automaton_graph(build_lexer("r50k_base", "logos")) is None
