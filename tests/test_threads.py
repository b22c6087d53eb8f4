"""How many threads are used where nothing says it: the environment variable, then the cores."""

from __future__ import annotations

import pytest

import wordchipper_lab as wl
from wordchipper_lab.cores import count_cores
from wordchipper_lab.errors import ArgumentError, InputError
from wordchipper_lab.lab.benchmark.plan import choose_threads
from wordchipper_lab.threads import MOST_THREADS, THREADS_VARIABLE, resolve_threads


@pytest.fixture(autouse=True)
def unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(THREADS_VARIABLE, raising=False)


def test_without_the_variable_every_core_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    assert resolve_threads(None) == count_cores()
    monkeypatch.setenv(THREADS_VARIABLE, " ")
    assert resolve_threads(None) == count_cores()


@pytest.mark.parametrize(("given", "expected"), [("1", 1), (" 7 ", 7), ("65536", MOST_THREADS)])
def test_the_variable_is_the_default(monkeypatch: pytest.MonkeyPatch, given: str, expected: int) -> None:
    monkeypatch.setenv(THREADS_VARIABLE, given)
    assert resolve_threads(None) == expected
    assert resolve_threads(3) == 3
    assert wl.Tokenizer.from_pretrained("r50k_base").num_threads == expected
    assert wl.Tokenizer.from_pretrained("r50k_base", num_threads=2).num_threads == 2


@pytest.mark.parametrize("given", ["0", "-1", "65537", "two", "1.5", "1e3", "9" * 5000, "٣x"])
def test_a_bad_value_is_an_error_that_names_the_variable(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv(THREADS_VARIABLE, given)
    with pytest.raises(InputError, match=f"{THREADS_VARIABLE} is .*expected a whole number from 1 to 65,536"):
        wl.Tokenizer.from_pretrained("r50k_base")
    assert resolve_threads(2) == 2  # where a number is given, the variable is not read


def test_an_argument_of_the_wrong_size_is_still_the_arguments_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(THREADS_VARIABLE, "2")
    with pytest.raises(ArgumentError, match="num_threads is 0"):
        resolve_threads(0)


def test_benchmarks_of_all_threads_go_up_to_every_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(THREADS_VARIABLE, "5")
    assert choose_threads("auto") == (5,)
    assert choose_threads("all")[-1] == count_cores()
