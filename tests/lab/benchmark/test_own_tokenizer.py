"""Tokenizers of the user: measured beside ours, compared where they claim a vocabulary, and harmless where they fail."""

from __future__ import annotations

import pytest

import wordchipper_lab as wl
from wordchipper_lab.errors import ArgumentError, InputError, WordchipperLabError
from wordchipper_lab.lab import BenchmarkRun, OwnTokenizer, run_benchmark


@pytest.fixture(scope="module")
def encode():
    return wl.Tokenizer.from_pretrained("r50k_base", num_threads=1).encode


def test_it_takes_part_wherever_ids_are_made(bench, encode) -> None:
    own = {"plain": encode, "claiming": OwnTokenizer(encode, "gpt2")}
    run = bench(modes="all", threads=(1, 2), own=own, latency=True, rounds=2)
    for name, exact in (("plain", None), ("claiming", True)):
        found = [item for item in run if item.case.contender == name]
        assert [item.case.mode for item in found] == [
            "encode",
            "encode_array",
            "count",
            "batch",
            "batch_small",
        ]
        assert {item.exact for item in found} == {exact}
        assert all(item.seconds and not item.problem and item.case.threads == 1 for item in found)
        assert any(item.case.contender == name for item in run.latencies)
    ours = {item.case.mode: item.n_tokens for item in run if item.case.contender == "wordchipper_lab"}
    assert all(item.n_tokens == ours[item.case.mode] for item in run if item.case.contender == "plain")
    assert run.settings["own"] == {"plain": None, "claiming": "r50k_base"}
    assert BenchmarkRun.from_json(run.to_json()) == run


@pytest.mark.deep
def test_a_tokenizer_is_timed_with_the_calls_that_time_ours(bench) -> None:
    tok = wl.Tokenizer.from_pretrained("r50k_base", memo=False)
    run = bench(
        modes="all", own={"mine": OwnTokenizer(tok, "r50k_base"), "unknown": tok}, latency=True, rounds=2
    )
    for name, exact in (("mine", True), ("unknown", None)):
        found = [item for item in run if item.case.contender == name]
        assert len(found) == 5
        assert all(item.seconds and item.exact is exact and not item.problem for item in found)
        assert any(item.case.contender == name for item in run.latencies)


def test_a_wrong_claim_is_found_before_anything_is_timed(bench, encode) -> None:
    run = bench(own={"off": OwnTokenizer(lambda text: encode(text)[:-1], "r50k_base")})
    assert [(item.case.label, item.exact) for item in run][1] == ("off", False)


def test_a_claim_about_another_vocabulary_is_not_measured(bench, encode) -> None:
    assert len(list(bench(own={"other": OwnTokenizer(encode, "o200k_base")}))) == 1


def fail(text: str) -> list[int]:
    raise ZeroDivisionError("of my own")


@pytest.mark.parametrize(
    ("broken", "words"),
    [
        (fail, "ZeroDivisionError: of my own"),
        (lambda text: None, "returned None"),
        (lambda text: (number for number in (1, 2)), "expected the ids"),
    ],
)
def test_one_that_fails_is_named_and_the_others_go_on(bench, encode, broken, words) -> None:
    run = bench(own={"broken": broken, "mine": encode}, latency=True)
    ours, broken, mine = run
    assert words in broken.problem
    assert not broken.seconds
    assert len(ours.seconds) == len(mine.seconds) == 3
    assert run.finished


def test_a_process_of_its_own_cannot_run_it(bench, encode, monkeypatch) -> None:
    probed = []
    monkeypatch.setattr(
        "wordchipper_lab.lab.benchmark.session.measure_memory", lambda names, *_: probed.extend(names)
    )
    bench(own={"mine": encode}, memory=True)
    assert probed == ["wordchipper_lab"]


def test_resumed_only_with_the_same_names(bench, encode, tmp_path) -> None:
    path = tmp_path / "run.json"
    first = bench(own={"mine": encode}, resume=path)
    assert bench(own={"mine": encode}, resume=path) == first
    with pytest.raises(InputError, match="own was"):
        bench(resume=path)


@pytest.mark.parametrize("own", [[len], {"mine": 3}, {3: len}, len, {"mine": OwnTokenizer(None)}])  # type: ignore[arg-type]
def test_what_is_no_tokenizer_is_refused(own) -> None:
    with pytest.raises(TypeError, match="functions that make ids"):
        run_benchmark(own=own)


@pytest.mark.parametrize("name", ["", "tiktoken", "wordchipper_lab"])
def test_a_name_is_its_own(name: str) -> None:
    with pytest.raises(ArgumentError, match="no other contender has"):
        run_benchmark(own={name: len})


def test_a_claim_must_be_known() -> None:
    with pytest.raises(WordchipperLabError, match="r50k_base"):
        run_benchmark(own={"mine": OwnTokenizer(len, "nonesuch")})
