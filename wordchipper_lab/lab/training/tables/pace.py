"""How long a trainer takes to each of several numbers of merges, within a budget."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ....training import Trainer

__all__ = ["Pace", "measure_pace"]

_LOOK = 0.05  # seconds of merging between two looks at the clock


@dataclass(frozen=True)
class Pace:
    """``seconds[i]`` is how long it took to ``marks[i]`` merges; ``measured`` of them were reached in time.

    After those, ``seconds`` are estimated from the pace of the last part, or None if training ended before.
    One run serves all sizes: on its way to a large vocabulary a trainer makes each smaller one.
    """

    marks: tuple[int, ...]
    seconds: tuple[float | None, ...]
    measured: int


def measure_pace(build: Callable[[], Trainer], marks: Sequence[int], budget: float = 20.0) -> Pace:
    """Build a trainer and let it make the merges up to the ascending `marks`, until `budget` seconds are
    over.

    >>> from wordchipper_lab.training import SpanCounts, SymbolCounts, TrainingOptions, build_trainer
    >>> corpus = SymbolCounts.from_spans(SpanCounts.from_mapping({b"lower": 2}))
    >>> pace = measure_pace(lambda: build_trainer("naive", corpus, TrainingOptions(300)), [2, 9])
    >>> pace.marks, pace.measured, pace.seconds[1] is None
    ((2, 9), 1, True)
    """
    started = time.perf_counter()
    run = build()
    clock = [(0, time.perf_counter() - started)]
    reached: list[float] = []
    block = 1
    for mark in marks:
        while len(run.merges) < mark:
            if run.merges and clock[-1][1] > budget:
                return _pace(marks, reached, [_estimate(clock, m) for m in marks[len(reached) :]])
            wanted = min(block, mark - len(run.merges))
            before = time.perf_counter()
            made = len(run.steps(wanted))
            now = time.perf_counter()
            clock.append((len(run.merges), now - started))
            if made < wanted:  # no pairs are left
                return _pace(marks, reached, [None] * (len(marks) - len(reached)))
            block = max(1, min(4 * block, round(block * _LOOK / max(now - before, 1e-6))))
        reached.append(clock[-1][1])
    return _pace(marks, reached, [])


def _pace(marks: Sequence[int], reached: list[float], others: Sequence[float | None]) -> Pace:
    return Pace(tuple(marks), (*reached, *others), len(reached))


def _estimate(clock: list[tuple[int, float]], mark: int) -> float:
    """Extrapolate the pace of the second half of the time. Merges get cheaper, so this is rather too high."""
    merges, seconds = clock[-1]
    earlier, then = next(entry for entry in reversed(clock) if entry[1] <= seconds / 2 or entry is clock[0])
    return seconds + (mark - merges) * (seconds - then) / (merges - earlier)
