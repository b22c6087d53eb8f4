"""Run a program as if it were this process: whatever ends this process ends that one too."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType

__all__ = ["run_as_one", "when_parent_dies"]

_PATIENCE = 20  # seconds; a program that does not end on request is killed
_PR_SET_PDEATHSIG = 1  # from Linux's <sys/prctl.h>
_END = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name)]


def run_as_one(command: Sequence[str], directory: Path) -> int:
    """Run `command` in `directory` to its end; returns its exit code, negative for the signal that ended it.

    TERM, HUP and QUIT are passed on, and after 20 seconds it is killed. It gets Ctrl+C directly from the
    terminal whose foreground it shares, and may ask its user a question about it. An interrupt that no
    terminal sent is passed on as TERM, because there is no terminal to ask. Ignored signals, as with
    ``nohup`` and a shell's ``&``, stay ignored. If this process is killed, Linux ends the other one.
    """
    process: subprocess.Popen[bytes] | None = None
    asked_to_end = False
    before_its_start: list[int] = []

    def pass_on(number: int) -> None:
        if process is None:
            before_its_start.append(number)
        else:
            with suppress(ProcessLookupError):
                process.send_signal(number)

    def end(number: int, frame: FrameType | None) -> None:
        nonlocal asked_to_end
        if number == signal.SIGINT and sys.stdin is not None and sys.stdin.isatty():
            return
        asked_to_end = True
        pass_on(signal.SIGTERM if number == signal.SIGINT else number)

    heard = [number for number in (*_END, signal.SIGINT) if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, end) for number in heard}
    try:
        process = subprocess.Popen(command, cwd=directory, preexec_fn=when_parent_dies())
        for number in before_its_start:
            pass_on(number)
        with process:
            while not asked_to_end:
                with suppress(subprocess.TimeoutExpired):
                    return process.wait(timeout=0.5)
            with suppress(subprocess.TimeoutExpired):
                return process.wait(timeout=_PATIENCE)
            process.kill()
            return process.wait()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def when_parent_dies() -> Callable[[], None] | None:
    """Run in the child before it becomes another program, so that it gets TERM when its parent is killed."""
    if not sys.platform.startswith("linux"):
        return None
    libc, parent = ctypes.CDLL(None), os.getpid()

    def ask_for_a_signal() -> None:
        libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:  # it was killed just before
            os._exit(1)

    return ask_for_a_signal
