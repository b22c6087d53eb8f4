"""A cache of kernels in a temporary directory, and code run in a child process with fewer rights."""

from __future__ import annotations

import importlib.util
import itertools
import os
import pickle
import resource
import shutil
import tempfile
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from wordchipper_lab.kernels import cache_files, cache_places

_numbers = itertools.count()


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Start with no warnings given, no place checked and no place named."""
    monkeypatch.setattr(cache_files, "_WARNED", set())
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    cache_places._places_for.cache_clear()
    yield
    cache_places._places_for.cache_clear()


@pytest.fixture
def for_all(fresh: None) -> Iterator[Path]:
    """A directory that other users can also enter (pytest's own are closed)."""
    directory = Path(tempfile.mkdtemp())
    directory.chmod(0o755)
    yield directory
    shutil.rmtree(directory)


@pytest.fixture
def load_kernel() -> Callable[[Path], Any]:
    return _load_kernel


def _load_kernel(directory: Path) -> Any:
    """A new kernel from the source file in a directory, as in a new process."""
    path = directory / "small.py"
    if not path.exists():
        path.write_text(
            "from wordchipper_lab.kernels.jit import jit\n"
            "@jit()\n"
            "def total(values):\n"
            "    found = 0\n"
            "    for value in values:\n"
            "        found += value\n"
            "    return found\n"
        )
    spec = importlib.util.spec_from_file_location(f"small_{next(_numbers)}", path)
    assert spec
    assert spec.loader
    module: ModuleType = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.total


@pytest.fixture
def in_child() -> Callable[..., Any]:
    return _in_child


def _in_child(call: Callable[[], Any], *, user: int | None = None, file_bytes: int | None = None) -> Any:
    """What `call` returns in a forked process, as another user or with a limit on the size of files."""
    if user is not None and os.getuid() != 0:
        pytest.skip("only root can become another user")
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            if file_bytes is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (file_bytes, file_bytes))
            if user is not None:
                os.setgroups([])
                os.setgid(user)
                os.setuid(user)
            answer = pickle.dumps((call(), None))
        except BaseException:
            answer = pickle.dumps((None, traceback.format_exc()))
        with open(writing, "wb") as pipe:
            pipe.write(answer)
        os._exit(0)
    os.close(writing)
    with open(reading, "rb") as pipe:
        answer = pipe.read()
    os.waitpid(child, 0)
    found, trouble = pickle.loads(answer)
    assert trouble is None, trouble
    return found
