"""Long work of a screen: one state machine for all jobs, in a separate thread, reported a few times a second.

idle -> starting -> running -> finished
                    running -> pausing -> paused -> running
any of these but idle       -> stopping -> stopped
                            -> failed
"""

from __future__ import annotations

import asyncio
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from typing import Any

from ..explain_problem import explain_problem
from .kernel_interrupt import heed_interrupts

__all__ = ["BUSY", "INTERVAL", "Job", "JobState", "Report", "Shown"]

INTERVAL = 0.15
"""Seconds between two reports: faster ones cannot be seen, and a flooded connection drops even the last."""

LONGEST_STOP = 0.8
"""Seconds; work that does not end by then continues in its thread, and is ignored."""


class JobState(StrEnum):
    """The state of a job; ``web/shared/job.js`` has the same list."""

    IDLE = "idle"
    STARTING = "starting"
    RUNNING = "running"
    PAUSING = "pausing"
    PAUSED = "paused"
    STOPPING = "stopping"
    STOPPED = "stopped"
    FINISHED = "finished"
    FAILED = "failed"


BUSY = frozenset({JobState.STARTING, JobState.RUNNING, JobState.PAUSING, JobState.PAUSED, JobState.STOPPING})
"""The states in which another job has to wait."""

Shown = dict[str, Any]
"""What a page draws of a job: "progress" (done, total ...), and anything else it knows."""

Report = Callable[[Callable[[], Shown]], None]


