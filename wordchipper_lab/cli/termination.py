"""SIGTERM ends a command as Ctrl-C does: what it has begun to write is removed, what may be gone on with is kept."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["TERMINATED", "Terminated", "heeding_termination"]

TERMINATED = 128 + signal.SIGTERM
"""Exit code, as a shell has it for a program that the signal killed."""


class Terminated(KeyboardInterrupt):
    """SIGTERM came. Whoever tidies up after Ctrl-C tidies up after it."""


@contextmanager
def heeding_termination() -> Iterator[None]:
    """Raise `Terminated` on SIGTERM; not where somebody else heeds it, and servers do in their own way."""
    is_ours = (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    )
    if is_ours:
        signal.signal(signal.SIGTERM, _raise)
    try:
        yield
    finally:
        if is_ours and signal.getsignal(signal.SIGTERM) is _raise:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _raise(number: int, frame: FrameType | None) -> None:
    raise Terminated
