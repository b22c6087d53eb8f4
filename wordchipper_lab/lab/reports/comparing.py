"""Two saved runs side by side."""

from __future__ import annotations

from ...arguments import checked
from ..benchmark.results import BenchmarkRun, Case, Latency, Measurement, Memory
from .selection import Statistic, a_run, a_statistic, distinct, pick, speed
from .table import Table

__all__ = ["compare_all", "compare_latencies", "compare_memory", "compare_runs"]

_CASE = ("Name", "Vocabulary", "Corpus", "Mode")


@checked(a=a_run, b=a_run, statistic=a_statistic)
def compare_all(a: BenchmarkRun, b: BenchmarkRun, statistic: Statistic = "mean") -> list[Table]:
    """`compare_runs`, and the latencies and memory that both runs measured.

    >>> run = BenchmarkRun({}, {}, "2026-01-01T00:00:00Z")
    >>> [table.note for table in compare_all(run, run)]
    ['No case was measured in both.']
    """
    return [compare_runs(a, b, statistic), *compare_latencies(a, b), *compare_memory(a, b)]


@checked(a=a_run, b=a_run, statistic=a_statistic)
def compare_runs(a: BenchmarkRun, b: BenchmarkRun, statistic: Statistic = "mean") -> Table:
    """The cases that both runs measured: MB/s of `a` and of `b`, and b over a; the note says what else differs.

    >>> run = BenchmarkRun({"cpu": "one"}, {}, "2026-01-01T00:00:00Z")
    >>> compare_runs(run, BenchmarkRun({"cpu": "other"}, {}, "2026-01-02T00:00:00Z")).note
    'The machines differ: cpu. No case was measured in both.'
    """
    first, second = ({found.case: found for found in pick(run)} for run in (a, b))
    rows = []
    for case in first:
        if case in second and first[case].regime == second[case].regime:
            one, other = speed(first[case], statistic) or 0.0, speed(second[case], statistic) or 0.0
            rows.append((*_names(case), case.threads, one, other, other / one))
    columns = (*_CASE, "Threads", "A MB/s", "B MB/s", "B/A")
    title = f"Run A of {a.started} and run B of {b.started}"
    nothing = [] if rows else ["No case was measured in both."]
    notes = [*_machine_notes(a, b), *nothing, *_case_notes(first, second)]
    return Table(title, columns, tuple(rows), " ".join(notes))


def compare_latencies(a: BenchmarkRun, b: BenchmarkRun) -> list[Table]:
    """One table: the percentiles in microseconds that both runs measured of a contender and a length of prompt.

    >>> compare_latencies(BenchmarkRun({}, {}, ""), BenchmarkRun({}, {}, ""))
    []
    """

    def by_prompt(run: BenchmarkRun) -> dict[tuple[Case, int], Latency]:
        return {(found.case, found.prompt_bytes): found for found in run.latencies}

    first, second = by_prompt(a), by_prompt(b)
    both = [key for key in first if key in second]
    names = distinct(name for key in both for name in first[key].percentiles)
    rows = []
    for case, size in both:
        one, other = first[case, size].percentiles, second[case, size].percentiles
        figures = ((one.get(name), other.get(name)) for name in names)
        rows.append((*_names(case), size, *(value for pair in figures for value in (*pair, _ratio(*pair)))))
    columns = [f"{name} {what}" for name in names for what in ("A µs", "B µs", "B/A")]
    note = "Below 1, B is the faster."
    return (
        [Table("Latencies of A and B", (*_CASE, "Prompt bytes", *columns), tuple(rows), note)] if rows else []
    )


def compare_memory(a: BenchmarkRun, b: BenchmarkRun) -> list[Table]:
    """One table: seconds to the first ids and memory in MB of the contenders that both runs measured.

    >>> compare_memory(BenchmarkRun({}, {}, ""), BenchmarkRun({}, {}, ""))
    []
    """

    def by_contender(run: BenchmarkRun) -> dict[tuple[str, str], Memory]:
        return {(found.contender, found.model): found for found in run.memory if not found.problem}

    first, second = by_contender(a), by_contender(b)
    rows = []
    for key in first:
        if key in second:
            one, other = first[key], second[key]
            seconds = one.first_ids_seconds, other.first_ids_seconds
            sizes = one.rss_bytes / 1e6, other.rss_bytes / 1e6
            rows.append((*key, *seconds, _ratio(*seconds), *sizes, _ratio(*sizes)))
    columns = ("A first ids s", "B first ids s", "B/A seconds", "A RSS MB", "B RSS MB", "B/A memory")
    note = "Below 1, B needs less."
    return [Table("Start and memory of A and B", (*_CASE[:2], *columns), tuple(rows), note)] if rows else []


def _names(case: Case) -> tuple[str, str, str, str]:
    return case.label, case.model, case.corpus, case.mode


def _ratio(one: float | None, other: float | None) -> float | None:
    return other / one if one and other is not None else None


def _machine_notes(a: BenchmarkRun, b: BenchmarkRun) -> list[str]:
    names = [name for name in {**a.machine, **b.machine} if a.machine.get(name) != b.machine.get(name)]
    return [f"The machines differ: {', '.join(names)}."] if names else []


def _case_notes(first: dict[Case, Measurement], second: dict[Case, Measurement]) -> list[str]:
    notes = []
    for name, only in (("A", first.keys() - second.keys()), ("B", second.keys() - first.keys())):
        if only:
            notes.append(f"Measured in {name} only: {len(only)}.")
    both = first.keys() & second.keys()
    if regimes := sum(first[case].regime != second[case].regime for case in both):
        notes.append(
            f"Not compared, because one is on new text and the other on text seen before: {regimes}."
        )
    texts = sum(first[case].n_bytes != second[case].n_bytes for case in both)
    if texts:
        notes.append(f"On texts of different length: {texts}.")
    return notes
