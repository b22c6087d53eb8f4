"""One benchmark of a Throughput screen: from what was chosen to the run that came out."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ...errors import InputError
from ...files.whole_file import write_atomically
from ...lab.benchmark.benchmark_progress import Progress
from ...lab.benchmark.results import BenchmarkRun
from ...lab.benchmark.runner import run_benchmark
from ..explain_problem import explain_problem
from ..work.background_work import BackgroundWork
from .drawing import draw_run
from .question import OWN_TEXT, Choice

__all__ = ["Measuring"]


class Measuring:
    """Runs a benchmark and tells `show` a few times a second how far it is, then `finish` once.

    `begun` is a run of the same choice and text that was stopped: what it has is not measured again.
    `finish` gets the run (``None`` if nothing was measured), "finished", "stopped" or "failed", and the problem.
    """

    def __init__(
        self,
        choice: Choice,
        text: str,
        show: Callable[[dict[str, Any]], None],
        finish: Callable[[BenchmarkRun | None, str, str | None], None],
        begun: BenchmarkRun | None = None,
    ) -> None:
        self.choice, self.text, self._tell, self._begun = choice, text, finish, begun
        self._run: BenchmarkRun | None = None
        self._work = BackgroundWork(self._measure, show, self._finish)
        self.start, self.run = self._work.start, self._work.run

    def stop(self) -> None:
        """Ask for an end; it comes before the next timed call."""
        self._work.stop.set()

    def _measure(self, report: Callable[[Callable[[], dict[str, Any]]], None], stop: Any) -> None:
        def heard(progress: Progress) -> None:
            self._run = progress.run
            report(lambda: _draw(progress))

        with tempfile.TemporaryDirectory() as directory:
            arguments = vars(self.choice) | {"corpora": self._corpora(Path(directory))}
            if self._begun is not None:
                arguments["resume"] = Path(directory) / "run.json"
                write_atomically(arguments["resume"], self._begun.to_json().encode())
            self._run = run_benchmark(**arguments, progress=heard, stop=stop)

    def _corpora(self, directory: Path) -> tuple[str | Path, ...]:
        if OWN_TEXT in self.choice.corpora and not self.text.strip():
            raise InputError("the own text is empty: type or open one, or choose another corpus")
        own = directory / OWN_TEXT
        own.write_text(self.text, encoding="utf-8", newline="")
        return tuple(own if name == OWN_TEXT else name for name in self.choice.corpora)

    def _finish(self, error: BaseException | None) -> None:
        run = self._run
        if run is not None and not (run.latencies or run.memory or any(found.seconds for found in run)):
            run = None
        if isinstance(error, Exception):
            self._tell(run, "failed", explain_problem(error))
        else:
            finished = error is None and self._run is not None and self._run.finished
            self._tell(run, "finished" if finished else "stopped", None)


def _draw(progress: Progress) -> dict[str, Any]:
    where = f"{progress.case.corpus}, {progress.case.model}, {progress.case.mode}" if progress.case else ""
    about = {
        "state": "running",
        "done": progress.done,
        "total": progress.total,
        "seconds_left": progress.seconds_left,
        "now": ": ".join(filter(None, (where, progress.message))),
    }
    return {"progress": about, "drawing": draw_run(progress.run)}
