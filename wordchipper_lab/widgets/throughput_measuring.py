"""One benchmark of a Throughput screen: from what was chosen to the run that came out."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ..errors import InputError, WordchipperLabError
from ..lab.benchmark.progress import Progress
from ..lab.benchmark.results import BenchmarkRun, Case
from ..lab.benchmark.runner import run_benchmark
from .background_work import BackgroundWork
from .throughput_choice import OWN_TEXT, Choice
from .throughput_drawing import draw_run

__all__ = ["Measuring", "estimate_seconds"]

# Seconds, rounded up from a slow machine: what is shown before a run is a promise.
_ROUND_SECONDS = {"regex": 0.08, "tokenizers": 0.1, "wordchipper_regex": 0.08}
_USUAL_ROUND_SECONDS = 0.02
_CASE_SECONDS = 0.1
_LATENCY_SECONDS = 1.5
_MEMORY_SECONDS = 4.0


def estimate_seconds(cases: Sequence[Case], choice: Choice) -> float:
    """About how long measuring `cases` takes, compiled kernels taken for granted.

    >>> estimate_seconds([], Choice())
    0.0
    """
    rounds = sum(
        _ROUND_SECONDS.get(case.lexer, _ROUND_SECONDS.get(case.contender, _USUAL_ROUND_SECONDS))
        for case in cases
    )
    contenders = len(choice.models) * (
        len(choice.lexers) * len(choice.encoders) * len(choice.memo) + len(choice.peers)
    )
    extra = contenders * (_LATENCY_SECONDS * choice.latency + _MEMORY_SECONDS * choice.memory)
    return len(cases) * _CASE_SECONDS + rounds * choice.rounds + extra


class Measuring:
    """Runs a benchmark and tells `show` a few times a second how far it is, then `finish` once.

    `finish` gets the run (``None`` if nothing was measured), "finished", "stopped" or "failed", and the problem.
    """

    def __init__(
        self,
        choice: Choice,
        text: str,
        show: Callable[[dict[str, Any]], None],
        finish: Callable[[BenchmarkRun | None, str, str | None], None],
    ) -> None:
        self.choice, self._text, self._tell = choice, text, finish
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
            self._run = run_benchmark(**arguments, progress=heard, stop=stop)

    def _corpora(self, directory: Path) -> tuple[str | Path, ...]:
        if OWN_TEXT in self.choice.corpora and not self._text.strip():
            raise InputError("the own text is empty: type or open one, or choose another corpus")
        own = directory / OWN_TEXT
        own.write_text(self._text, encoding="utf-8", newline="")
        return tuple(own if name == OWN_TEXT else name for name in self.choice.corpora)

    def _finish(self, error: BaseException | None) -> None:
        run = self._run
        if run is not None and not (run.latencies or run.memory or any(found.seconds for found in run)):
            run = None
        if isinstance(error, WordchipperLabError):
            self._tell(run, "failed", str(error))
        elif isinstance(error, Exception):
            self._tell(run, "failed", f"This should not have happened: {type(error).__name__}: {error}")
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
