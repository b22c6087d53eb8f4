"""SIGTERM ends a command as Ctrl-C does: unfinished output is removed, resumable work is kept."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any

__all__ = ["Termination", "ending_at_once"]


class Termination:
    """Inside this context SIGTERM raises `KeyboardInterrupt`; `code` tells the two apart.

    Does nothing if a handler is already installed, as by servers.
    """

    def __init__(self) -> None:
        self._came = False
        self._is_ours = False

    def code(self, code: int) -> int:
        """The exit code of a command that ended with `code`: 143 instead of 130 after a SIGTERM."""
        return 128 + signal.SIGTERM if self._came and code == 128 + signal.SIGINT else code

    def __enter__(self) -> Termination:
        self._is_ours = (
            threading.current_thread() is threading.main_thread()
            and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
        )
        if self._is_ours:
            signal.signal(signal.SIGTERM, self._interrupt)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._is_ours and signal.getsignal(signal.SIGTERM) == self._interrupt:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        self._came = True
        raise KeyboardInterrupt


@contextmanager
def ending_at_once() -> Iterator[None]:
    """Let Ctrl-C and SIGTERM end the process immediately, while there is nothing to clean up.

    LLVM calls back into Python when it loads or compiles a kernel: an exception raised there is lost, or the
    process dies of a segmentation fault.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before: dict[int, Any] = {}
    for number in (int(signal.SIGINT), int(signal.SIGTERM)):
        handler = signal.getsignal(number)
        if handler not in (signal.SIG_IGN, None):
            before[number] = handler
            signal.signal(number, _end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(number: int, frame: FrameType | None) -> None:
    if os.isatty(2):
        os.write(2, b"\r\x1b[2K\x1b[?25h")  # a spinner hides the cursor
    os._exit(128 + number)
