"""``paper``: the tables listed, as printed, beside a saved run, and measured."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from wordchipper_lab import lab


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.txt"
    path.write_text("It's a tiny text, naïve and short. " * 20, encoding="utf-8")
    return path


def test_the_list(run) -> None:
    outcome = run("paper")
    assert outcome.code == 0
    lines = outcome.out.decode().splitlines()
    assert len(lines) == 12
    assert lines[1] == "1      Relative Mean Throughput amd3990X, r50k"
    assert [row["table"] for row in json.loads(run("paper", "--json").out)] == list(range(1, 12))


def test_as_printed(run) -> None:
    text = run("paper", "4", "--printed").out.decode()
    assert text.startswith("**The paper, table 4: Min/Mean/Max Throughput rust, amd3990X, r50k**")
    assert "| wc:logos " in text
    assert "256G, Ubuntu 24.04" in text
    found = json.loads(run("paper", "4", "--printed", "--json").out)
    assert found["paper"]["rows"][0]["figures"][:3] == [251.5, 257.0, 261.7]
    assert found["here"] is None


def test_measured_saved_and_shown_again(run, corpus, tmp_path) -> None:
    path = tmp_path / "run.json"
    arguments = ("--threads", 1, "--no-peers", "--rounds", 1, "--corpus", corpus)
    outcome = run("paper", "8", *arguments, "-o", path)
    assert outcome.code == 0, outcome.error
    text = outcome.out.decode()
    assert "**Table 8: Min/Mean/Max Throughput python, amd3990X, gpt2**" in text
    assert "here T=1" in text
    assert "preparing own pool + logos" in outcome.error
    assert lab.BenchmarkRun.load(path).finished
    again = run("paper", "8", "--run", path)
    assert (again.code, again.out, again.error) == (0, outcome.out, "")
    assert json.loads(run("paper", "8", "--run", path, "--json").out)["here"]["threads"] == [1]


def test_wrong_ids_are_an_exit_code(run, corpus, tmp_path) -> None:
    path = tmp_path / "run.json"
    run("paper", "8", "--threads", 1, "--no-peers", "--rounds", 1, "--corpus", corpus, "-o", path)
    path.write_text(path.read_text().replace('"exact": true', '"exact": false', 1))
    assert run("paper", "8", "--run", path).code == 1


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["12"], "expected a table from 1 to 11"),
        (["x"], "a valid integer"),
        (["1", "--threads", "0"], "--threads"),
        (["1", "--run", "nowhere.json"], "does not exist"),
        (["1", "--corpus", "nope"], "unknown corpus 'nope'"),
    ],
)
def test_wrong_usage(run, arguments: list[str], problem: str) -> None:
    outcome = run("paper", *arguments)
    assert (outcome.code, outcome.out) == (2, b"")
    assert problem in outcome.error
