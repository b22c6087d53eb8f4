"""A case prepared for timing: loaded, compiled, checked, and with enough work for a round."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from typing import Any

import numpy as np

from ..work_limit import check_work
from .benchmark_progress import Tracker
from .contenders import Contender
from .modes import BATCH_MODES
from .reference import Reference
from .results import Case, Measurement
from .workload import Workload, fresh_copy

__all__ = ["Clock", "Lane", "argument_of", "count_ids", "prepare_lane"]

Clock = Callable[[], float]

ROUND_SECONDS = 0.01
"""A round lasts at least this long: very short work is repeated."""

MOST_ROUND_SECONDS = 0.3
"""A contender that would take longer gets only the first texts."""

MOST_BATCH_SECONDS = 0.15
"""The same for a batch, which is a single call, so that a stop need not wait longer than that."""


@dataclass
class Lane:
    """A contender and the arguments of its calls in one pass over the workload; a round has ``passes`` of
    them."""

    measurement: Measurement
    call: Callable[[Any], Any]
    inputs: list[Any]
    passes: int = 1

    def calibrate(self, tracker: Tracker, clock: Clock) -> None:
        """Set ``passes``. Also warms the calling thread's caches, because preparing may have used another
        thread."""
        seconds = self.time_round(tracker, clock)
        if seconds < ROUND_SECONDS:
            seconds = self.time_round(tracker, clock)
        self.passes = max(1, ceil(ROUND_SECONDS / max(seconds, 1e-6)))

    def time_round(self, tracker: Tracker, clock: Clock) -> float:
        """Seconds of one pass, on average over a round. Raises `Stopped`."""
        call, total = self.call, 0.0
        for _ in range(self.passes):
            for given in self.inputs:
                tracker.check_stop()
                argument = fresh_copy(given)
                start = clock()
                result = call(argument)
                total += clock() - start
                del result  # outside the timed part, for every contender
        return total / self.passes


def prepare_lane(
    measurement: Measurement,
    workload: Workload,
    reference: Reference,
    tracker: Tracker,
    open_case: Callable[[Case], Contender],
    clock: Clock,
) -> Lane:
    """Load the contender, call it once so that it compiles, and compare all its results with the reference's.

    Sets ``n_bytes``, ``n_tokens`` and ``exact`` (``None`` for a contender that claims no vocabulary). Raises the
    contender's errors, `WorkLimitError` for a quadratic encoder on spans too long for it, and `Stopped`.
    """
    mode = measurement.case.mode
    contender = open_case(measurement.case)
    tracker.check_stop()
    if contender.tokenizer is not None:
        for text in workload.texts:
            check_work(contender.tokenizer, text, "text")
    sample = workload.part(0.02).texts if workload.is_batch else workload.texts[0]
    workload = _shrink(workload, argument_of(mode, sample, reference), contender, clock)
    lane = Lane(measurement, contender.call, [])
    exact, n_tokens = True, 0
    for expected in [workload.texts] if workload.is_batch else workload.texts:
        tracker.check_stop()
        argument = argument_of(mode, expected, reference)
        lane.inputs.append(argument)
        result = contender.plain(contender.call(argument))
        if contender.is_compared:
            exact &= reference.is_right(mode, expected, result)
        else:
            n_tokens += count_ids(mode, result)
    measurement.exact = exact if contender.is_compared else None
    measurement.n_bytes = workload.n_bytes
    if contender.is_compared:
        n_tokens = sum(len(reference.ids(text)) for text in workload.texts)
    measurement.n_tokens = n_tokens
    return lane


def count_ids(mode: str, result: Any) -> int:
    """Number of ids in the result of a call."""
    if mode in BATCH_MODES:
        return sum(map(len, result))
    return int(result) if mode == "count" else len(result)


def argument_of(mode: str, text: Any, reference: Reference) -> Any:
    """What a call gets for `text`: itself, or to be decoded, its ids."""
    if mode == "decode_batch":
        return [reference.ids(each) for each in text]
    if mode == "decode":
        return reference.ids(text)
    return np.array(reference.ids(text), dtype=np.uint32) if mode == "decode_array" else text


def _shrink(workload: Workload, sample: Any, contender: Contender, clock: Clock) -> Workload:
    """As many of the texts as the contender handles in time; `sample` is the argument of a call with the first
    one or, for a batch, with a few."""
    most = MOST_BATCH_SECONDS if workload.is_batch else MOST_ROUND_SECONDS
    contender.call(sample)  # compiles
    start = clock()
    contender.call(sample)
    n_sampled = len(sample) if workload.is_batch else 1
    seconds = (clock() - start) * len(workload.texts) / n_sampled
    return workload if seconds <= most else workload.part(most / seconds)
