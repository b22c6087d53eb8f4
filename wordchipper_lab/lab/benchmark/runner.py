"""`run_benchmark`: the whole cross product, measured fairly, kept in a file, stopped and resumed at any time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from os import PathLike

from .contenders import Contender, open_contender
from .corpora import Corpus, load_corpus
from .latency import PROMPT_BYTES, latency_cases, measure_latency
from .machine import describe_machine
from .memory import measure_memory
from .plan import group_cases, plan_cases
from .progress import ProgressCallback, Stopped, Tracker
from .reference import Reference
from .results import OURS, BenchmarkRun, Case, Measurement
from .rounds import measure_group
from .store import RunStore
from .workload import make_workload

__all__ = ["run_benchmark"]


def run_benchmark(
    *,
    models: str | Sequence[str] = ("o200k_base",),
    lexers: str | Sequence[str] = ("automaton",),
    encoders: str | Sequence[str] = ("bpe_backtrack",),
    memo: bool | Sequence[bool] = (True,),
    threads: int | str | Sequence[int] = (1,),
    corpora: str | PathLike[str] | Sequence[str | PathLike[str]] = ("english",),
    modes: str | Sequence[str] = ("encode_array",),
    peers: str | Sequence[str] = "installed",
    rounds: int = 5,
    latency: bool = False,
    memory: bool = False,
    resume: str | PathLike[str] | None = None,
    progress: ProgressCallback | None = None,
    stop: threading.Event | None = None,
    open_case: Callable[[Case], Contender] = open_contender,
) -> BenchmarkRun:
    """Measure the cross product of the axes (see `plan_cases` and `MODES`) on this machine.

    Contenders of one model, corpus and mode take turns, round after round, on the same text; the first calls of each,
    which load and compile, are not timed, and their results are compared with tiktoken's. latency: also percentiles
    by length of the prompt. memory: also seconds to import and memory, each in a process of its own. resume: a JSON
    file that is kept up to date, and gone on with if it is there. progress: called after every step, in this thread.
    stop: once it is set, what was measured is returned, with ``finished`` False.

    open_case: makes what is timed from a case; give another function to measure contenders of your own.

    Texts are encoded with special tokens as text, and again and again: whoever remembers spans has them remembered.
    Raises `UnknownNameError`, and `InputError` for a corpus that is no text or a file with another run.

    >>> run = run_benchmark(models="r50k_base", modes="count", peers=(), rounds=2)
    >>> run.finished, len(run.measurements[0].seconds), run.measurements[0].exact
    (True, 2, True)
    """
    if rounds < 1:
        raise ValueError(f"rounds is {rounds}: expected at least 1")
    texts = [load_corpus(c) for c in ([corpora] if isinstance(corpora, str | PathLike) else corpora)]
    cases = plan_cases(
        models=models,
        lexers=lexers,
        encoders=encoders,
        memo=memo,
        threads=threads,
        corpora=[corpus.name for corpus in texts],
        modes=modes,
        peers=peers,
    )
    settings = _settings(cases, texts, rounds, latency, memory)
    store = RunStore(resume)
    run = store.open_run(describe_machine(), settings)
    session = _Session(
        run, cases, {corpus.name: corpus for corpus in texts}, store, progress, stop, open_case
    )
    try:
        session.measure()
        run.finished = True
        session.tracker.tell("done", None)
    except Stopped:
        pass
    finally:
        store.save(run)
    return run


class _Session:
    """One call of `run_benchmark`: the cases still to be measured, and what they share."""

    def __init__(
        self,
        run: BenchmarkRun,
        cases: list[Case],
        corpora: dict[str, Corpus],
        store: RunStore,
        progress: ProgressCallback | None,
        stop: threading.Event | None,
        open_case: Callable[[Case], Contender],
    ) -> None:
        self.run, self.cases, self.corpora, self.open_case = run, cases, corpora, open_case
        self.latency = latency_cases(cases) if run.settings["latency"] else []
        self.models = list(dict.fromkeys(case.model for case in cases))
        self.contenders = list(dict.fromkeys([OURS, *(case.contender for case in cases)]))
        steps = len(cases) * run.settings["rounds"] + len(self.latency) * len(PROMPT_BYTES)
        steps += len(self.models) * len(self.contenders) if run.settings["memory"] else 0
        self.tracker = Tracker(run, steps, progress, stop, after_step=lambda: store.save_if_due(run))

    def measure(self) -> None:
        """Everything that the run does not have yet. Raises `Stopped`."""
        self._measure_throughput()
        groups: dict[tuple[str, str], list[Case]] = {}
        for case in self.latency:
            groups.setdefault((case.model, case.corpus), []).append(case)
        for (_, corpus), group in groups.items():
            measure_latency(group, self.corpora[corpus], self.tracker, self.open_case)
        if self.run.settings["memory"]:
            corpus = next(iter(self.corpora.values()))
            measure_memory(self.contenders, self.models, corpus, self.tracker)

    def _measure_throughput(self) -> None:
        measurements = {found.case: found for found in self.run.measurements}
        for case in self.cases:
            if case not in measurements:
                measurements[case] = Measurement(case)
                self.run.measurements.append(measurements[case])
        references: dict[str, Reference] = {}
        most_threads = max((case.threads for case in self.cases), default=1)
        for group in group_cases(self.cases):
            model, corpus, mode = group[0].model, group[0].corpus, group[0].mode
            if model not in references:
                references = {model: Reference(model)}
            workload = make_workload(self.corpora[corpus], mode, most_threads)
            measure_group(
                [measurements[case] for case in group],
                workload,
                references[model],
                self.run.settings["rounds"],
                self.tracker,
                self.open_case,
            )


def _settings(
    cases: list[Case], corpora: list[Corpus], rounds: int, latency: bool, memory: bool
) -> dict[str, object]:
    """What was asked for, with "all" and "auto" resolved: lists of names and numbers."""
    ours = [case for case in cases if case.contender == OURS]
    axes = {
        "models": [case.model for case in cases],
        "lexers": [case.lexer for case in ours],
        "encoders": [case.encoder for case in ours],
        "memo": [case.memo for case in ours if case.encoder],
        "threads": [case.threads for case in cases],
        "corpora": [case.corpus for case in cases],
        "modes": [case.mode for case in cases],
        "peers": [case.contender for case in cases if case.contender != OURS],
    }
    return {
        **{name: [value for value in dict.fromkeys(values) if value != ""] for name, values in axes.items()},
        "rounds": rounds,
        "latency": latency,
        "memory": memory,
        "corpus_bytes": {corpus.name: len(corpus.text.encode()) for corpus in corpora},
    }
