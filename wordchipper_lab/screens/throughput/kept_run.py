"""A run that a Throughput screen keeps, and what is needed to resume it."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...lab.benchmark.own_tokenizer import OwnTokenizers
from ...lab.benchmark.results import BenchmarkRun
from .question import Choice

__all__ = ["KeptRun"]


@dataclass
class KeptRun:
    """A run under the name that the page shows; ``choice``, ``text`` and ``own`` are what it measures.

    Without a choice it was opened from a file, which records less exactly than a choice what was requested.
    """

    run: BenchmarkRun
    name: str
    choice: Choice | None = None
    text: str = ""
    own: OwnTokenizers = field(default_factory=dict)

    @property
    def can_go_on(self) -> bool:
        """Whether it was stopped on this page."""
        return self.choice is not None and not self.run.finished

    def label(self, number: int) -> str:
        """One line for a list of runs.

        >>> KeptRun(BenchmarkRun({}, {}, "2026-01-01T12:30:00Z"), "Quick look").label(2)
        '2: Quick look, 2026-01-01 12:30:00, 0 cases, stopped'
        """
        when = self.run.started[:19].replace("T", " ")
        stopped = "" if self.run.finished else ", stopped"
        return f"{number}: {self.name}, {when}, {len(self.run.measurements)} cases{stopped}"
