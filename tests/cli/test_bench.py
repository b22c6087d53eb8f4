"""``bench``: a run saved to a file, tables on stdout, an exit code that reports wrong ids, and Ctrl-C."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from wordchipper_lab import lab
from wordchipper_lab.lab.benchmark.contenders import Contender, open_contender

ARGUMENTS = ("bench", "--model", "gpt2", "--no-peers", "--rounds", "2")


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "tiny, with a comma.txt"
    path.write_text("It's a tiny text, naïve and short. " * 20, encoding="utf-8")
    return path


def test_a_run_in_a_file_and_tables(run, corpus, tmp_path) -> None:
    path = tmp_path / "run.json"
    outcome = run(
        *ARGUMENTS, "--corpus", corpus, "--encoder", "tail_sweep,merge_heap", "--mode", "spans", "--mode", "encode",
        "--memo", "both", "--output", path,
    )  # fmt: skip
    assert outcome.code == 0, outcome.error
    found = lab.BenchmarkRun.load(path)
    assert found.finished
    assert [measured.case.label for measured in found] == [
        "vector",
        *(
            f"vector + {encoder}{memo}"
            for encoder in ("tail_sweep", "merge_heap")
            for memo in ("", " + memo")
        ),
    ]
    assert all(len(measured.seconds) == 2 and measured.exact for measured in found)
    text = outcome.out.decode()
    assert text.startswith("- On tiny, with a comma.txt (seen before, spans) vector")  # the verdict first
    assert "\n- Cases measured: 5" in text
    assert "| vector + tail_sweep " in text
    assert "r50k_base, tiny, with a comma.txt, encode: preparing vector + merge_heap" in outcome.error
    assert outcome.error.splitlines()[-1].endswith("done")


def test_csv_or_nothing(run, corpus) -> None:
    arguments = (*ARGUMENTS, "--corpus", corpus)
    out = run(*arguments, "--report", "csv").out.decode()
    throughput = next(table for table in out.split("\n\n") if table.startswith("Throughput"))
    rows = list(csv.reader(io.StringIO(throughput)))
    assert rows[2][0] == "vector + bpe_backtrack + memo"
    assert float(rows[2][1]) > 0
    assert run(*arguments, "--report", "none").out == b""


def test_means_as_in_the_paper_or_medians(run, corpus, tmp_path) -> None:
    arguments = (*ARGUMENTS, "--corpus", corpus, "-o", tmp_path / "run.json")
    assert "Speeds are medians." in run(*arguments).out.decode()
    assert "Speeds are means." in run(*arguments, "--statistic", "mean").out.decode()


@pytest.mark.deep
def test_latency_and_memory(run, corpus, tmp_path) -> None:
    outcome = run(*ARGUMENTS, "--corpus", corpus, "--latency", "--memory", "-o", tmp_path / "run.json")
    assert outcome.code == 0, outcome.error
    assert "Latency of one call" in outcome.out.decode()
    assert "Start and memory" in outcome.out.decode()
    assert len(lab.BenchmarkRun.load(tmp_path / "run.json").latencies) == 10


def test_the_same_command_goes_on(run, corpus, tmp_path) -> None:
    arguments = (*ARGUMENTS, "--corpus", corpus, "-o", tmp_path / "run.json")
    first = run(*arguments)
    second = run(*arguments)
    assert second.out == first.out
    assert "preparing" in first.error
    assert "preparing" not in second.error
    outcome = run(*arguments, "--rounds", 3)
    assert (outcome.code, outcome.out) == (3, b"")
    assert "rounds was 2, now it is 3" in outcome.error


def replace_ids(monkeypatch: pytest.MonkeyPatch, contender: str, call) -> None:
    def open_case(case) -> Contender:
        return Contender(call) if case.contender == contender else open_contender(case)

    monkeypatch.setattr(lab, "run_benchmark", partial(lab.run_benchmark, open_case=open_case))


def test_wrong_ids_of_ours_fail_those_of_a_peer_do_not(run, corpus, monkeypatch) -> None:
    arguments = (*ARGUMENTS[:3], "--rounds", 1, "--corpus", corpus, "--peer", "tiktoken")
    replace_ids(monkeypatch, "tiktoken", lambda text: [0])
    assert run(*arguments).code == 0
    replace_ids(monkeypatch, "wordchipper_lab", lambda text: [0])
    outcome = run(*arguments)
    assert outcome.code == 1
    assert "Exactness" in outcome.out.decode()


def test_control_c(run, corpus, tmp_path, monkeypatch) -> None:
    def interrupt(text):
        raise KeyboardInterrupt

    replace_ids(monkeypatch, "tiktoken", interrupt)
    path = tmp_path / "run.json"
    outcome = run(*ARGUMENTS[:3], "--corpus", corpus, "--peer", "tiktoken", "-o", path)
    assert (outcome.code, outcome.out) == (130, b"")
    assert outcome.error.splitlines()[-1] == f"stopped: run the same command to resume with {path}"
    assert not lab.BenchmarkRun.load(path).finished


@pytest.mark.deep
@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_interrupted_as_a_program(corpus, tmp_path) -> None:
    path = tmp_path / "run.json"
    arguments = [*ARGUMENTS[:4], "--rounds", "100000", "--corpus", str(corpus), "-o", str(path)]
    program = subprocess.Popen(
        [sys.executable, "-m", "wordchipper_lab", *arguments], stderr=subprocess.PIPE, stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # a shell's "&" ignores it
    )  # fmt: skip
    try:
        deadline = time.monotonic() + 120
        while not (path.exists() and any(json.loads(path.read_bytes())["measurements"][:1])):
            assert program.poll() is None, program.stderr.read()
            assert time.monotonic() < deadline
            time.sleep(0.1)
        program.send_signal(signal.SIGINT)
        out, error = program.communicate(timeout=30)
    finally:
        program.kill()
    assert (program.returncode, out) == (130, b"")
    assert b"Traceback" not in error
    found = lab.BenchmarkRun.load(path)
    assert not found.finished
    assert 0 < len(found.measurements[0].seconds) < 100_000


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--encoder", "nope"], "unknown encoder 'nope'"),
        (["--lexer", "regex,nope"], "unknown lexer 'nope'"),
        (["--mode", "nope"], "unknown mode 'nope'"),
        (["--peer", "nope"], "unknown peer 'nope'"),
        (["--corpus", "nope"], "unknown corpus 'nope'"),
        (["--model", "nope"], "unknown model 'nope'"),
        (["--threads", "1,x"], "'x': expected numbers from 1 to 1,024, or all"),
        (["--rounds", "0"], "--rounds"),
        (["--memo", "maybe"], "'on', 'off', 'both'"),
    ],
)
def test_wrong_usage(run, arguments: list[str], problem: str) -> None:
    outcome = run("bench", *arguments)
    assert (outcome.code, outcome.out) == (2, b"")
    assert problem in outcome.error
