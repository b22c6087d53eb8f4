"""A run killed at any moment, any number of times, ends with the result of an uninterrupted run."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from wordchipper_lab.training import TrainingOptions, run_training

TRAIN = """
import sys
from pathlib import Path
from wordchipper_lab.training import TrainingOptions, run_training
from wordchipper_lab.training import run

run._FLUSH_SECONDS = 0.0
corpus, checkpoint, trainer, size = sys.argv[1:]
print("ready", flush=True)
done = run_training(Path(corpus), TrainingOptions(int(size)), trainer=trainer, checkpoint=checkpoint, save_every=0.0)
print(*done.tokens[256:], sep="\\n")
"""


def write_corpus(path: Path, n_bytes: int) -> None:
    sources = sorted(Path(os.__file__).parent.glob("*.py"))
    with path.open("wb") as file:
        while file.tell() < n_bytes:
            for source in sources:
                file.write(source.read_bytes().decode("utf-8", "replace").encode())
        file.truncate(n_bytes)


def start(*arguments: object) -> subprocess.Popen[str]:
    run = subprocess.Popen(
        [sys.executable, "-c", TRAIN, *map(str, arguments)], stdout=subprocess.PIPE, text=True
    )
    assert run.stdout
    assert run.stdout.readline() == "ready\n"
    return run


def killed_until_done(
    corpus: Path, checkpoint: Path, trainer: str, size: int, longest: float
) -> tuple[str, int]:
    """The tokens that the last run prints, and how many runs were killed; each lives a little longer."""
    chance = random.Random(6)
    kills = 0
    while True:
        with start(corpus, checkpoint, trainer, size) as run:
            assert run.stdout
            try:
                out, _ = run.communicate(timeout=chance.random() * longest)
            except subprocess.TimeoutExpired:
                run.kill()
                run.wait()
                kills += 1
                longest *= 1.1
                continue
            assert run.returncode == 0
            return out, kills


@pytest.mark.deep
def test_killed_at_random_moments(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus.txt"
    write_corpus(corpus, 30_000_000)
    began = time.perf_counter()
    expected = run_training(corpus, TrainingOptions(20_000))
    took = time.perf_counter() - began
    # a twentieth of the whole, on this machine today: three kills fit in, however fast it is
    out, kills = killed_until_done(corpus, tmp_path / "run", "fast", 20_000, took / 20)
    assert out.splitlines() == [str(token) for token in expected.tokens[256:]]
    assert kills >= 3


@pytest.mark.deep
def test_killed_while_merging_and_once_more(tmp_path: Path) -> None:
    corpus, checkpoint = tmp_path / "corpus.txt", tmp_path / "run"
    write_corpus(corpus, 600_000)
    expected = run_training(corpus, TrainingOptions(400), trainer="naive")
    for lines in (2, 6):
        with start(corpus, checkpoint, "naive", 400) as run:
            while not (checkpoint / "merges.txt").exists() or len(merges(checkpoint)) < lines:
                assert run.poll() is None, "it finished before it could be killed"
                time.sleep(0.001)
            run.kill()
    assert 6 <= len(merges(checkpoint)) < 144
    with start(corpus, checkpoint, "naive", 400) as run:
        out, _ = run.communicate()
    assert out.splitlines() == [str(token) for token in expected.tokens[256:]]


def merges(checkpoint: Path) -> list[str]:
    return (checkpoint / "merges.txt").read_text().splitlines()
