"""Latencies: distinct prompts, contenders in turn, percentiles over all calls."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordchipper_lab.lab import BenchmarkRun, Case
from wordchipper_lab.lab.benchmark import measure_latency as latency
from wordchipper_lab.lab.benchmark.benchmark_progress import Tracker
from wordchipper_lab.lab.benchmark.contenders import Contender
from wordchipper_lab.lab.benchmark.corpora import Corpus
from wordchipper_lab.lab.benchmark.measure_latency import (
    PROMPT_BYTES,
    cut_prompts,
    latency_cases,
    measure_latency,
)
from wordchipper_lab.lab.benchmark.plan import plan_cases

CORPUS = Corpus("x", "".join(f"wörd {i} " for i in range(5000)), "")


def a_case(contender: str) -> Case:
    return Case(contender, "r50k_base", "", "", False, 1, "x", "latency")


def measure(*workers, run=None):
    """Measure ``(name, call, nanoseconds)``; return the run and the order in which contenders were called."""
    run = run or BenchmarkRun({}, {}, "")
    now, order = [0], []

    def open_case(case):
        name, work, nanoseconds = next(worker for worker in workers if worker[0] == case.contender)

        def call(prompt):
            order.append(name)
            now[0] += next(nanoseconds)
            return work(prompt)

        return Contender(call)

    cases = [a_case(name) for name, _, _ in workers]
    tracker = Tracker(run, len(cases) * len(latency.PROMPT_BYTES))
    measure_latency(cases, CORPUS, tracker, open_case, lambda: now[0])
    assert tracker.done == tracker.total
    return run, order


@given(st.text(min_size=1), st.integers(4, 300), st.integers(1, 50))
def test_prompts_have_about_the_length_that_was_asked_for(text: str, n_bytes: int, count: int) -> None:
    text = text.encode(errors="replace").decode()
    prompts = cut_prompts(text, n_bytes, count)
    assert 1 <= len(prompts) <= count
    assert all(n_bytes - 6 <= len(prompt.encode()) <= n_bytes for prompt in prompts)


@pytest.mark.parametrize("n_bytes", PROMPT_BYTES)
def test_prompts_differ_and_come_from_all_over_the_text(n_bytes: int) -> None:
    prompts = cut_prompts(CORPUS.text, n_bytes, 500)
    assert len(set(prompts)) == len(prompts) == 500
    assert all(prompt in CORPUS.text for prompt in prompts)
    assert "wörd 4" in prompts[-1]


def test_percentiles_are_in_microseconds_and_of_all_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(latency, "PROMPT_BYTES", (20,))
    # 20 warm-up calls, then 0.1 to 200 microseconds.
    run, _ = measure(
        ("toktok", len, itertools.chain([10**12] * 20, (n * 100 for n in itertools.cycle(range(1, 2001)))))
    )
    assert run.latencies[0].calls == 2000
    assert run.latencies[0].percentiles == {"p50": 100.0, "p90": 180.0, "p99": 198.0, "p99.9": 199.8}


def test_contenders_take_turns_after_a_burst() -> None:
    _, order = measure(("toktok", len, itertools.repeat(1)), ("splintr", len, itertools.repeat(1)))
    turns = [(name, len(list(group))) for name, group in itertools.groupby(order)]
    assert turns[:4] == [("toktok", 20), ("splintr", 20)] * 2
    assert order.count("toktok") == order.count("splintr") == len(PROMPT_BYTES) * (2000 + 20)


def test_who_is_slow_gets_fewer_calls() -> None:
    run, _ = measure(("toktok", len, itertools.repeat(1000)), ("splintr", len, itertools.repeat(10_000_000)))
    calls = {(found.case.contender, found.calls) for found in run.latencies}
    assert calls == {("toktok", 2000), ("splintr", 100)}


def test_who_raises_is_left_out() -> None:
    def broken(prompt):
        raise RuntimeError

    run, _ = measure(("toktok", broken, itertools.repeat(1)), ("splintr", len, itertools.repeat(1)))
    assert {found.case.contender for found in run.latencies} == {"splintr"}


def test_what_is_known_is_not_measured_again() -> None:
    workers = ("toktok", len, itertools.repeat(1)), ("splintr", len, itertools.repeat(1))
    run, _ = measure(workers[0])
    again, order = measure(*workers, run=run)
    assert set(order) == {"splintr"}
    assert len(again.latencies) == 2 * len(PROMPT_BYTES)


def test_which_cases_have_latencies() -> None:
    cases = plan_cases(modes=("spans", "encode", "batch"), threads=(1, 2), peers="toktok")
    assert [(case.label, case.mode, case.threads) for case in latency_cases(cases)] == [
        ("vector + bpe_backtrack + memo", "latency", 1),
        ("vector + bpe_backtrack + memo", "latency_array", 1),
        ("toktok", "latency", 1),
    ]


def test_a_run_has_latencies_of_lists_and_arrays(bench) -> None:
    run = bench(latency=True)
    assert [(found.case.mode, found.prompt_bytes) for found in run.latencies] == [
        (mode, size) for size in PROMPT_BYTES for mode in ("latency", "latency_array")
    ]
    for found in run.latencies:
        times = list(found.percentiles.values())
        assert times[0] > 0
        assert times == sorted(times)
