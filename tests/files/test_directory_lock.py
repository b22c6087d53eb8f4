"""One run at a time in a directory, with a lock that never needs to be removed by hand."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from wordchipper_lab.errors import CheckpointError, InputError
from wordchipper_lab.files.directory_lock import lock_directory
from wordchipper_lab.training import TrainingOptions, run_training
from wordchipper_lab.training.count_corpus import build_spanner, count_spans

pytestmark = pytest.mark.skipif(os.name == "nt", reason="directories are not locked on Windows")

HOLD = """
import sys
from pathlib import Path
from wordchipper_lab.errors import InputError
from wordchipper_lab.files.directory_lock import lock_directory
with lock_directory(Path(sys.argv[1]), InputError):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_another_thread_of_work_is_refused_and_nothing_is_left(tmp_path: Path) -> None:
    with (
        lock_directory(tmp_path, InputError),
        pytest.raises(CheckpointError, match="in use by another run: wait"),
        lock_directory(tmp_path, CheckpointError),
    ):
        pass
    assert list(tmp_path.iterdir()) == []
    with lock_directory(tmp_path, InputError):
        pass


def test_the_lock_of_a_process_that_was_killed_is_free(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(InputError, match=f"{tmp_path} is in use"), lock_directory(tmp_path, InputError):
            pass
        holder.kill()
        holder.wait()
        with lock_directory(tmp_path, InputError):
            pass


def test_two_training_runs_do_not_share_a_checkpoint(tmp_path: Path) -> None:
    text, options, told = "low lower lowest", TrainingOptions(258), []

    def another(_: object) -> None:
        for again in (
            lambda: run_training(text, options, trainer="naive", checkpoint=tmp_path / "run"),
            lambda: run_training(
                text, options, trainer="naive", checkpoint=tmp_path / "there" / ".." / "run"
            ),
        ):
            with pytest.raises(CheckpointError, match="in use by another run"):
                in_a_thread(again)
        told.append(True)

    (tmp_path / "there").mkdir()
    run_training(text, options, trainer="naive", checkpoint=tmp_path / "run", progress=another)
    assert told
    done = run_training(text, options, trainer="naive", checkpoint=tmp_path / "run")
    assert len(done.merges) == 2
    with lock_directory(tmp_path / "run", InputError), pytest.raises(CheckpointError, match="in use"):
        count_spans(text, build_spanner("r50k_base", ()), checkpoint=tmp_path / "run")


def in_a_thread(work) -> None:
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:
        pool.submit(work).result()
