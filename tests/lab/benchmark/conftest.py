"""Contenders made for tests, and runs small enough to take no time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from wordchipper_lab.lab import Case, run_benchmark
from wordchipper_lab.lab.benchmark import lanes, workload
from wordchipper_lab.lab.benchmark.contenders import Contender, open_contender

TEXT = "It's naïve: 日本語, 👍🏽 and\r\n\r\n   code(x_1) = 12345;\t don't\n"


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.txt"
    path.write_bytes(TEXT.encode() * 5)
    return path


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """One pass per round, small batches."""
    monkeypatch.setattr(lanes, "ROUND_SECONDS", 0.0)
    monkeypatch.setattr(workload, "BATCH_BYTES", 5_000)


@pytest.fixture
def bench(small, corpus: Path) -> Callable:
    """`run_benchmark` on a tiny text with r50k_base."""

    def run(**options):
        return run_benchmark(
            **{"models": "r50k_base", "corpora": corpus, "peers": (), "rounds": 3, **options}
        )

    return run


@pytest.fixture
def opener() -> Callable:
    """``opener(tiktoken=call)`` opens that contender with ``call(right, text)``; others are unchanged.

    ``right`` is what tail_sweep gives for the text. ``opener.opened`` lists the labels of opened contenders.
    """

    def replacing(**calls):
        def open_case(case: Case) -> Contender:
            open_case.opened.append(case.label)
            if case.contender not in calls:
                return open_contender(case)
            ours = open_contender(
                Case("wordchipper_lab", case.model, "regex", "tail_sweep", False, 1, "", case.mode)
            )
            return Contender(lambda text: calls[case.contender](ours.call(text), text))

        open_case.opened = []
        return open_case

    return replacing
