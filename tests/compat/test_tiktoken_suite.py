"""tiktoken's public tests pass on our face. They come from its source package, where pip finds it."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from ..published_packages import unpack_tar

_PLUGIN = """
from wordchipper_lab.compat import install

install("tiktoken")
"""


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory of the public tests."""
    directory = tmp_path_factory.mktemp("tiktoken")
    asked = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "-q",
        "--no-deps",
        "--no-binary",
        ":all:",
        "tiktoken==0.14.0",
    ]
    try:
        done = subprocess.run(
            [*asked, "-d", directory], capture_output=True, text=True, timeout=300, check=False
        )
    except subprocess.TimeoutExpired:
        pytest.skip("pip does not answer")
    packed = next(directory.glob("tiktoken-*.tar.gz"), None)
    if packed is None:
        pytest.skip(f"tiktoken's source package is not to be had: {(done.stderr.splitlines() or ['?'])[0]}")
    with tarfile.open(packed) as archive:
        tests = [member for member in archive.getmembers() if "/tests/" in member.name]
        unpack_tar(archive, directory, tests)
    # Not beside the package of the source directory, which would be imported instead. Subprocesses, too, get the face.
    (directory / "sitecustomize.py").write_text(_PLUGIN)
    return next(directory.glob("tiktoken-*/tests"))


@pytest.mark.deep
def test_the_public_tests_pass(suite: Path) -> None:
    home = suite.parents[1]
    code = (
        "import sys, pytest, tiktoken; assert tiktoken.__name__.startswith('wordchipper_lab.compat'); "
        "sys.exit(pytest.main(sys.argv[1:]))"
    )
    arguments = [
        "-q",
        "-p",
        "no:cacheprovider",
        "-c",
        "/dev/null",
        "--rootdir",
        str(suite.parent),
        str(suite),
    ]
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(home)},
        cwd=suite.parent,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert "33 passed" in done.stdout
