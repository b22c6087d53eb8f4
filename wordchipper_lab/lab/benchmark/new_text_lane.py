"""A contender that sees each document once: opened, then slice by slice."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Any

from ..work_limit import check_work
from .benchmark_progress import Tracker
from .contenders import Contender
from .lanes import Clock, argument_of, count_ids
from .modes import BATCH_MODES
from .new_text import NewText
from .reference import Reference
from .results import Case, Measurement
from .workload import fresh_copy

__all__ = ["MOST_SECONDS", "NewTextLane", "open_lane"]

MOST_SECONDS = 6.0
"""A contender that would take longer for all slices gets only every second, third ... of them."""

_FIRST = ("Some words that compile whatever is compiled at the first call.", "12 more: naïve, 日本語\n")


class NewTextLane:
    """One contender; `take` times a slice and compares its results with the reference's."""

    def __init__(
        self,
        measurement: Measurement,
        contender: Contender,
        reference: Reference,
        tracker: Tracker,
        clock: Clock,
    ) -> None:
        self.measurement = measurement
        self._contender, self._reference = contender, reference
        self._tracker, self._clock = tracker, clock
        self._mode = measurement.case.mode
        self._every = 1
        self._seconds, self._n_bytes = 0.0, 0

    def warm_up(self, texts: list[str]) -> None:
        """A slice that is not measured; it decides how many slices the contender gets."""
        if self._seconds < MOST_SECONDS / 4:
            self._seconds += self._time(texts)[0]
            self._n_bytes += _size(texts)

    def set_pace(self, n_bytes: int) -> None:
        """After the warm-up: choose how many of the slices, of `n_bytes` bytes in all, there is time for."""
        self._every = max(1, ceil(self._seconds / max(self._n_bytes, 1) * n_bytes / MOST_SECONDS))

    def takes(self, number: int) -> bool:
        """Whether slice `number` of a round is for this contender, which has not failed."""
        return not self.measurement.problem and number % self._every == 0

    def take(self, texts: list[str]) -> tuple[float, int, int]:
        """Seconds, bytes and ids of a slice; its results are compared after the clock has stopped."""
        seconds, n_tokens = self._time(texts)
        return seconds, _size(texts), n_tokens

    def _time(self, texts: list[str]) -> tuple[float, int]:
        call, mode, clock = self._contender.call, self._mode, self._clock
        expected: list[Any] = [texts] if mode in BATCH_MODES else texts
        arguments = [fresh_copy(argument_of(mode, each, self._reference)) for each in expected]
        results, seconds = [], 0.0
        for argument in arguments:
            self._tracker.check_stop()
            start = clock()
            result = call(argument)
            seconds += clock() - start
            results.append(result)
        return seconds, self._check(expected, results)

    def _check(self, expected: list[Any], results: list[Any]) -> int:
        """Compare the results; returns the number of ids."""
        n_tokens = 0
        for text, result in zip(expected, results, strict=True):
            plain = self._contender.plain(result)
            if not self._contender.is_compared:
                n_tokens += count_ids(self._mode, plain)
                continue
            if not self._reference.is_right(self._mode, text, plain):
                self.measurement.exact = False
            n_tokens += self._reference.count(self._mode, text)
        return n_tokens


def open_lane(
    measurement: Measurement,
    new: NewText,
    reference: Reference,
    tracker: Tracker,
    open_case: Callable[[Case], Contender],
    clock: Clock,
) -> NewTextLane:
    """Load the contender, and call it with a few words so that it compiles.

    Raises the contender's errors, `WorkLimitError` for a quadratic encoder on spans too long for it, and
    `Stopped`.
    """
    contender = open_case(measurement.case)
    mode = measurement.case.mode
    if contender.tokenizer is not None:
        for texts in (*new.warm_up, *(each for slices in new.rounds for each in slices)):
            tracker.check_stop()
            for text in texts:
                check_work(contender.tokenizer, text, "text")
    first: list[Any] = [list(_FIRST)] if mode in BATCH_MODES else list(_FIRST)
    for each in first:
        contender.call(argument_of(mode, each, reference))
    measurement.exact = True if contender.is_compared else None
    return NewTextLane(measurement, contender, reference, tracker, clock)


def _size(texts: list[str]) -> int:
    return sum(len(text.encode()) for text in texts)
