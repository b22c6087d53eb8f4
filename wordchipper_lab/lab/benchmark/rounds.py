"""Time the cases of one group against each other: prepared once, then taking turns, round after round."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from .benchmark_progress import Tracker
from .contenders import Contender, open_contender
from .failed_contenders import attempt, attempt_aside
from .lanes import prepare_lane
from .reference import Reference
from .results import Case, Measurement
from .workload import Workload

__all__ = ["measure_group", "turns"]

T = TypeVar("T")


def measure_group(
    measurements: Sequence[Measurement],
    workload: Workload,
    reference: Reference,
    rounds: int,
    tracker: Tracker,
    open_case: Callable[[Case], Contender] = open_contender,
    clock: Callable[[], float] = time.perf_counter,
) -> None:
    """Fill `measurements` (of one model, corpus and mode) up to `rounds` rounds each.

    The order changes from round to round, so that no contender always follows the same one. A contender that
    raises keeps the text of its exception as ``problem``, and the others continue. Raises `Stopped`.
    """
    lanes = []
    for measurement in measurements:
        done = rounds if measurement.problem else min(rounds, len(measurement.seconds))
        tracker.skip(done)
        if done == rounds:
            continue
        tracker.tell(f"preparing {measurement.case.label}", measurement.case, measurement)
        lane, measurement.problem = attempt_aside(
            tracker, prepare_lane, measurement, workload, reference, tracker, open_case, clock
        )
        if lane is not None:
            _, measurement.problem = attempt(lane.calibrate, tracker, clock)
            lanes.append(lane)
        if measurement.problem:
            _give_up(measurement, rounds, tracker)
    for number in range(rounds):
        for lane in turns(lanes, number):
            measurement = lane.measurement
            if measurement.problem or len(measurement.seconds) > number:
                continue
            seconds, measurement.problem = attempt(lane.time_round, tracker, clock)
            if seconds is not None:
                measurement.seconds.append(seconds)
                message = f"timing {measurement.case.label}, round {number + 1} of {rounds}"
                tracker.advance(message, measurement.case, measurement)
            else:
                _give_up(measurement, rounds, tracker)


def turns(lanes: Sequence[T], number: int) -> list[T]:
    """The order of round `number`: a different one begins each time, and every second round runs backwards.

    >>> [turns("abc", number) for number in range(3)]
    [['a', 'b', 'c'], ['a', 'c', 'b'], ['c', 'a', 'b']]
    """
    first = number % max(1, len(lanes))
    order = [*lanes[first:], *lanes[:first]]
    return order[::-1] if number % 2 else order


def _give_up(measurement: Measurement, rounds: int, tracker: Tracker) -> None:
    """Discard the results of a contender that failed, and do not wait for its rounds."""
    tracker.skip(rounds - len(measurement.seconds))
    measurement.seconds.clear()
    tracker.tell(measurement.problem, measurement.case, measurement)
