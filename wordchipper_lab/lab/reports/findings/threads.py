"""The gain from several threads in a batch."""

from __future__ import annotations

from ...benchmark.results import BenchmarkRun, Measurement
from ..batch import speed_ups
from ..selection import BATCH_MODES, Statistic, grouped, pick
from .wording import span_of

__all__ = ["thread_gain"]


def thread_gain(run: BenchmarkRun, statistic: Statistic) -> list[str]:
    """For each batch: the speed-up over one thread, from the contender that gains least to the one that gains
    most."""
    sentences = []
    for (model, corpus, mode), group in grouped(pick(run, mode=tuple(BATCH_MODES)), _panel).items():
        ups: dict[int, dict[str, float]] = {}
        for label, one in grouped(group, lambda found: found.case.label).items():
            for threads, value in speed_ups(one, statistic).items():
                ups.setdefault(threads, {})[label] = value
        for threads, gains in sorted(ups.items()):
            if threads > 1:
                sentences.append(
                    f"{model}, batch of {BATCH_MODES[mode]} from {corpus} text: {threads} threads are "
                    f"{span_of(gains)} times as fast as one."
                )
    return sentences


def _panel(found: Measurement) -> tuple[str, str, str]:
    return found.case.model, found.case.corpus, found.case.mode
