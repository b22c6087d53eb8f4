"""One benchmark of a Throughput screen: from the choice to the resulting run."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ...errors import InputError
from ...files.whole_file import write_atomically
from ...lab.benchmark.benchmark_progress import Progress
from ...lab.benchmark.own_tokenizer import OwnTokenizers
from ...lab.benchmark.results import BenchmarkRun
from ...lab.benchmark.runner import run_benchmark
from ..work.job import Job, Report, Shown
from .drawing import draw_run
from .question import OWN_TEXT, Choice

__all__ = ["Measuring"]


class Measuring(Job):
    """One benchmark; `begun` is a stopped run of the same choice and text, whose measurements are not
    repeated. `make_own` makes the user's tokenizers, which may take seconds."""

    longest_stop = None  # it ends before the next timed call, which it would otherwise disturb

    def __init__(
        self,
        choice: Choice,
        text: str,
        changed: Callable[[Shown], None],
        begun: BenchmarkRun | None = None,
        make_own: Callable[[], OwnTokenizers] = dict,
    ) -> None:
        super().__init__(changed)
        self.choice, self.text, self._begun = choice, text, begun
        self.own: OwnTokenizers = {}
        self._make_own = make_own
        self._run: BenchmarkRun | None = None

    @property
    def result(self) -> BenchmarkRun | None:
        """The measurements so far; None if there are none."""
        run = self._run
        if run is None or not (run.latencies or run.memory or any(found.seconds for found in run)):
            return None
        return run

    def _do(self, report: Report, stop: Any) -> None:
        def heard(progress: Progress) -> None:
            self._run = progress.run
            report(lambda: _draw(progress))

        self.own = self._make_own()
        with tempfile.TemporaryDirectory() as directory:
            arguments = vars(self.choice) | {"corpora": self._corpora(Path(directory))}
            if self._begun is not None:
                arguments["resume"] = Path(directory) / "run.json"
                write_atomically(arguments["resume"], self._begun.to_json().encode())
            self._run = run_benchmark(**arguments, progress=heard, stop=stop, own=self.own)

    def _corpora(self, directory: Path) -> tuple[str | Path, ...]:
        if OWN_TEXT in self.choice.corpora and not self.text.strip():
            raise InputError("the own text is empty: type or open one, or choose another corpus")
        own = directory / OWN_TEXT
        own.write_text(self.text, encoding="utf-8", newline="")
        return tuple(own if name == OWN_TEXT else name for name in self.choice.corpora)

    def _is_complete(self) -> bool:
        return self._run is not None and self._run.finished

    def _final_progress(self) -> dict[str, Any]:
        return {"done": self.progress.get("total", 0)}


def _draw(progress: Progress) -> dict[str, Any]:
    where = f"{progress.case.corpus}, {progress.case.model}, {progress.case.mode}" if progress.case else ""
    about = {
        "done": progress.done,
        "total": progress.total,
        "seconds_left": progress.seconds_left,
        "now": ": ".join(filter(None, (where, progress.message))),
    }
    return {"progress": about, "drawing": draw_run(progress.run)}
