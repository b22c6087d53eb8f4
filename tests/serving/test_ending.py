"""TERM and INT end the server within seconds, whatever it is doing."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import psutil
import pytest

from wordchipper_lab.errors import ServeError
from wordchipper_lab.serving import SocketLimits
from wordchipper_lab.serving.ending import Ending

STUCK = """
    import re, subprocess, sys, tempfile, time
    from wordchipper_lab.serving.ending import Ending, end_processes, kernels_of

    directory = tempfile.mkdtemp(prefix="kernels_")
    sleep = "import sys, time; time.sleep(600)"
    kernel = subprocess.Popen([sys.executable, "-c", sleep, directory + "/kernel.json"])
    other = subprocess.Popen([sys.executable, "-c", sleep, "a browser"])
    with Ending(lambda: None, lambda: end_processes(kernels_of(directory)), grace=0.5):
        print(kernel.pid, other.pid, flush=True)
        {stuck}
"""


@pytest.mark.sampled("Python-15")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize(
    "stuck",
    ["while True: pass", "time.sleep(600)", "re.match('(a|a)*b', 'a' * 40)"],
    ids=["Python", "waiting", "C that holds the interpreter"],
)
def test_a_stuck_loop_ends_and_takes_its_kernels_along(number: int, stuck: str) -> None:
    script = textwrap.dedent(STUCK).format(stuck=stuck)
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
        kernel, other = (psutil.Process(int(pid)) for pid in process.stdout.readline().split())
        try:
            process.send_signal(number)
            process.wait(timeout=60)
            assert process.returncode in {128 + number, -signal.SIGALRM}
            if process.returncode > 0:
                kernel.wait(timeout=60)
            assert other.is_running()
        finally:
            for left in (kernel, other):
                if left.is_running():
                    left.kill()


@pytest.mark.deep
def test_a_second_signal_does_not_wait() -> None:
    script = textwrap.dedent(STUCK).format(stuck="while True: time.sleep(0.01)").replace("0.5", "600")
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
        _, other = (psutil.Process(int(pid)) for pid in process.stdout.readline().split())
        try:
            while process.poll() is None:
                process.send_signal(signal.SIGTERM)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(timeout=0.2)
            assert process.returncode == 128 + signal.SIGTERM
        finally:
            other.kill()


def test_once_all_has_ended_in_order_signals_are_left_alone() -> None:
    before = signal.getsignal(signal.SIGTERM)
    asked = []
    with Ending(lambda: asked.append(True), lambda: asked.append(False), grace=600):
        signal.raise_signal(signal.SIGTERM)
    assert asked == [True]
    assert signal.getsignal(signal.SIGTERM) is before
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


STUCK_SERVER = """
    import psutil, tornado.ioloop
    from wordchipper_lab.serving import explorer_app, serve

    def has_kernel():
        return any("voila_" in " ".join(child.cmdline()) for child in psutil.Process().children(recursive=True))

    def hang():
        if has_kernel():
            print("stuck", flush=True)
            while True:
                pass

    class StuckApp(explorer_app.ExplorerApp):
        def listen(self):
            tornado.ioloop.PeriodicCallback(hang, 500).start()
            super().listen()

    explorer_app.ExplorerApp = StuckApp
    serve(port=0, open_browser=False)
"""


def words_of(kernel: psutil.Process) -> list[str]:
    """The connection file in its command line; none for a process that has just ended."""
    with contextlib.suppress(psutil.Error):
        return [word for word in kernel.cmdline() if word.endswith(".json")]
    return []


@pytest.mark.deep
def test_a_server_that_hangs_in_a_handler_ends_with_all_its_kernels() -> None:
    script = textwrap.dedent(STUCK_SERVER)
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
        try:
            while process.stdout.readline() not in {"stuck\n", ""}:
                pass
            kernels = psutil.Process(process.pid).children(recursive=True)
            assert kernels
            files = [word for kernel in kernels for word in words_of(kernel) if "voila_" in word]
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=60)
        finally:
            process.kill()
        _, left = psutil.wait_procs(kernels, timeout=30)
        assert not left
        assert files
        assert not any(Path(file).parent.exists() for file in files)


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"message_mib": 0}, "--max-message"),
        ({"messages_per_second": 0}, "--max-message-rate"),
        ({"connections": -1}, "--max-connections"),
        ({"message_mib": 100}, "--max-backlog"),
    ],
)
def test_limits_that_would_shut_everybody_out_are_refused_by_name(options, named) -> None:
    with pytest.raises(ServeError, match=named):
        SocketLimits(**options)
