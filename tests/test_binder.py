"""What Binder needs, as far as it can be checked without building an image."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from wordchipper_lab.serving import SHARE

ROOT = Path(__file__).parents[1]
BINDER = ROOT / "binder"


@pytest.mark.parametrize("name", ["postBuild", "start"])
def test_scripts_are_executable_and_well_formed(name: str) -> None:
    assert os.access(BINDER / name, os.X_OK)
    subprocess.run(["bash", "-n", str(BINDER / name)], check=True)


def test_start_hands_over_to_the_server_in_the_environment_of_the_build() -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    printed = subprocess.run(
        [BINDER / "start", "env"], capture_output=True, text=True, check=True, cwd=ROOT, env={"PATH": path}
    ).stdout
    assert "NUMBA_CPU_NAME=generic\n" in printed
    assert f"JUPYTER_CONFIG_PATH={BINDER / 'config'}\n" in printed
    assert f"JUPYTER_PATH={SHARE}\n" in printed
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


def test_voila_as_an_extension_uses_our_template() -> None:
    config = json.loads((BINDER / "config" / "jupyter_server_config.json").read_text())
    template = config["VoilaConfiguration"]["template"]
    assert (SHARE / "nbconvert" / "templates" / template / "index.html.j2").is_file()


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
