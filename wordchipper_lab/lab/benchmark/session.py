"""One session of a benchmark: throughput group by group, then latencies, then memory."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Sequence

from .benchmark_progress import ProgressCallback, Tracker
from .contenders import Contender
from .corpora import Corpus
from .measure_latency import PROMPT_BYTES, latency_cases, measure_latency
from .measure_memory import measure_memory
from .plan import group_cases
from .reference import Reference
from .results import OURS, BenchmarkRun, Case, Measurement
from .rounds import measure_group
from .workload import make_workload

__all__ = ["Session"]


class Session:
    """One call of `run_benchmark`: the cases still to be measured, and what they share."""

    def __init__(
        self,
        run: BenchmarkRun,
        cases: Sequence[Case],
        corpora: Sequence[Corpus],
        open_case: Callable[[Case], Contender],
        after_step: Callable[[], None],
        progress: ProgressCallback | None = None,
        stop: threading.Event | None = None,
        own: Collection[str] = (),
    ) -> None:
        self.run, self.cases, self.open_case = run, cases, open_case
        self.corpora = {corpus.name: corpus for corpus in corpora}
        self.latency = latency_cases(cases) if run.settings["latency"] else []
        self.models = list(dict.fromkeys(case.model for case in cases))
        named = dict.fromkeys([OURS, *(case.contender for case in cases)])
        self.contenders = [
            name for name in named if name not in own
        ]  # a function cannot go to another process
        steps = len(cases) * run.settings["rounds"] + len(self.latency) * len(PROMPT_BYTES)
        steps += len(self.models) * len(self.contenders) if run.settings["memory"] else 0
        self.tracker = Tracker(run, steps, progress, stop, after_step=after_step, known=_known_steps(run))

    def measure(self) -> None:
        """Measure everything that is missing from the run. Raises `Stopped`."""
        if self.run.finished:
            self.tracker.skip(self.tracker.total)
            return
        self._measure_throughput()
        groups: dict[tuple[str, str], list[Case]] = {}
        for case in self.latency:
            groups.setdefault((case.model, case.corpus), []).append(case)
        for (_, corpus), group in groups.items():
            measure_latency(group, self.corpora[corpus], self.tracker, self.open_case)
        if self.run.settings["memory"]:
            first_corpus = next(iter(self.corpora.values()))
            measure_memory(self.contenders, self.models, first_corpus, self.tracker)

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


def _known_steps(run: BenchmarkRun) -> int:
    """Steps that `run` no longer needs."""
    rounds = run.settings["rounds"]
    timed = sum(rounds if found.problem else min(rounds, len(found.seconds)) for found in run)
    return timed + len(run.latencies) + len(run.memory)
