"""Long work of a TrainingLab: in a thread of its own, on the counted spans of the chosen corpus."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ..training import SpanCounts
from .background_work import BackgroundWork
from .divergence_answer import explain_problem
from .training_choice import Choice
from .training_corpus import CountedCorpus

__all__ = ["Finish", "Show", "TrainingWork"]

_LONGEST_STOP = 0.8  # seconds; what does not end by then goes on in its thread, and is forgotten
Show = Callable[[dict[str, Any]], None]
Finish = Callable[[str, str | None], None]


class TrainingWork:
    """What a run and a race share: a thread, a stop that is heard within a second, one word at the end."""

    def __init__(self, choice: Choice, counted: CountedCorpus, show: Show, finish: Finish) -> None:
        choice.options()  # raises at once what makes no sense
        self.choice, self._counted, self._tell = choice, counted, finish
        self._is_over = self._is_stopped = False
        self._work: BackgroundWork[dict[str, Any]] = BackgroundWork(
            self._do, lambda shown: None if self._is_over else show(shown), self._finish
        )
        self.start, self.run = self._work.start, self._work.run

    def stop(self) -> None:
        """Ask for an end, and wait for it less than a second: one call of a regular expression cannot be ended."""
        self._is_stopped = True
        self._work.stop.set()
        with suppress(RuntimeError):  # no event loop: the work is this thread's own
            asyncio.get_running_loop().call_later(_LONGEST_STOP, self._finish, None)

    def abandon(self) -> None:
        """End without a word: nobody wants to know any more."""
        self._work.stop.set()
        self._is_over = True

    def _do(self, report: Callable[[Callable[[], dict[str, Any]]], None], stop: threading.Event) -> None:
        def heard(done: int, total: int) -> None:
            report(lambda: {"progress": {"state": "counting", "done": done, "total": total}})

        spans = self._counted.count(self.choice, heard, stop.is_set)
        if spans is not None:
            self._do_with(spans, report, stop)

    def _do_with(self, spans: SpanCounts, report: Any, stop: threading.Event) -> None:
        raise NotImplementedError

    def _finish(self, error: BaseException | None) -> None:
        if self._is_over:
            return
        self._is_over = True
        if isinstance(error, Exception):
            self._tell("failed", explain_problem(error))
        else:
            self._tell("stopped" if self._is_stopped or error is not None else "finished", None)
