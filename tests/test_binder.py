"""What Binder needs, as far as it can be checked without building an image."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BINDER = ROOT / "binder"


@pytest.mark.parametrize("name", ["postBuild", "start"])
def test_scripts_are_executable_and_well_formed(name: str) -> None:
    assert os.access(BINDER / name, os.X_OK)
    subprocess.run(["bash", "-n", str(BINDER / name)], check=True)


def test_start_hands_over_to_the_server_in_the_environment_of_the_build() -> None:
    printed = subprocess.run(
        [BINDER / "start", "env"],
        capture_output=True,
        text=True,
        check=True,
        env={"PATH": os.environ["PATH"]},
    ).stdout
    assert "NUMBA_CPU_NAME=generic\n" in printed
    assert f"JUPYTER_CONFIG_PATH={BINDER / 'config'}\n" in printed
    assert 'source "$here/env.sh"' in (BINDER / "postBuild").read_text()


def test_no_file_takes_precedence_over_the_ones_that_are_there() -> None:
    assert {path.name for path in BINDER.iterdir() if path.is_file()} == {
        "env.sh",
        "postBuild",
        "requirements.txt",
        "runtime.txt",
        "start",
    }
    assert (BINDER / "runtime.txt").read_text() == "python-3.11\n"


@pytest.mark.skipif(not shutil.which("jupyter-repo2docker"), reason="needs repo2docker")
def test_repo2docker_understands_it() -> None:
    done = subprocess.run(
        ["jupyter-repo2docker", "--no-build", "--debug", str(ROOT)],
        capture_output=True,
        text=True,
        check=True,
    )
    dockerfile = done.stdout + done.stderr
    assert "Building conda environment for python=3.11" in dockerfile
    for step in ("binder/requirements.txt", "binder/postBuild", "binder/start"):
        assert step in dockerfile
