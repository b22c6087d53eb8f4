"""Progress of a benchmark, and how to stop it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from .results import BenchmarkRun, Case, Measurement

__all__ = ["Progress", "ProgressCallback", "Stopped", "Tracker"]


@dataclass(frozen=True)
class Progress:
    """Progress of a benchmark: ``done`` of ``total`` steps (a step is one round of one case, one latency, or
    one process measured for memory). ``seconds_left`` is ``None`` while unknown; ``message`` says what comes
    next."""

    done: int
    total: int
    case: Case | None
    measurement: Measurement | None
    run: BenchmarkRun
    seconds_left: float | None
    message: str = ""


ProgressCallback = Callable[[Progress], None]


class Stopped(Exception):  # noqa: N818 - nothing went wrong
    """A stop was requested: ends the measuring, and never leaves the package."""


class Tracker:
    """Counts steps, estimates the remaining time, calls the caller back, and checks ``stop``; ``after_step``
    saves the file.

    ``known`` steps, which the run already had, count as done from the start.
    """

    def __init__(
        self,
        run: BenchmarkRun,
        total: int,
        callback: ProgressCallback | None = None,
        stop: threading.Event | None = None,
        clock: Callable[[], float] = time.perf_counter,
        after_step: Callable[[], None] = lambda: None,
        known: int = 0,
    ) -> None:
        self.run, self.total, self.done, self._known = run, total, 0, known
        self._callback, self._stop, self._clock = callback, stop, clock
        self._started, self._done_now = clock(), 0
        self._after_step = after_step

    @property
    def can_stop(self) -> bool:
        """Whether a stop can be requested."""
        return self._stop is not None

    def check_stop(self) -> None:
        """Raise `Stopped` if the caller requested a stop."""
        if self._stop is not None and self._stop.is_set():
            raise Stopped

    def skip(self, steps: int) -> None:
        """Count steps that an earlier session took, or that cannot be taken."""
        self.done += steps

    def advance(self, message: str, case: Case | None, measurement: Measurement | None = None) -> None:
        """Count a step that was just taken, and report it."""
        self.done += 1
        self._done_now += 1
        self._after_step()
        self.tell(message, case, measurement)

    def tell(self, message: str, case: Case | None, measurement: Measurement | None = None) -> None:
        """Call the callback, then check ``stop``, which the callback may have set."""
        if self._callback is not None:
            left, done = self.seconds_left, max(self.done, self._known)
            self._callback(Progress(done, self.total, case, measurement, self.run, left, message))
        self.check_stop()

    @property
    def seconds_left(self) -> float | None:
        """Estimated time for the remaining steps at the mean speed so far, including compiling and
        loading."""
        if not self._done_now:
            return None
        return (self._clock() - self._started) / self._done_now * (self.total - self.done)
