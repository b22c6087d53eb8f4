"""Interleaved timing: contenders take turns, so a slow minute of the machine affects all of them."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Hashable
from functools import partial
from typing import Any, TypeVar

from wordchipper_lab.lab.benchmark.workload import fresh_copy

Key = TypeVar("Key", bound=Hashable)

ROUND_SECONDS = 0.02
"""A round of calls lasts at least this long; shorter calls are repeated."""

MOST_SECONDS = 2.0
"""A contender that has used this much time gets no more rounds.

Its figure is of little interest, and known well enough.
"""


def median_seconds(calls: dict[Key, Callable[[], object]], rounds: int) -> dict[Key, float]:
    """Like `median_seconds_on_copies`, for calls that take no text."""
    return median_seconds_on_copies(
        {who: partial(_ignoring, call) for who, call in calls.items()}, [], rounds
    )


def _ignoring(call: Callable[[], object], argument: object) -> object:
    return call()


def median_seconds_on_copies(
    calls: dict[Key, Callable[[Any], object]], argument: str | list[str], rounds: int
) -> dict[Key, float]:
    """Seconds per call: the median over up to `rounds` rounds; each call gets fresh strings (`fresh_copy`).

    Each is first called twice to warm up.
    """
    times: dict[Key, list[float]] = {who: [] for who in calls}
    repeats = {}
    for who, call in calls.items():
        call(argument)
        repeats[who] = int(ROUND_SECONDS / max(_seconds(partial(call, fresh_copy(argument)), 1), 1e-7)) + 1
    for _ in range(rounds):
        for who, call in calls.items():
            if sum(times[who]) * repeats[who] < MOST_SECONDS:
                copies = [fresh_copy(argument) for _ in range(repeats[who])]
                start = time.perf_counter()
                for each in copies:
                    call(each)
                times[who].append((time.perf_counter() - start) / len(copies))
    return {who: statistics.median(seconds) for who, seconds in times.items()}


def median_seconds_on_new_texts(
    calls: dict[Key, Callable[[str], object]], texts: list[str]
) -> dict[Key, float]:
    """Seconds per call: the median over `texts`; every contender sees each text once.

    For texts of one long span, where a cache of spans would answer a second call without any work.
    """
    times: dict[Key, list[float]] = {who: [] for who in calls}
    for text in texts:
        for who, call in calls.items():
            times[who].append(_seconds(partial(call, text), 1))
    return {who: statistics.median(seconds) for who, seconds in times.items()}


def call_nanoseconds(
    calls: dict[Key, Callable[[str], object]], texts: list[str], rounds: int
) -> dict[Key, list[int]]:
    """Nanoseconds of every call on each of `texts`, for percentiles; contenders alternate in short bursts."""
    times: dict[Key, list[int]] = {who: [] for who in calls}
    bursts = [texts[first : first + 20] for first in range(0, len(texts), 20)]
    for call in calls.values():
        for text in texts[:100]:
            call(text)
    for burst in bursts * rounds:
        for who, call in calls.items():
            for text in map(fresh_copy, burst):
                start = time.perf_counter_ns()
                call(text)
                times[who].append(time.perf_counter_ns() - start)
    return times


def _seconds(call: Callable[[], object], repeats: int) -> float:
    start = time.perf_counter()
    for _ in range(repeats):
        call()
    return (time.perf_counter() - start) / repeats
