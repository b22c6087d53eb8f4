"""The scripts and benchmark files work; they are not part of the default run, so nothing else checks that."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent

pytestmark = pytest.mark.deep


def run(*command: str) -> str:
    # pytest-benchmark measures nothing if it detects pytest-xdist.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_XDIST")}
    done = subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, cwd=HERE.parents[1], env=environment
    )
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


def test_compare_with_peers():
    out = run(
        "tests/benchmarks/compare_with_peers.py",
        "--quick",
        "--models",
        "r50k_base",
        "--only",
        "encode",
        "growth",
    )
    rows = [line.split(" | ") for line in out.splitlines() if line.startswith("| `")]
    assert len(rows) == 3 * 2 + 5
    assert all(len(row) == 5 for row in rows)
    assert all(float(row[2].split()[0].replace(",", "")) > 0 for row in rows)


def test_training_tables(tmp_path):
    out = run(
        *("tests/benchmarks/training_tables.py", "diverse", "--sizes", "0.02", "--vocab", "300", "400"),
        *("--budget", "2", "--json", str(tmp_path / "tables.json")),
    )
    titles = [line for line in out.splitlines() if line.startswith("**")]
    assert len(titles) == 6
    assert (tmp_path / "tables.json").stat().st_size > 1000


def test_benchmark_files():
    pytest.importorskip("pytest_benchmark")
    names = ["encode", "spans", "decode", "batch", "peers"]
    options = ("--benchmark-only", "--benchmark-max-time=0.01", "--benchmark-min-rounds=1", "-q")
    files = [f"tests/benchmarks/benchmark_{name}.py" for name in names]
    out = run("-m", "pytest", *files, *options, "-k", "r50k_base and english")
    assert " passed" in out
    assert all(f"test_{name}[" in out for name in names)


def test_compare_trainers():
    out = run("tests/benchmarks/compare_trainers.py", "--megabytes", "0.3", "--vocab", "400", "--rounds", "1")
    rows = [line.split(" | ") for line in out.splitlines() if " | 400 | " in line]
    assert {row[2] for row in rows} >= {"ours, 1 thread", "ours, 2 threads", "HF tokenizers"}
    assert {row[6] for row in rows} == {"identical |"}


def test_train_a_gigabyte():
    out = run(
        "tests/benchmarks/train_a_gigabyte.py", "--sizes", "1", "3", "--vocab-size", "2000", "--kills", "1"
    )
    assert len([line for line in out.splitlines() if " MB |" in line]) == 2
    assert out.rstrip().endswith("the same vocabulary.")


def test_soak():
    pytest.importorskip("tiktoken")
    out = run("tests/benchmarks/soak.py", "--minutes", "0.1")
    assert " 0 wrong " in out
