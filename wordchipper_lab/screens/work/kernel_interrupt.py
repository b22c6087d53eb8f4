"""An interrupted kernel also stops the work that it does in the background."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType

__all__ = ["heed_interrupts"]

_stops: list[Callable[[], object]] = []


def heed_interrupts(stop: Callable[[], object], heeded: bool) -> None:
    """Call `stop` when the kernel is interrupted, or (with `heeded` False) stop doing so.

    ipykernel ignores SIGINT unless a cell runs, so a run in a thread would continue indefinitely. Nothing
    changes while a cell handles the signal itself: call this again when it is over.
    """
    if not heeded:
        if stop in _stops:
            _stops.remove(stop)
        return
    if stop not in _stops:
        _stops.append(stop)
    if (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    ):
        signal.signal(signal.SIGINT, _stop_all)


def _stop_all(number: int, frame: FrameType | None) -> None:
    for stop in list(_stops):
        stop()
