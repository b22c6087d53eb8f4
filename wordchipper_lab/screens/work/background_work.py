"""Long work in a thread of its own, heard of a few times a second, and once more at its end."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from .kernel_interrupt import heed_interrupts

__all__ = ["INTERVAL", "BackgroundWork"]

R = TypeVar("R")

INTERVAL = 0.15
"""Seconds between two reports: faster ones cannot be seen, and a flooded connection drops even the last."""


class BackgroundWork(Generic[R]):
    """Runs ``work(report, stop)`` in a thread, or at once where there is no event loop (a plain Python program).

    ``report(draw)`` may be called as often as one likes: a few times a second ``draw()`` is called in that thread
    and what it returns goes to `show` in the loop's thread, the newest only. `finish` gets the result or the
    exception, exactly once, after the last `show`.
    """

    def __init__(
        self,
        work: Callable[[Callable[[Callable[[], R]], None], threading.Event], object],
        show: Callable[[R], None],
        finish: Callable[[BaseException | None], None],
    ) -> None:
        self.stop = threading.Event()
        self.interrupt: Callable[[], object] = self.stop.set
        """What an interrupt of the kernel calls, in the main thread."""
        self._work, self._show, self._finish = work, show, finish
        self._loop: asyncio.AbstractEventLoop | None = None
        self._newest: list[R] = []
        self._lock = threading.Lock()
        self._last = 0.0

    def start(self) -> None:
        """Begin; with a running event loop return at once, else when all is done."""
        try:
            self._loop = asyncio.get_running_loop()
        except RuntimeError:
            self.run()
            return
        self._loop.call_soon(self._heed_interrupts)
        # A daemon: a kernel that ends takes its work with it.
        threading.Thread(target=self._run_in_thread, name="background work", daemon=True).start()

    def run(self) -> None:
        """Do all of it now, in this thread. An interrupt (Ctrl+C) finishes too, then goes on to the caller."""
        self._loop = None
        try:
            self._work(self._report, self.stop)
        except Exception as error:
            self._finish(error)
        except BaseException as interrupt:
            self._finish(interrupt)
            raise
        else:
            self._finish(None)

    def _run_in_thread(self) -> None:
        problem: BaseException | None = None
        try:
            self._work(self._report, self.stop)
        except BaseException as error:
            problem = error
        self._call(lambda: self._end(problem))

    def _end(self, problem: BaseException | None) -> None:
        heed_interrupts(self.interrupt, False)
        self._finish(problem)

    def _heed_interrupts(self) -> None:
        heed_interrupts(self.interrupt, True)

    def _report(self, draw: Callable[[], R]) -> None:
        now = time.monotonic()
        if now - self._last < INTERVAL:
            return
        self._last = now
        if self._loop is None:
            self._show(draw())
            return
        drawing = (
            draw()
        )  # in this thread, between two timed calls: the loop's thread would disturb the next one
        with self._lock:
            waiting = bool(self._newest)
            self._newest = [drawing]
        if not waiting:
            self._call(self._show_newest)

    def _show_newest(self) -> None:
        with self._lock:
            (drawing,) = self._newest
            self._newest = []
        self._heed_interrupts()  # now and again: while a cell ran, it did
        self._show(drawing)

    def _call(self, function: Callable[[], None]) -> None:
        assert self._loop is not None
        try:
            self._loop.call_soon_threadsafe(function)
        except RuntimeError:  # the loop is closed: the page has gone
            self.stop.set()
