"""For all tests: tiktoken, their reference, finds its vocabularies offline; Hypothesis does not look at the clock."""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from wordchipper_lab.vocab.bundled import read_bundled
from wordchipper_lab.vocab.pretrained import pretrained_names, pretrained_spec


@pytest.hookimpl(tryfirst=True)  # before pytest picks by `-m`
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of a test that is ``sampled("a", "b")`` the cases with "a" or "b" in their id run by default, the others in CI."""
    for item in items:
        mark = item.get_closest_marker("sampled")
        if mark and not any(kept in item.nodeid for kept in mark.args):
            item.add_marker(pytest.mark.deep)


def pytest_configure(config: pytest.Config) -> None:
    # Files named by the SHA-1 of their URL are tiktoken's cache. It is laid out here and not in a fixture, so that
    # test modules may call `tiktoken.get_encoding` at their top.
    cache = Path(tempfile.mkdtemp(prefix="tiktoken-cache-"))
    config.add_cleanup(lambda: shutil.rmtree(cache, ignore_errors=True))
    for spec in {spec.file: spec for spec in map(pretrained_spec, pretrained_names())}.values():
        (cache / hashlib.sha1(spec.url.encode()).hexdigest()).write_bytes(
            read_bundled(spec.file, spec.sha256)
        )
    os.environ["TIKTOKEN_CACHE_DIR"] = str(cache)
    hypothesis.settings.register_profile("no deadline", deadline=None)
    hypothesis.settings.load_profile("no deadline")


@pytest.fixture
def two_minutes() -> Iterator[None]:
    """A cluster that hangs must not hang the tests."""

    def too_long(*_: object) -> None:
        raise TimeoutError("a test of the cluster took two minutes")

    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(120)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    """A client of a Dask cluster of processes, of which none is left behind."""
    import psutil

    from wordchipper_lab.training.dask_cluster import connect

    before = set(psutil.Process().children(recursive=True))
    with connect(None) as client:
        yield client
    deadline = time.monotonic() + 10
    while left := [
        child
        for child in set(psutil.Process().children(recursive=True)) - before
        if "resource_tracker" not in " ".join(child.cmdline())
    ]:
        assert time.monotonic() < deadline, f"processes of the cluster are left: {left}"
        time.sleep(0.1)
