"""Long work of a TrainingLab: on the counted spans of the chosen corpus."""

from __future__ import annotations

import threading
from abc import abstractmethod
from collections.abc import Callable

from ...training import SpanCounts, SymbolCounts
from ..work.job import Job, Report, Shown
from .beginning import Beginning
from .counted_corpus import CountedCorpus
from .question import Choice

__all__ = ["TrainingWork"]


class TrainingWork(Job):
    """What a run and a race have in common: the corpus is counted first."""

    def __init__(self, choice: Choice, counted: CountedCorpus, changed: Callable[[Shown], None]) -> None:
        choice.options()  # raises immediately for invalid options
        super().__init__(changed)
        self.choice, self._counted = choice, counted
        self._beginning: Beginning | None = None

    def _do(self, report: Report, stop: threading.Event) -> None:
        def heard(done: int, total: int) -> None:
            report(lambda: {"progress": {"phase": "counting", "done": done, "total": total}})

        spans = self._counted.count(self.choice, heard, stop.is_set)
        if spans is not None:
            beginning = self._beginning = self._counted.beginning(self.choice)
            if beginning is None:
                corpus = SymbolCounts.from_spans(spans, self.choice.byte_order)
            else:
                corpus = beginning.start.symbols(spans)
            self._do_with(spans, corpus, report, stop)

    @abstractmethod
    def _do_with(
        self, spans: SpanCounts, corpus: SymbolCounts, report: Report, stop: threading.Event
    ) -> None:
        """The work itself; corpus: the spans as a trainer begins with them."""
