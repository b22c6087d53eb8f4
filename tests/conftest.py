"""For all tests: tiktoken, their reference, finds its vocabularies offline, and Hypothesis has no deadline.

A run of all tests uses several processes and starts with the tests that take longest. Tests that need a
server share two dashboards, started as a user would start them.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import psutil
import pytest

from wordchipper_lab.cores import count_cores
from wordchipper_lab.serving.resources import import_no_iri_grammars
from wordchipper_lab.vocab.bundled import read_bundled
from wordchipper_lab.vocab.pretrained import pretrained_names, pretrained_spec

from .published_packages import npm_package, pypi_package  # noqa: F401  # fixtures

_MOST_WORKERS = 4  # each may take 1.5 GB

# These run in one process with one dashboard: a server, a browser and the first kernel take 15 s of processor
# time, each further page 5 s. On two cores the default run takes 187 s with one dashboard and 215 s with two.
_BEFORE_THE_DASHBOARD = (
    "tests/browser/",
    "tests/serving/test_running_server.py",
    "tests/serving/test_visitors.py",
)
# Each test takes long and shares nothing with the others in its file.
_ALONE = ("tests/benchmarks/test_scripts.py", "tests/kernels/test_kernel_cache.py")
_LONGEST_FIRST = (
    "dashboard",
    "notebooks/",
    "tests/serving/test_soak.py",
    "tests/spanners/test_exhaustive.py",
    "tests/benchmarks/test_scripts.py",
    "tests/lab/divergence/test_sweep.py",
    "tests/lab/divergence/test_machines.py",
    "tests/tokenizer/test_exactness.py",
    "tests/spanners/test_open_patterns.py",
    "tests/spanners/test_every_scalar.py",
    "tests/kernels/test_kernel_cache.py",
    "tests/cli/",
    "tests/serving/",
    "README.md",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--site", action="store_true", help="browser tests visit a site of files, without a kernel"
    )


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads its options
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Run all tests in several processes; files or directories on the command line start at once, in one.

    There are as many processes as cores: each takes another 7 s of processor time before its first test.
    ``-n`` overrides this.
    """
    if _runs_all(config) and config.pluginmanager.hasplugin("xdist") and config.option.numprocesses is None:
        config.option.numprocesses = min(max(2, count_cores()), _MOST_WORKERS)


def _runs_all(config: pytest.Config) -> bool:
    is_worker, debugs = hasattr(config, "workerinput"), config.getoption("usepdb")
    return config.args_source is config.ArgsSource.TESTPATHS and not is_worker and not debugs


def pytest_report_header(config: pytest.Config) -> list[str]:
    if _runs_all(config) and not config.pluginmanager.hasplugin("xdist"):
        return [
            "one process, so about twice as long: pytest-xdist is not installed (`pip install -e '.[test]'`)"
        ]
    return []


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Assign whole files to processes, so that each module is set up only once; see `_share_a_process`."""
    from xdist.scheduler import LoadScopeScheduling

    class ByFile(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return _share_a_process(nodeid)

        def remove_node(self, node: Any) -> str | None:
            """Name the test that killed a process; xdist would let it kill eight more processes.

            Files that are done are not given to another process: without a test to run it would never report.
            """
            work = self.assigned_work[node]
            left = [
                (tests, nodeid) for tests in work.values() for nodeid, is_done in tests.items() if not is_done
            ]
            for tests, nodeid in left[:1]:
                tests[nodeid] = True
            for scope in [scope for scope, tests in work.items() if all(tests.values())]:
                del work[scope]
            super().remove_node(node)
            return left[0][1] if left else None

    config.option.loadscopereorder = False  # see `pytest_collection_modifyitems`
    return ByFile(config, log)


def _share_a_process(nodeid: str) -> str:
    """Return the same scope for tests that share a process: those of one file, or with one dashboard."""
    path = nodeid.partition("::")[0]
    if path in _ALONE:
        return nodeid
    return "dashboard" if path.startswith(_BEFORE_THE_DASHBOARD) else path


def _how_soon(item: pytest.Item) -> int:
    scope = _share_a_process(item.nodeid)
    return next(
        (at for at, start in enumerate(_LONGEST_FIRST) if scope.startswith(start)), len(_LONGEST_FIRST)
    )


@pytest.hookimpl(tryfirst=True)  # before pytest selects by `-m`
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of a ``sampled("a", "b")`` test, run cases with "a" or "b" in their id by default, the others in CI."""
    for item in items:
        mark = item.get_closest_marker("sampled")
        if mark and not any(kept in item.nodeid for kept in mark.args):
            item.add_marker(pytest.mark.deep)
    items.sort(key=_how_soon)  # the others keep their order


def pytest_collection_finish() -> None:
    gc.freeze()  # collected tests stay; later garbage collections skip them
    gc.enable()


