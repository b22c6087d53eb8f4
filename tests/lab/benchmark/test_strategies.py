"""Ways to encode a batch: the same ids by each of them, and a run that reports can read."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack

import numpy as np
import pytest

import wordchipper_lab as wl
from wordchipper_lab.errors import UnknownNameError
from wordchipper_lab.lab.benchmark.results import OURS, Case
from wordchipper_lab.lab.benchmark.run_strategies import run_strategies
from wordchipper_lab.lab.benchmark.strategies import STRATEGIES, open_strategy, slot_of, strategy_of
from wordchipper_lab.lab.reports import batch

IN_THREADS = [name for name in STRATEGIES if name != "processes"]
TEXTS = ["", "hello world", "naïve 日本語 <|endoftext|>", *(f"text {number} of many" for number in range(50))]


def assert_same_ids(name: str, tok: wl.Tokenizer, threads: int) -> None:
    expected = tok.encode_batch_arrays(TEXTS, "text")
    with STRATEGIES[name](tok, threads) as call:
        for texts in (TEXTS, TEXTS[:1], [], TEXTS[::-1]):
            found = call(texts)
            assert len(found) == len(texts)
        for ids, right in zip(call(TEXTS), expected, strict=True):
            assert np.array_equal(ids, right)


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("name", IN_THREADS)
def test_the_same_ids_by_threads(name: str, threads: int) -> None:
    assert_same_ids(name, wl.Tokenizer.from_pretrained("r50k_base"), threads)


@pytest.mark.deep
def test_the_same_ids_by_processes() -> None:
    assert_same_ids("processes", wl.Tokenizer.from_pretrained("r50k_base", "logos"), 2)


def test_slots_are_shared_by_chance() -> None:
    shares = Counter(slot_of(index, 4) for index in range(4_000))
    assert set(shares) == {0, 1, 2, 3}
    assert all(800 < share < 1200 for share in shares.values())
    assert len(set(shares.values())) > 1


@pytest.mark.parametrize("name", IN_THREADS)
def test_a_failure_in_a_thread_is_raised(name: str) -> None:
    tok = wl.Tokenizer.from_pretrained("r50k_base")
    with STRATEGIES[name](tok, 2) as call, pytest.raises(TypeError):
        call(["a", None, "b"])


def test_a_run(small, corpus) -> None:
    run = run_strategies(
        model="gpt2", strategies=IN_THREADS, lexers=("automaton", "logos"), threads=(1, 2), corpus=corpus, rounds=2
    )  # fmt: skip
    assert run.finished
    assert all(found.exact and len(found.seconds) == 2 for found in run)
    assert run.settings["strategies"] == IN_THREADS
    assert {strategy_of(found.case) for found in run} == set(IN_THREADS)
    (table,) = batch(run)
    assert table.columns == ("Name", "T=1 MB/s", "T=2 MB/s", "T=2 speed-up")
    assert len(table.rows) == 2 * len(IN_THREADS)


@pytest.mark.deep
def test_a_run_with_processes(small, corpus) -> None:
    run = run_strategies(model="gpt2", strategies="all", threads=2, corpus=corpus, rounds=1)
    assert [found.exact for found in run] == [True] * len(STRATEGIES)
    assert not any(found.problem for found in run)


def test_only_strategies_are_strategies() -> None:
    case = Case(OURS, "gpt2", "logos", "tail_sweep", False, 1, "english", "batch")
    assert strategy_of(case) == ""
    with (
        ExitStack() as opened,
        pytest.raises(UnknownNameError, match="expected one of own pool, thread pool"),
    ):
        open_strategy(case, opened)
    with pytest.raises(UnknownNameError, match="unknown strategy 'luck'"):
        run_strategies(strategies="luck")
