"""Time the cases of one group on text that none of them has seen, then once more on the same documents."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from .benchmark_progress import Tracker
from .contenders import Contender, open_contender
from .failed_contenders import attempt, attempt_aside
from .lanes import Clock
from .new_text import NewText
from .new_text_lane import NewTextLane, open_lane
from .reference import Reference
from .results import Case, Measurement
from .rounds import turns

__all__ = ["PASSES", "is_complete", "measure_new_text"]

PASSES = 2
"""New text, then the same text seen before; a step of the progress is a round of one of them."""


def is_complete(measurement: Measurement, rounds: int) -> bool:
    """Whether both passes have been measured, or failed."""
    done = min(len(measurement.seconds), len(measurement.warm_seconds))
    return bool(measurement.problem) or done >= rounds


def measure_new_text(
    measurements: Sequence[Measurement],
    new: NewText,
    reference: Reference,
    tracker: Tracker,
    open_case: Callable[[Case], Contender] = open_contender,
    clock: Clock = time.perf_counter,
) -> None:
    """Fill `measurements` (of one model, corpus and mode), each with as many rounds as `new` has.

    Contenders take turns slice by slice, each time in new strings. What was begun earlier is repeated, because
    nobody remembers it. A contender that raises keeps the text of its exception as ``problem``, and the others
    continue. Raises `Stopped`.
    """
    n_rounds = len(new.rounds)
    if all(is_complete(measurement, n_rounds) for measurement in measurements):
        tracker.skip(PASSES * n_rounds * len(measurements))
        return
    lanes = []
    for measurement in measurements:
        _forget(measurement)
        measurement.problem = ""
        tracker.tell(f"preparing {measurement.case.label}", measurement.case, measurement)
        lane, measurement.problem = attempt_aside(
            tracker, open_lane, measurement, new, reference, tracker, open_case, clock
        )
        if lane is None:
            _give_up(measurement, n_rounds, 0, tracker)
        else:
            lanes.append(lane)
    _warm_up(lanes, new, tracker)
    for again in range(PASSES):
        for number in range(n_rounds):
            _time_round(lanes, new.rounds, number, bool(again), tracker)


def _warm_up(lanes: Sequence[NewTextLane], new: NewText, tracker: Tracker) -> None:
    if lanes:
        tracker.tell("warming up on the first documents", lanes[0].measurement.case)
    for number, texts in enumerate(new.warm_up):
        for lane in turns(lanes, number):
            if not lane.measurement.problem:
                _, lane.measurement.problem = attempt(lane.warm_up, texts)
    n_bytes = sum(len(text.encode()) for slices in new.rounds for texts in slices for text in texts)
    for lane in lanes:
        lane.set_pace(n_bytes)
        if lane.measurement.problem:
            _give_up(lane.measurement, len(new.rounds), 0, tracker)


def _time_round(
    lanes: Sequence[NewTextLane], rounds: list[list[list[str]]], number: int, again: bool, tracker: Tracker
) -> None:
    """One round of all contenders that have not failed; `again`: on documents that they have seen."""
    running = [lane for lane in lanes if not lane.measurement.problem]
    found = {lane: [0.0, 0, 0] for lane in running}
    for at, texts in enumerate(rounds[number]):
        for lane in turns(running, number + at):
            if lane.takes(at):
                taken, lane.measurement.problem = attempt(lane.take, texts)
                found[lane] = [a + b for a, b in zip(found[lane], taken or (0, 0, 0), strict=True)]
    done = number + len(rounds) * again
    for lane in running:
        if not lane.measurement.problem:
            _note(lane.measurement, *found[lane], again=again)
    for lane in running:
        measurement = lane.measurement
        if measurement.problem:
            _give_up(measurement, len(rounds), done, tracker)
        else:
            what = f"{measurement.case.label}, {'seen before' if again else 'new text'}"
            message = f"timing {what}, round {number + 1} of {len(rounds)}"
            tracker.advance(message, measurement.case, measurement)


def _note(measurement: Measurement, seconds: float, n_bytes: int, n_tokens: int, *, again: bool) -> None:
    if again:
        measurement.warm_seconds.append(seconds)
        return
    measurement.seconds.append(seconds)
    measurement.round_bytes.append(n_bytes)
    measurement.n_bytes += n_bytes
    measurement.n_tokens += n_tokens


def _forget(measurement: Measurement) -> None:
    measurement.n_bytes = measurement.n_tokens = 0
    for figures in (measurement.seconds, measurement.warm_seconds, measurement.round_bytes):
        figures.clear()


def _give_up(measurement: Measurement, n_rounds: int, done: int, tracker: Tracker) -> None:
    """Discard the results of a contender that failed, and do not wait for its rounds."""
    tracker.skip(PASSES * n_rounds - done)
    _forget(measurement)
    tracker.tell(measurement.problem, measurement.case, measurement)
