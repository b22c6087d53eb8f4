"""Measure a table of the paper here: every row that has a counterpart, and nothing else."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from wordchipper_lab.lab.benchmark import lanes, workload
from wordchipper_lab.lab.benchmark.corpora import load_corpus
from wordchipper_lab.lab.paper import here, measure_table, paper_table
from wordchipper_lab.lab.paper.measuring import plan_table


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(lanes, "ROUND_SECONDS", 0.0)
    monkeypatch.setattr(workload, "BATCH_BYTES", 5_000)
    path = tmp_path / "tiny.txt"
    path.write_text("It's a tiny text, naïve and short. " * 20, encoding="utf-8")
    return path


def test_a_table_of_encoders(tiny: Path) -> None:
    run = measure_table(1, threads=1, corpus=tiny, rounds=1)
    assert run.finished
    assert all(found.exact for found in run)
    assert run.settings["paper_table"] == 1
    assert all(row.figures[0] is not None for row in here(paper_table(1), run).rows)


def test_a_table_of_strategies(tiny: Path) -> None:
    run = measure_table(11, threads=[1, 2], corpus=tiny, peers=False, rounds=1)
    found = here(paper_table(11), run)
    assert found.threads == (1, 2)
    measured = {row.name for row in found.rows if row.figures[0] is not None}
    assert measured == {
        "wc::rayon::logos", "wc::rayon::regex-automata", "wc::threadpool::logos", "wc::threadpool::regex-automata",
        "this package's default, memo warm",
    }  # fmt: skip


def test_plans_have_what_the_rows_need() -> None:
    english, diverse = load_corpus("english"), load_corpus("diverse")
    ours = plan_table(paper_table(3), [english, diverse], "all", peers=False)
    assert len(ours) == 3 * 2 * 15
    assert not any(case.memo for case in ours)
    speeds = plan_table(paper_table(6), [english], 1)
    assert {case.contender for case in speeds} >= {"wordchipper_lab", "tiktoken"}
    assert sum(case.memo for case in speeds) == 1
    assert len(plan_table(paper_table(1), [english], (1, 2), peers=False)) == 30


def test_a_stop(tiny: Path) -> None:
    stop = threading.Event()
    stop.set()
    run = measure_table(4, threads=1, corpus=tiny, rounds=1, stop=stop)
    assert not run.finished
    assert not any(found.seconds for found in run)