def pytest_configure(config: pytest.Config) -> None:
    import_no_iri_grammars()
    gc.disable()  # until the tests are collected: a million objects stay, and this saves 2 s of 11
    # tiktoken's cache consists of files named by the SHA-1 of their URL. It is filled here, not in a fixture,
    # so that test modules may call `tiktoken.get_encoding` at the top level.
    cache = Path(tempfile.mkdtemp(prefix="tiktoken-cache-"))
    config.add_cleanup(lambda: shutil.rmtree(cache, ignore_errors=True))
    for spec in {spec.file: spec for spec in map(pretrained_spec, pretrained_names())}.values():
        (cache / hashlib.sha1(spec.url.encode()).hexdigest()).write_bytes(
            read_bundled(spec.file, spec.sha256)
        )
    os.environ["TIKTOKEN_CACHE_DIR"] = str(cache)
    # 25 Hypothesis examples in the default run; `pytest -m "deep or hypothesis"` has 100.
    hypothesis.settings.register_profile("here", deadline=None, max_examples=100 if _is_deep(config) else 25)
    hypothesis.settings.load_profile("here")


def _is_deep(config: pytest.Config) -> bool:
    return "deep" in config.option.markexpr.replace("not deep", "") or config.option.markexpr == "exhaustive"


class Dashboard:
    """A running ``wordchipper-lab serve``."""

    def __init__(self, process: subprocess.Popen[str], address: str) -> None:
        self.process, self.address = process, address

    def kernel_of(self, page: Any) -> int:
        """Process id of the kernel of an open page."""
        config = "JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId"
        kernel_id = page.evaluate(config)
        for pid in self.kernels():
            with contextlib.suppress(psutil.Error):  # it may have ended since
                if any(kernel_id in word for word in psutil.Process(pid).cmdline()):
                    return pid
        raise AssertionError("the page's kernel was not found")

    def let_restart(self, page: Any) -> None:
        """Kill the kernel of an open page and wait until Jupyter, which checks every 3 s, starts another."""
        dead = self.kernel_of(page)
        psutil.Process(dead).kill()
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            with contextlib.suppress(AssertionError):  # for a moment it has no kernel
                if self.kernel_of(page) != dead:
                    return
            page.wait_for_timeout(100)
        raise AssertionError("the kernel was not restarted")

    def zygote(self) -> psutil.Process:
        """The process that forks its kernels."""
        for child in psutil.Process(self.process.pid).children():
            with contextlib.suppress(psutil.Error):
                if "wordchipper_lab.serving.zygote" in child.cmdline():
                    return child
        raise AssertionError("there is no zygote")

    def to(self, path: str) -> str:
        """The address of "stepper?state=..."."""
        return self.address + path

    def kernels(self) -> set[int]:
        """Process ids of its kernels, including the preheated one."""
        children = psutil.Process(self.process.pid).children(recursive=True)
        return {child.pid for child in children if _is_kernel(child)}


def _is_kernel(process: psutil.Process) -> bool:
    try:
        return any("visitor_kernel" in word for word in process.cmdline())
    except psutil.Error:
        return False


@pytest.fixture(scope="session")
def dashboard(pytestconfig: pytest.Config) -> Iterator[Dashboard]:
    """As a user starts it; by default without spare kernels (13 s of CPU time) but for the first screen."""
    with _serve("--spares" if _is_deep(pytestconfig) else "--no-spares") as running:
        yield running


@pytest.fixture(scope="session")
def narrow_dashboard() -> Iterator[Dashboard]:
    """A dashboard with room for few visitors, behind a proxy that reports their addresses."""
    room = ("--max-visitors", "3", "--max-per-address", "2", "--visitor-memory", "512", "--max-starting", "1")
    with _serve(*room, "--behind-proxy") as running:
        yield running


@pytest.fixture(scope="session")
def serve() -> Callable[..., contextlib.AbstractContextManager[Dashboard]]:
    """Start a separate dashboard with these options; `clone` is the directory of another clone to serve from."""
    return _serve


@contextlib.contextmanager
def _serve(*options: str, clone: Path | None = None) -> Iterator[Dashboard]:
    command = [sys.executable, "-m", "wordchipper_lab", "serve", "--no-browser", "--port", "0", *options]
    environment = os.environ | ({"PYTHONPATH": str(clone)} if clone else {})
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=clone, env=environment) as process:
        try:
            line = process.stdout.readline()
            assert line.startswith("Lab at http://127.0.0.1:"), line
            running = Dashboard(process, line.split()[-1])
            yield running
            kernels = running.kernels()
        finally:
            process.terminate()
        process.wait(timeout=30)
        psutil.wait_procs([psutil.Process(pid) for pid in kernels if psutil.pid_exists(pid)], timeout=10)
        assert not any(psutil.pid_exists(pid) for pid in kernels), "a kernel outlived the dashboard"


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
    """A client of a Dask cluster of processes; none of them may be left behind."""
    from wordchipper_lab.corpus.dask_cluster import connect

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
