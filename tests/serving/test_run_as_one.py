"""A program run as if it were part of ours ends when ours does, however that happens."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path

import psutil
import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")

RUN = """
import sys
from pathlib import Path
from wordchipper_lab.serving.run_as_one import run_as_one
raise SystemExit(run_as_one([sys.executable, "-c", sys.argv[1]], Path(".")) % 256)
"""
LATE = """
import os, subprocess, sys
class Late(subprocess.Popen):
    def __init__(self, *arguments, **options):
        os.kill(os.getpid(), int(sys.argv[2]))
        super().__init__(*arguments, **options)
subprocess.Popen = Late
"""
SLEEP = "print('ready', flush=True); import time; time.sleep(60)"
# waits for the signal: a handler would not be run by a sleep that begins just after the signal came
STUBBORN = """
import signal
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
print("ready", flush=True)
signal.sigwait({signal.SIGTERM})
print("told", flush=True)
raise SystemExit(7)
"""


def start(
    program: str, ignored: Sequence[signal.Signals] = ()
) -> tuple[subprocess.Popen[str], psutil.Process]:
    pipe, command = subprocess.PIPE, [sys.executable, "-c", RUN, program]
    runner = subprocess.Popen(
        command, stdin=pipe, stdout=pipe, text=True, preexec_fn=lambda: hear_all_but(ignored)
    )
    assert runner.stdout.readline() == "ready\n"
    (child,) = psutil.Process(runner.pid).children()
    return runner, child


def hear_all_but(ignored: Sequence[signal.Signals] = ()) -> None:
    """Whatever the parent of this test ignores."""
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN if number in ignored else signal.SIG_DFL)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT])
def test_a_signal_is_passed_on_and_its_end_waited_for(number: signal.Signals) -> None:
    runner, child = start(SLEEP)
    with runner:
        runner.send_signal(number)
        code = runner.wait(timeout=20)
        assert code == 256 - (signal.SIGTERM if number == signal.SIGINT else number)
        assert not child.is_running()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_before_the_programs_start_is_passed_on(number: signal.Signals) -> None:
    command = [sys.executable, "-c", LATE + RUN, SLEEP, str(int(number))]
    assert subprocess.run(command, preexec_fn=hear_all_but, timeout=20).returncode == 256 - number


def test_under_nohup_it_goes_on() -> None:
    ignored = (signal.SIGHUP, signal.SIGQUIT, signal.SIGINT)
    runner, child = start(SLEEP, ignored)
    with runner:
        for number in ignored:
            runner.send_signal(number)
        with pytest.raises(subprocess.TimeoutExpired):
            runner.wait(timeout=1)
        assert child.is_running()
        runner.terminate()
        assert runner.wait(timeout=20) == 256 - signal.SIGTERM
        assert not child.is_running()


def test_the_exit_code_is_the_programs() -> None:
    runner, _ = start(STUBBORN)
    with runner:
        runner.terminate()
        assert runner.wait(timeout=20) == 7
        assert runner.stdout.read() == "told\n"


@pytest.mark.deep
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux notifies a child")
def test_it_ends_where_its_runner_was_killed() -> None:
    runner, child = start(SLEEP)
    with runner:
        runner.kill()
        psutil.wait_procs([child], timeout=10)
        assert not child.is_running()


@pytest.mark.deep
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_lab_leaves_nothing_behind(number: signal.Signals, tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "wordchipper_lab", "lab", "--no-browser", "--port", str(port)]
    environment = os.environ | {"JUPYTER_RUNTIME_DIR": str(tmp_path), "JUPYTER_CONFIG_DIR": str(tmp_path)}
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as lab:
        deadline = time.monotonic() + 120
        while not answers(port):
            assert lab.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.2)
        family = psutil.Process(lab.pid).children(recursive=True)
        assert family
        lab.send_signal(number)
        lab.wait(timeout=60)
        _, alive = psutil.wait_procs(family, timeout=30)
        assert alive == []
    assert not answers(port)


def answers(port: int) -> bool:
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/api", timeout=5)
    except OSError:
        return False
    return True
