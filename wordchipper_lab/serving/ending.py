"""How the server ends when it is asked to: in order if it can, within seconds in any case, and no kernel is left.

A signal only asks the event loop to stop. A loop that is stuck in a handler never gets to that: TERM and INT did
nothing then. So a thread watches, and ends the process and its kernels once `GRACE_SECONDS` are over.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any

import psutil

__all__ = ["GRACE_SECONDS", "Ending", "end_processes", "kernels_of"]

GRACE_SECONDS = 5.0
_SIGNALS = (signal.SIGTERM, signal.SIGINT)


class Ending:
    """Handles TERM and INT inside a ``with`` block, which is left as soon as everything has ended in order.

    `ask` makes the event loop stop, which ends the block. `end_at_once` is what remains to be done if it has not ended
    `grace` seconds later, or when a second signal comes; the process ends without further ado then.
    """

    def __init__(
        self, ask: Callable[[], None], end_at_once: Callable[[], None], grace: float = GRACE_SECONDS
    ) -> None:
        self._ask, self._end_at_once, self._grace = ask, end_at_once, grace
        self._asked, self._ended = False, threading.Event()
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Ending:
        """Handle the signals; in another thread than the main one, where nobody can, do nothing."""
        if threading.current_thread() is threading.main_thread():
            self._before = {number: signal.signal(number, self._on_signal) for number in _SIGNALS}
        return self

    def __exit__(self, *_: object) -> None:
        """Everything has ended: let the signals be."""
        self._ended.set()
        if self._asked and hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _on_signal(self, number: int, _frame: FrameType | None) -> None:
        if self._asked:  # somebody is in a hurry
            self._end_now(number)
        self._asked = True
        threading.Thread(target=self._watch, args=(number,), daemon=True).start()
        if hasattr(signal, "setitimer"):
            # Should code in C never let go of the interpreter, the system ends the process without its help;
            # kernels notice that within a second.
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_REAL, 2 * self._grace)
        self._ask()

    def _watch(self, number: int) -> None:
        if not self._ended.wait(self._grace):
            self._end_now(number)

    def _end_now(self, number: int) -> None:
        try:
            self._end_at_once()
        finally:
            os._exit(128 + number)


def kernels_of(connection_dir: str) -> list[psutil.Process]:
    """Kernels that this process started with a connection file in that directory, and all that they started.

    Not every child: the browser that ``serve`` opened may be one.
    """
    found = []
    for child in psutil.Process().children():
        with contextlib.suppress(psutil.Error):
            if any(connection_dir in word for word in child.cmdline()):
                found += [child, *child.children(recursive=True)]
    return found


def end_processes(processes: list[psutil.Process]) -> None:
    """Kill those that still run."""
    for process in processes:
        with contextlib.suppress(psutil.Error):
            process.kill()
