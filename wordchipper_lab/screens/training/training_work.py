"""Long work of a TrainingLab: in a thread of its own, on the counted spans of the chosen corpus."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from ...training import SpanCounts
from ..explain_problem import explain_problem
from ..work.stoppable_work import StoppableWork
from .counted_corpus import CountedCorpus
from .question import Choice

__all__ = ["Finish", "Show", "TrainingWork"]

Show = Callable[[dict[str, Any]], None]
Finish = Callable[[str, str | None], None]


class TrainingWork(StoppableWork):
    """What a run and a race share: a thread, a stop that is heard within a second, one word at the end."""

    def __init__(self, choice: Choice, counted: CountedCorpus, show: Show, finish: Finish) -> None:
        choice.options()  # raises at once what makes no sense
        self.choice, self._counted, self._tell = choice, counted, finish
        super().__init__(self._do, show, self._end_with)

    def _do(self, report: Callable[[Callable[[], dict[str, Any]]], None], stop: threading.Event) -> None:
        def heard(done: int, total: int) -> None:
            report(lambda: {"progress": {"state": "counting", "done": done, "total": total}})

        spans = self._counted.count(self.choice, heard, stop.is_set)
        if spans is not None:
            self._do_with(spans, report, stop)

    def _do_with(self, spans: SpanCounts, report: Any, stop: threading.Event) -> None:
        raise NotImplementedError

    def _end_with(self, error: BaseException | None) -> None:
        if isinstance(error, Exception):
            self._tell("failed", explain_problem(error))
        else:
            self._tell("stopped" if self.is_stopped or error is not None else "finished", None)
