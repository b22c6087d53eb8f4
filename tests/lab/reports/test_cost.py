"""Throughput turned into hours, machines and money."""

from __future__ import annotations

from dataclasses import replace

import pytest

from wordchipper_lab.errors import InputError
from wordchipper_lab.lab.reports import Job, estimate, machines_for, measured_speed

JOB = Job(mb_per_second=100, n_bytes=3.6e12, cores=2, machines=5, price_per_hour=0.25)


def test_a_linear_estimate_says_that_it_is_an_assumption() -> None:
    answer = estimate(JOB)
    assert (answer.mb_per_second, answer.hours, answer.machine_hours, answer.cost) == (1000, 1.0, 5.0, 1.25)
    assert "not measured" in answer.assumptions[0]
    assert answer.n_tokens is None


def test_measured_speed_ups_are_used() -> None:
    answer = estimate(replace(JOB, speed_ups={1: 1.0, 2: 1.6}))
    assert answer.mb_per_second == pytest.approx(800)
    assert answer.hours == pytest.approx(1.25)
    assert answer.assumptions[0] == "2 cores are 1.60 times one, as measured."


def test_more_cores_than_were_measured_are_taken_to_do_as_well_as_those() -> None:
    answer = estimate(replace(JOB, cores=8, speed_ups={1: 1.0, 2: 1.6, 16: 9.0}))
    assert answer.mb_per_second == pytest.approx(100 * 1.6 / 2 * 8 * 5)
    assert (
        answer.assumptions[0] == "2 cores were measured at 1.60 times one; 8 are assumed to do as well each."
    )


def test_a_corpus_in_tokens() -> None:
    answer = estimate(replace(JOB, n_bytes=None, n_tokens=9e11, bytes_per_token=4.0))
    assert (answer.n_bytes, answer.n_tokens, answer.hours) == (3.6e12, 9e11, 1.0)
    assert estimate(replace(JOB, bytes_per_token=4.0)).n_tokens == 9e11


def test_machines_for_a_deadline() -> None:
    assert machines_for(JOB, hours=1.0).machines == 5
    assert machines_for(JOB, hours=0.9).machines == 6
    answer = machines_for(JOB, hours=1000)
    assert (answer.machines, answer.hours) == (1, 5.0)
    assert machines_for(replace(JOB, n_bytes=0), hours=1).machines == 1


@pytest.mark.parametrize("hours", [0.1, 0.3, 0.7, 1.1, 3.3])
def test_the_deadline_is_kept_and_one_machine_less_would_miss_it(hours: float) -> None:
    answer = machines_for(JOB, hours)
    assert answer.hours <= hours * (1 + 1e-9)
    if answer.machines > 1:
        assert estimate(replace(JOB, machines=answer.machines - 1)).hours > hours


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"mb_per_second": 0}, "mb_per_second is 0"),
        ({"cores": 0}, "cores is 0"),
        ({"machines": -1}, "machines is -1"),
        ({"n_bytes": float("nan")}, "n_bytes is nan"),
        ({"price_per_hour": -0.1}, "price_per_hour is -0.1: expected a number of 0 or more"),
        ({"n_bytes": None}, "size of the corpus is missing"),
        ({"n_bytes": None, "n_tokens": 5}, "bytes_per_token"),
    ],
)
def test_what_cannot_be_is_refused(change: dict[str, float | None], message: str) -> None:
    with pytest.raises(InputError, match=message):
        estimate(replace(JOB, **change))


def test_a_deadline_in_the_past_is_refused() -> None:
    with pytest.raises(InputError, match="hours is 0"):
        machines_for(JOB, 0)


def test_the_speed_comes_out_of_a_run(whole_run) -> None:
    where = {"model": "o200k_base", "corpus": "english", "mode": "batch"}
    found = measured_speed(whole_run, "automaton + bpe_backtrack + memo", **where)
    assert found is not None
    assert found.mb_per_second == pytest.approx(60)
    assert found.bytes_per_token == 4.0
    assert found.speed_ups == pytest.approx({1: 1.0, 2: 1.9})
    assert measured_speed(whole_run, "nobody", **where) is None
