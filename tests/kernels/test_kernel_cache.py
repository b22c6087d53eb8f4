"""A kernel whose cache is damaged, full or read-only is compiled and gives the same result."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba.core import caching, config

import wordchipper_lab
from wordchipper_lab.encoders.encode_spans import encode_spans
from wordchipper_lab.kernels.jit import jit
from wordchipper_lab.kernels.kernel_cache import KernelCache
from wordchipper_lab.kernels.linked.load import CHOICE

pytestmark = [
    pytest.mark.usefixtures("fresh"),
    pytest.mark.skipif(bool(config.DISABLE_JIT), reason="nothing is compiled"),
]

PLAIN_USER = 65534
VALUES = np.arange(5)


def run(kernel: Any) -> tuple[int, bool]:
    """What the kernel found, and whether it came from the cache."""
    return int(kernel(VALUES)), bool(kernel.dispatcher.stats.cache_hits)


RunAnew = Callable[[Path], tuple[int, bool, list[str]]]


@pytest.fixture
def run_anew(load_kernel: Callable[[Path], Any]) -> RunAnew:
    def run_kernel(directory: Path) -> tuple[int, bool, list[str]]:
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            found = run(load_kernel(directory))
        return *found, [str(warning.message) for warning in told]

    return run_kernel


def test_every_kernel_of_the_engine_has_the_verified_cache() -> None:
    assert isinstance(encode_spans.dispatcher._cache, KernelCache), (
        "numba has moved its internals, so its own cache is used"
    )


@pytest.mark.parametrize("ending", [".nbi", ".nbc"])
def test_a_damaged_kernel_is_compiled_again(run_anew: RunAnew, tmp_path: Path, ending: str) -> None:
    assert run_anew(tmp_path) == (10, False, [])
    assert run_anew(tmp_path) == (10, True, [])
    (path,) = (tmp_path / "__pycache__").glob(f"*{ending}")
    path.write_bytes(b"")
    found, cached, told = run_anew(tmp_path)
    assert (found, cached, len(told)) == (10, False, 1)
    assert run_anew(tmp_path) == (10, True, [])


def test_what_cannot_be_rebuilt_is_compiled_again(
    run_anew: RunAnew, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_anew(tmp_path)

    def refuse(*_: object) -> None:
        raise RuntimeError("LLVM does not like it")

    with monkeypatch.context() as patched:
        patched.setattr(caching.CompileResultCacheImpl, "rebuild", refuse)
        found, cached, told = run_anew(tmp_path)
    assert (found, cached, len(told)) == (10, False, 1)
    assert run_anew(tmp_path) == (10, True, [])


def _nowhere_else(monkeypatch: pytest.MonkeyPatch, directory: Path) -> None:
    (directory / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(directory / "file"))
    monkeypatch.setattr(tempfile, "tempdir", str(directory / "file"))


def test_a_full_disk_costs_the_cache_and_one_line(
    run_anew: RunAnew, load_kernel, in_child, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _nowhere_else(monkeypatch, tmp_path)
    load_kernel(tmp_path)
    found, cached, told = in_child(lambda: run_anew(tmp_path), file_bytes=1000)
    assert (found, cached, len(told)) == (10, False, 1)
    assert "File too large" in told[0]
    assert [path for path in (tmp_path / "__pycache__").iterdir() if ".nb" in path.name] == []


def test_a_read_only_cache_is_used_and_not_written(
    run_anew: RunAnew, in_child, for_all: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _nowhere_else(monkeypatch, for_all)
    monkeypatch.setenv("HOME", str(for_all / "file"))
    run_anew(for_all)
    assert in_child(lambda: run_anew(for_all), user=PLAIN_USER) == (10, True, [])
    shutil.rmtree(for_all / "__pycache__")
    found, cached, told = in_child(lambda: run_anew(for_all), user=PLAIN_USER)
    assert (found, cached, len(told)) == (10, False, 1)
    assert "compiled kernels cannot be stored" in told[0]
    assert "Permission denied" in told[0]


def test_damage_in_a_read_only_cache_is_for_its_owner_to_remove(
    run_anew: RunAnew, in_child, for_all: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _nowhere_else(monkeypatch, for_all)
    monkeypatch.setenv("HOME", str(for_all / "file"))
    run_anew(for_all)
    (index,) = (for_all / "__pycache__").glob("*.nbi")
    index.write_bytes(b"")
    found, cached, told = in_child(lambda: run_anew(for_all), user=PLAIN_USER)
    assert (found, cached) == (10, False)
    assert f"({index}): compiled again; delete the file, which this user has no permission to do" in told[0]


def test_a_function_of_unknown_source_is_not_kept() -> None:
    names: dict[str, Any] = {"jit": jit}
    exec("@jit()\ndef total(values):\n    return values.sum()", names)
    assert run(names["total"]) == (10, False)


def test_another_numba_keeps_kernels_its_own_way(
    load_kernel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "wordchipper_lab.kernels.kernel_cache", None)
    kernel = load_kernel(tmp_path)
    assert type(kernel.dispatcher._cache) is caching.FunctionCache
    assert run(kernel) == (10, False)
    assert run(load_kernel(tmp_path)) == (10, True)


@pytest.mark.deep
def test_the_whole_engine_survives_a_damaged_cache(tmp_path: Path) -> None:
    """Of the indexes and of the compiled code, every other file is empty, and a bit of the rest is flipped."""
    shutil.copytree(Path(wordchipper_lab.__file__).parent, tmp_path / "wordchipper_lab")

    def encode() -> subprocess.CompletedProcess[bytes]:
        environment = {**os.environ, "PYTHONPATH": str(tmp_path), CHOICE: "numba"}
        environment.pop("NUMBA_CACHE_DIR", None)
        return subprocess.run(
            [sys.executable, "-m", "wordchipper_lab", "encode"],
            input=b"hello world, it's",
            capture_output=True,
            cwd=tmp_path,
            env=environment,
        )

    assert (encode().stdout, encode().stderr) == (b"24912 2375 11 4275\n", b"")
    kept = [path for ending in ("nbi", "nbc") for path in sorted(tmp_path.rglob(f"*.{ending}"))]
    assert len(kept) > 100
    for number, path in enumerate(kept):
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 1
        path.write_bytes(content if number % 2 else b"")
    damaged = encode()
    assert (damaged.stdout, damaged.returncode) == (b"24912 2375 11 4275\n", 0)
    assert damaged.stderr.count(b"\n") == 1
    assert b"is damaged" in damaged.stderr
    assert (encode().stdout, encode().stderr) == (b"24912 2375 11 4275\n", b"")
