"""A benchmark of given cases: for comparisons that are not a cross product."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

from .benchmark_progress import ProgressCallback, Stopped
from .contenders import Contender
from .corpora import Corpus
from .results import BenchmarkRun, Case
from .session import Session
from .store import RunStore
from .this_machine import describe_machine

__all__ = ["run_cases"]


def run_cases(
    cases: Sequence[Case],
    corpora: Sequence[Corpus],
    open_case: Callable[[Case], Contender],
    *,
    rounds: int = 5,
    settings: dict[str, Any] | None = None,
    progress: ProgressCallback | None = None,
    stop: threading.Event | None = None,
) -> BenchmarkRun:
    """Measure `cases` as `run_benchmark` measures text seen before: taking turns, compared with the reference
    before anything is timed.

    `corpora` has each text that a case names. `open_case` makes the timed function of a case; `settings` are kept
    in the result. Cases that are compared with each other (same model, corpus, mode) must be together. Once `stop`
    is set, the results so far are returned, with ``finished`` False.
    """
    axes = {"models": "model", "corpora": "corpus", "threads": "threads", "modes": "mode"}
    every = {
        **{axis: list(dict.fromkeys(getattr(case, name) for case in cases)) for axis, name in axes.items()},
        **(settings or {}),
        "rounds": rounds,
        "latency": False,
        "memory": False,
        "regime": "warm",
        "growth": False,
        "corpus_bytes": {corpus.name: corpus.n_bytes for corpus in corpora},
    }
    run = RunStore(None).open_run(describe_machine(), every)
    session = Session(run, cases, corpora, open_case, open_case, lambda: None, progress, stop)
    try:
        session.measure()
        run.finished = True
        session.tracker.tell("done", None)
    except Stopped:
        pass
    return run
