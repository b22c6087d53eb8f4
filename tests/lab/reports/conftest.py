"""Handmade runs: every figure that a report should find is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from wordchipper_lab.lab.benchmark.results import OURS, BenchmarkRun, Case, Latency, Measurement, Memory


def measured(mb_per_second: float | Sequence[float], contender: str = OURS, **fields: Any) -> Measurement:
    """A measurement of 12 MB and 3 million tokens with these speeds, one per round."""
    speeds = [mb_per_second] if isinstance(mb_per_second, int | float) else mb_per_second
    exact, problem = fields.pop("exact", True), fields.pop("problem", "")
    defaults: dict[str, Any] = {
        "model": "o200k_base",
        "lexer": "automaton" if contender == OURS else "",
        "encoder": "bpe_backtrack" if contender == OURS else "",
        "memo": False,
        "threads": 1,
        "corpus": "english",
        "mode": "encode_array",
    }
    case = Case(contender, **{**defaults, **fields})
    return Measurement(case, 12_000_000, 3_000_000, [12 / speed for speed in speeds], exact, problem)


def run_of(*measurements: Measurement, **fields: Any) -> BenchmarkRun:
    """A finished run on a made-up machine."""
    defaults: dict[str, Any] = {
        "machine": {"cpu": "made by hand"},
        "settings": {},
        "started": "2026-01-01T00:00:00Z",
        "finished": True,
    }
    return BenchmarkRun(**{**defaults, **fields}, measurements=list(measurements))


def encoders_run(speeds: Mapping[tuple[str, str], tuple[float, float]], **fields: Any) -> BenchmarkRun:
    """(lexer, encoder) -> MB/s on English and on diverse text."""
    return run_of(
        *(
            measured(pair[at], lexer=lexer, encoder=encoder, corpus=corpus, **fields)
            for (lexer, encoder), pair in speeds.items()
            for at, corpus in enumerate(("english", "diverse"))
        )
    )


@pytest.fixture
def make() -> Callable[..., Measurement]:
    return measured


@pytest.fixture
def run_with() -> Callable[..., BenchmarkRun]:
    return run_of


@pytest.fixture
def run_of_encoders() -> Callable[..., BenchmarkRun]:
    return encoders_run


@pytest.fixture
def whole_run() -> BenchmarkRun:
    """A bit of everything: two lexers, a peer, batches, latencies, memory, one contender inexact and one broken."""
    ours = [
        measured((90, 100, 110), lexer="automaton", encoder="tail_sweep"),
        measured(50, lexer="automaton", encoder="bpe_backtrack"),
        measured(10, lexer="regex", encoder="tail_sweep"),
        measured(10, lexer="regex", encoder="bpe_backtrack"),
        measured(30, lexer="automaton", encoder="tail_sweep", corpus="diverse"),
        measured(40, lexer="automaton", encoder="bpe_backtrack", corpus="diverse"),
        measured(200, lexer="automaton", encoder="tail_sweep", memo=True),
        measured(400, encoder="", mode="spans", exact=None),
        measured(20, lexer="regex", encoder="", mode="spans", exact=None),
        measured(60, mode="batch", memo=True),
        measured(114, mode="batch", memo=True, threads=2),
    ]
    peers = [
        measured((18, 22), "tiktoken"),
        measured(15, "tiktoken", mode="batch"),
        measured(45, "quick", exact=False),
        measured((), "broken", exact=None, problem="panicked | badly"),
    ]
    latency = Latency(
        Case(OURS, "o200k_base", "automaton", "bpe_backtrack", True, 1, "english", "latency"),
        100,
        1000,
        {"p50": 2.5, "p99": 9.0},
    )
    memory = Memory(OURS, "o200k_base", 0.25, 0.75, 120_000_000, 150_000_000)
    return run_of(*ours, *peers, latencies=[latency], memory=[memory])