class Job(ABC):
    """One piece of work; `changed` is called for every new state, with what there is to show, in the event
    loop's thread.

    A subclass implements `_do`. Without a running event loop (a plain Python program) `start` does everything
    at once, as `run` does.
    """

    longest_stop: float | None = LONGEST_STOP
    """None: a stop waits until the work has ended."""

    def __init__(self, changed: Callable[[Shown], None]) -> None:
        self.state = JobState.IDLE
        self.progress: dict[str, Any] = {"state": self.state.value}
        """The progress, as the page shows it, including "state", and "problem" in words if it failed."""
        self.is_over = False
        self._changed = changed
        self._stop, self._paused = threading.Event(), threading.Event()
        self._is_stopped = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._newest: list[Shown] = []
        self._lock = threading.Lock()
        self._last = 0.0

    # -- for subclasses -------------------------------------------------------------------------------

    @abstractmethod
    def _do(self, report: Report, stop: threading.Event) -> None:
        """All of the work, in its thread; it must end soon after `stop` is set.

        ``report(draw)`` may be called at any time: a few times a second it calls ``draw()``, in this thread,
        and the page gets the newest result.
        """

    def _is_complete(self) -> bool:
        """Whether all the work was done; called when `_do` has returned."""
        return not self._is_stopped

    def _final_progress(self) -> dict[str, Any]:
        """What the progress says when everything was done: reports may have left out the last steps."""
        return {}

    # -- for the owner --------------------------------------------------------------------------------

    @property
    def is_busy(self) -> bool:
        """Whether it is in progress."""
        return self.state in BUSY

    def start(self) -> None:
        """Begin; with a running event loop return immediately, otherwise when everything is done."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self.run()
            return
        self._loop = loop
        self._enter(JobState.STARTING)
        loop.call_soon(self._heed_interrupts)
        # A daemon thread: a kernel that ends takes its work with it.
        threading.Thread(target=self._run_in_thread, name="job", daemon=True).start()

    def run(self) -> None:
        """Do everything now, in this thread. An interrupt (Ctrl+C) ends it, and is then passed on to the
        caller."""
        self._loop = None
        self._enter(JobState.STARTING)
        try:
            self._do(self._report, self._stop)
        except Exception as error:
            self._finish(error)
        except BaseException as interrupt:
            self._finish(interrupt)
            raise
        else:
            self._finish(None)

    def stop(self) -> None:
        """Request an end, and wait for it less than a second: a single call of a regular expression cannot be
        stopped.

        A job that has not begun yet ends as soon as it does.
        """
        if self.is_busy or self.state is JobState.IDLE:
            self._is_stopped = True
            self._stop.set()
        if not self.is_busy:
            return
        self._enter(JobState.STOPPING)
        if self.longest_stop is not None:
            with suppress(RuntimeError):  # no event loop: the work is in this thread
                asyncio.get_running_loop().call_later(self.longest_stop, self._finish, None)

    def pause(self) -> None:
        """Ask the work to wait, if it can (see `_wait_while_paused`)."""
        if self.state in (JobState.STARTING, JobState.RUNNING):
            self._paused.set()
            self._enter(JobState.PAUSING)

    def go_on(self) -> None:
        """Continue after `pause`."""
        if self.state in (JobState.PAUSING, JobState.PAUSED):
            self._paused.clear()
            self._enter(JobState.RUNNING)

    def abandon(self) -> None:
        """End silently, because the result is no longer wanted."""
        self._stop.set()
        self.is_over, self.state = True, JobState.IDLE

    # -- internals ----------------------------------------------------------------------------------------

    def _wait_while_paused(self, report: Report, draw: Callable[[], Shown]) -> bool:
        """Called by `_do` between two steps: wait there while paused, and report it; returns whether it was
        paused."""
        if not self._paused.is_set():
            return False
        self._stop.wait(INTERVAL + 0.02)  # otherwise this report would come too soon after the previous one
        report(lambda: draw() | {"paused": True})
        while self._paused.is_set() and not self._stop.wait(0.03):
            pass
        return True

    def _enter(self, state: JobState, shown: Shown | None = None, **progress: Any) -> None:
        self.state = state
        self.progress = self.progress | progress | {"state": state.value}
        self._changed(shown or {})

    def _show(self, shown: Shown) -> None:
        if self.is_over or not self.is_busy:
            return
        shown = dict(shown)
        progress = shown.pop("progress", {})
        reached = JobState.PAUSED if shown.pop("paused", False) else JobState.RUNNING
        is_asked = self.state is JobState.STOPPING or (
            self.state is JobState.PAUSING and reached is not JobState.PAUSED
        )
        if reached is JobState.PAUSED and not self._paused.is_set():
            reached = JobState.RUNNING  # it was resumed meanwhile
        self._enter(self.state if is_asked else reached, shown, **progress)

    def _finish(self, error: BaseException | None) -> None:
        if self.is_over:
            return
        self.is_over = True
        heed_interrupts(self.stop, False)
        problem = None
        if isinstance(error, Exception):
            state, problem = JobState.FAILED, explain_problem(error)
        else:
            state = JobState.FINISHED if error is None and self._is_complete() else JobState.STOPPED
        final = self._final_progress() if state is JobState.FINISHED else {}
        self._enter(state, problem=problem, seconds_left=None, **final)

    def _run_in_thread(self) -> None:
        problem: BaseException | None = None
        try:
            self._do(self._report, self._stop)
        except BaseException as error:
            problem = error
        self._call(lambda: self._finish(problem))

    def _heed_interrupts(self) -> None:
        if not self.is_over:
            heed_interrupts(self.stop, True)

    def _report(self, draw: Callable[[], Shown]) -> None:
        now = time.monotonic()
        if now - self._last < INTERVAL:
            return
        self._last = now
        # In this thread, between two timed calls: the loop's thread would disturb the next one.
        drawing = draw()
        if self._loop is None:
            self._show(drawing)
            return
        with self._lock:
            waiting = bool(self._newest)
            self._newest = [drawing]
        if not waiting:
            self._call(self._show_newest)

    def _show_newest(self) -> None:
        with self._lock:
            (drawing,) = self._newest
            self._newest = []
        self._heed_interrupts()  # repeatedly, because a running cell may have reset it
        self._show(drawing)

    def _call(self, function: Callable[[], None]) -> None:
        assert self._loop is not None
        try:
            self._loop.call_soon_threadsafe(function)
        except RuntimeError:  # the loop is closed: the page has left
            self._stop.set()
