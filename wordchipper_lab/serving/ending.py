"""How the server ends on request: in order if possible, within seconds in any case, leaving no kernel behind.

A signal only asks the event loop to stop. A loop stuck in a handler never gets that far, so TERM and INT had
no effect. Therefore a thread watches, and ends the process and its kernels after `GRACE_SECONDS`.
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

    `ask` makes the event loop stop, which ends the block. `end_at_once` is called if it has not ended `grace`
    seconds later, or when a second signal arrives; the process then ends immediately.
    """

    def __init__(
        self, ask: Callable[[], None], end_at_once: Callable[[], None], grace: float = GRACE_SECONDS
    ) -> None:
        self._ask, self._end_at_once, self._grace = ask, end_at_once, grace
        self._asked, self._ended = False, threading.Event()
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Ending:
        """Handle the signals; does nothing outside the main thread, where that is impossible."""
        if threading.current_thread() is threading.main_thread():
            self._before = {number: signal.signal(number, self._on_signal) for number in _SIGNALS}
        return self

    def __exit__(self, *_: object) -> None:
        """Everything has ended: restore the signals."""
        self._ended.set()
        if self._asked and hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _on_signal(self, number: int, _frame: FrameType | None) -> None:
        if self._asked:  # a second signal: end now
            self._end_now(number)
        self._asked = True
        threading.Thread(target=self._watch, args=(number,), daemon=True).start()
        if hasattr(signal, "setitimer"):
            # If code in C never releases the interpreter, the system ends the process without its help; the
            # kernels notice within a second.
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
    """Kernels below this process with a connection file in that directory, and all processes they started.

    Not every child process: the browser that ``serve`` opened may be one.
    """
    found = []
    for child in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error):
            if any(connection_dir in word for word in child.cmdline()):
                found += [child, *child.children(recursive=True)]
    return found


def end_processes(processes: list[psutil.Process]) -> None:
    """Kill those that are still running."""
    for process in processes:
        with contextlib.suppress(psutil.Error):
            process.kill()
