"""The cross product without the combinations that make no sense."""

from __future__ import annotations

import pytest

import wordchipper_lab as wl
from wordchipper_lab.errors import UnknownNameError
from wordchipper_lab.lab import MODES
from wordchipper_lab.lab.benchmark import plan
from wordchipper_lab.lab.benchmark.peers import PEERS
from wordchipper_lab.lab.benchmark.plan import choose_threads, group_cases, plan_cases


def test_the_whole_cross_product() -> None:
    cases = plan_cases(
        models="all", lexers="all", encoders="all", memo=(True, False), corpora=["a", "b"], peers=()
    )
    assert len(cases) == len(set(cases)) == 6 * 4 * 5 * 2 * 2
    assert {case.contender for case in cases} == {"wordchipper_lab"}


@pytest.mark.parametrize(
    ("mode", "ours", "peers"),
    [
        ("spans", {"regex", "automaton"}, 0),
        ("decode", {"wordchipper_lab"}, 2),
        ("decode_array", {"wordchipper_lab"}, 0),
        ("count", {f"{lexer} + {encoder}" for lexer in ("regex", "automaton") for encoder in wl.ENCODERS}, 2),
    ],
)
def test_each_mode_has_the_axes_that_it_uses(mode: str, ours: set[str], peers: int) -> None:
    cases = plan_cases(
        lexers=("regex", "automaton"), encoders="all", memo=False, threads=(1, 2), modes=mode, peers=PEERS[:2]
    )
    assert {case.label for case in cases if case.contender == "wordchipper_lab"} == ours
    assert len(cases) == len(ours) + peers
    assert {case.threads for case in cases} == {1}


def test_batches_have_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = plan_cases(threads=(4, 1), modes=("batch", "encode"), peers="tiktoken")
    assert [(case.contender, case.threads) for case in cases if case.mode == "batch"] == [
        (contender, threads) for threads in (1, 4) for contender in ("wordchipper_lab", "tiktoken")
    ]
    monkeypatch.setattr(plan, "resolve_threads", lambda n: 6 if n is None else n)
    monkeypatch.setattr(plan, "count_cores", lambda: 6)
    assert (choose_threads("all"), choose_threads("auto"), choose_threads(3)) == ((1, 2, 4, 6), (6,), (3,))
    with pytest.raises(UnknownNameError, match="expected one of a number"):
        choose_threads("many")
    monkeypatch.undo()
    with pytest.raises(ValueError, match="num_threads is 0"):
        choose_threads([0])


def test_names_that_stand_for_others() -> None:
    (case,) = plan_cases(models="gpt2", lexers="auto", encoders="auto", modes="auto", peers=[])
    assert (case.model, case.lexer, case.encoder, case.mode) == (
        "r50k_base",
        "vector",
        "bpe_backtrack",
        "encode_array",
    )
    assert plan_cases(models=("openai:r50k_base", "gpt2"), peers=()) == plan_cases(
        models="r50k_base", peers=()
    )
    assert {case.mode for case in plan_cases(modes="all")} == set(MODES)
    assert {case.contender for case in plan_cases(peers="all")} == {"wordchipper_lab", *PEERS}


def test_only_installed_peers_unless_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "installed_peers", lambda: ["tokenizers"])
    assert [case.contender for case in plan_cases()] == ["wordchipper_lab", "tokenizers"]
    assert [case.contender for case in plan_cases(peers="splintr")] == ["wordchipper_lab", "splintr"]


@pytest.mark.parametrize("axis", ["models", "lexers", "encoders", "modes", "peers"])
@pytest.mark.parametrize("given", ["nope", "", ("all", "nope")])
def test_unknown_names_are_told(axis: str, given: object) -> None:
    with pytest.raises(UnknownNameError, match=r"unknown .* expected one of .*"):
        plan_cases(**{axis: given})


def test_what_is_compared_stands_together() -> None:
    cases = plan_cases(
        models=("r50k_base", "o200k_base"),
        modes=("encode", "batch"),
        corpora=["a", "b"],
        peers="tiktoken",
        threads=(1, 2),
    )
    groups = group_cases(cases)
    assert [len(group) for group in groups] == [2, 4] * 4
    assert len({(group[0].model, group[0].corpus, group[0].mode) for group in groups}) == 8
