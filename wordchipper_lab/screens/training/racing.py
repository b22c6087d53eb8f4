"""A race of the generations, for a TrainingLab."""

from __future__ import annotations

import threading
from collections.abc import Callable

from ...lab.training.race import Race, race_trainers
from ...training import SpanCounts, SymbolCounts
from ..work.job import Report, Shown
from .counted_corpus import CountedCorpus
from .drawing import draw_race
from .question import Choice
from .training_work import TrainingWork

__all__ = ["Racing"]


class Racing(TrainingWork):
    """One race; ``race`` is its progress."""

    race: Race | None = None

    def __init__(
        self,
        choice: Choice,
        trainers: list[str],
        seconds: float,
        counted: CountedCorpus,
        changed: Callable[[Shown], None],
    ) -> None:
        super().__init__(choice, counted, changed)
        self._trainers, self._seconds = trainers, seconds

    def _do_with(
        self, spans: SpanCounts, corpus: SymbolCounts, report: Report, stop: threading.Event
    ) -> None:
        def heard(race: Race) -> None:
            self.race = race
            done = sum(lane.state not in ("waiting", "running") for lane in race.lanes)
            about = {"phase": "racing", "done": done, "total": len(race.lanes)}
            report(lambda: {"progress": about, "race": draw_race(race)})

        options, trainers = self.choice.options(), self._trainers
        race_trainers(spans, options, trainers, self._seconds, heard, stop.is_set, corpus=corpus)
