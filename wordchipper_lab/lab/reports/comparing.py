"""Two saved runs beside each other."""

from __future__ import annotations

from ..benchmark.results import BenchmarkRun, Case, Measurement
from .selection import Statistic, pick, speed
from .table import Table

__all__ = ["compare_runs"]


def compare_runs(a: BenchmarkRun, b: BenchmarkRun, statistic: Statistic = "mean") -> Table:
    """The cases that both runs measured: MB/s of `a` and of `b`, and b over a; the note says what else differs.

    >>> run = BenchmarkRun({"cpu": "one"}, {}, "2026-01-01T00:00:00Z")
    >>> compare_runs(run, BenchmarkRun({"cpu": "other"}, {}, "2026-01-02T00:00:00Z")).note
    'The machines differ: cpu. No case was measured in both.'
    """
    first, second = ({found.case: found for found in pick(run)} for run in (a, b))
    rows = []
    for case in first:
        if case in second:
            one, other = speed(first[case], statistic) or 0.0, speed(second[case], statistic) or 0.0
            rows.append(
                (case.label, case.model, case.corpus, case.mode, case.threads, one, other, other / one)
            )
    columns = ("Name", "Vocabulary", "Corpus", "Mode", "Threads", "A MB/s", "B MB/s", "B/A")
    title = f"Run A of {a.started} and run B of {b.started}"
    nothing = [] if rows else ["No case was measured in both."]
    notes = [*_machine_notes(a, b), *nothing, *_case_notes(first, second)]
    return Table(title, columns, tuple(rows), " ".join(notes))


def _machine_notes(a: BenchmarkRun, b: BenchmarkRun) -> list[str]:
    names = [name for name in {**a.machine, **b.machine} if a.machine.get(name) != b.machine.get(name)]
    return [f"The machines differ: {', '.join(names)}."] if names else []


def _case_notes(first: dict[Case, Measurement], second: dict[Case, Measurement]) -> list[str]:
    notes = []
    for name, only in (("A", first.keys() - second.keys()), ("B", second.keys() - first.keys())):
        if only:
            notes.append(f"Measured in {name} only: {len(only)}.")
    texts = sum(first[case].n_bytes != second[case].n_bytes for case in first.keys() & second.keys())
    if texts:
        notes.append(f"On texts of different length: {texts}.")
    return notes
