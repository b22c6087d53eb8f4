"""One session of a benchmark: throughput group by group, then memory grown, latencies, start and memory."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Mapping, Sequence

from .benchmark_progress import ProgressCallback, Tracker
from .contenders import Contender
from .corpora import Corpus
from .measure_growth import group_growth, measure_growth
from .measure_latency import PROMPT_BYTES, latency_cases, measure_latency
from .measure_memory import measure_memory
from .new_text import NewText, new_documents
from .new_text_rounds import PASSES, is_complete, measure_new_text
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
        open_new: Callable[[Case], Contender],
        after_step: Callable[[], None],
        progress: ProgressCallback | None = None,
        stop: threading.Event | None = None,
        own: Collection[str] = (),
        new: Mapping[tuple[str, str], NewText] | None = None,
    ) -> None:
        """new: what is measured on new text, by corpus and mode (see `plan_new_text`); `open_new` opens contenders
        that have encoded nothing."""
        self.run, self.cases, self.new = run, cases, new or {}
        self.open_case, self.open_new = open_case, open_new
        self.corpora = {corpus.name: corpus for corpus in corpora}
        self.latency = latency_cases(cases) if run.settings["latency"] else []
        self.models = list(dict.fromkeys(case.model for case in cases))
        named = dict.fromkeys([OURS, *(case.contender for case in cases)])
        self.contenders = [
            name for name in named if name not in own
        ]  # a function cannot go to another process
        self._add_measurements()
        self.growth = group_growth(run, own) if run.settings["growth"] else []
        steps = sum(map(self._steps_of, run)) + len(self.growth) + len(self.latency) * len(PROMPT_BYTES)
        steps += len(self.models) * len(self.contenders) if run.settings["memory"] else 0
        self.tracker = Tracker(run, steps, progress, stop, after_step=after_step, known=self._known_steps())

    def measure(self) -> None:
        """Measure everything that is missing from the run. Raises `Stopped`."""
        if self.run.finished:
            self.tracker.skip(self.tracker.total)
            return
        self._measure_throughput()
        measure_growth(self.growth, lambda name: new_documents(self.corpora[name]), self.tracker)
        groups: dict[tuple[str, str], list[Case]] = {}
        for case in self.latency:
            groups.setdefault((case.model, case.corpus), []).append(case)
        for (_, corpus), group in groups.items():
            measure_latency(group, self.corpora[corpus], self.tracker, self.open_case)
        if self.run.settings["memory"]:
            first_corpus = next(iter(self.corpora.values()))
            measure_memory(self.contenders, self.models, first_corpus, self.tracker)

    def _add_measurements(self) -> None:
        known = {found.case for found in self.run.measurements}
        for case in self.cases:
            if case not in known:
                regime = "new" if (case.corpus, case.mode) in self.new else "warm"
                self.run.measurements.append(Measurement(case, regime=regime))

    def _measure_throughput(self) -> None:
        measurements = {found.case: found for found in self.run.measurements}
        references: dict[str, Reference] = {}
        most_threads = max((case.threads for case in self.cases), default=1)
        for group in group_cases(self.cases):
            model, corpus, mode = group[0].model, group[0].corpus, group[0].mode
            if model not in references:
                references = {model: Reference(model)}
            found = [measurements[case] for case in group]
            if (new := self.new.get((corpus, mode))) is not None:
                measure_new_text(found, new, references[model], self.tracker, self.open_new)
                continue
            workload = make_workload(self.corpora[corpus], mode, most_threads)
            rounds = self.run.settings["rounds"]
            measure_group(found, workload, references[model], rounds, self.tracker, self.open_case)

    def _steps_of(self, found: Measurement) -> int:
        return int(self.run.settings["rounds"]) * (PASSES if found.regime == "new" else 1)

    def _known_steps(self) -> int:
        """Steps that the run no longer needs."""
        rounds = self.run.settings["rounds"]
        known = len(self.run.latencies) + len(self.run.memory)
        known += sum(all(found.grown_bytes is not None for found in group) for group in self.growth)
        for found in self.run:
            if found.problem or (found.regime == "new" and is_complete(found, rounds)):
                known += self._steps_of(found)
            elif found.regime == "warm":
                known += min(rounds, len(found.seconds))
        return known
