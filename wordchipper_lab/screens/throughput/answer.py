"""What the Throughput page shows about a finished run: sentences, tables, and the cost of encoding a
corpus."""

from __future__ import annotations

from typing import Any

from ...errors import InputError
from ...lab.benchmark.results import BenchmarkRun, Measurement
from ...lab.reports import (
    Estimate,
    Job,
    Statistic,
    Table,
    all_reports,
    compare_all,
    estimate,
    machines_for,
    measured_speed,
    retention,
    summarise,
)
from ...lab.reports.selection import ENCODING_MODES, pick
from .drawing import draw_pairs
from .records import ComparisonRecord, CostRecord, ReportRecord, TableRecord

__all__ = ["answer_cost", "draw_comparison", "draw_report"]

_STATISTIC: Statistic = "median"  # as the bars use: one disturbed round must not affect a figure
_BYTES = {"GB": 1e9, "TB": 1e12}
_TOKENS = {"million tokens": 1e6, "billion tokens": 1e9, "trillion tokens": 1e12}


def draw_report(run: BenchmarkRun) -> ReportRecord:
    """Everything about `run` that is not a chart, with its files: it can be read and saved without a
    kernel."""
    return {
        "summary": summarise(run, _STATISTIC),
        "tables": [_draw_table(table) for table in all_reports(run, _STATISTIC)],
        "retention": [_draw_table(table) for table in retention(run, _STATISTIC)],
        "contenders": [
            {"name": _contender_name(found), "key": found.case.key} for found in _measured_on_one_thread(run)
        ],
        "json": run.to_json(),
    }


def draw_comparison(a: BenchmarkRun, b: BenchmarkRun) -> ComparisonRecord:
    """Two runs side by side."""
    return {
        "tables": [_draw_table(table) for table in compare_all(a, b, _STATISTIC)],
        "pairs": draw_pairs(a, b),
    }


def answer_cost(run: BenchmarkRun, question: dict[str, Any]) -> CostRecord:
    """Time and price of a corpus, for the measured contender ``question["key"]``, on one machine and by the deadline.

    Raises `InputError` for an impossible size, price, deadline or number of cores.
    """
    found = next((item for item in _measured_on_one_thread(run) if item.case.key == question["key"]), None)
    if found is None:
        return {}
    case = found.case
    speed = measured_speed(
        run, case.label, model=case.model, corpus=case.corpus, mode=case.mode, statistic=_STATISTIC
    )
    assert speed is not None
    size, unit = float(question["size"]), question["unit"]
    if unit not in _BYTES and unit not in _TOKENS:
        raise InputError(f"unknown unit {unit!r}: expected one of {', '.join([*_BYTES, *_TOKENS])}")
    job = Job(
        mb_per_second=speed.mb_per_second,
        n_bytes=size * _BYTES[unit] if unit in _BYTES else None,
        n_tokens=size * _TOKENS[unit] if unit in _TOKENS else None,
        bytes_per_token=speed.bytes_per_token,
        cores=int(question["cores"]),
        price_per_hour=float(question["price"]),
        speed_ups=speed.speed_ups,
    )
    alone, in_time = estimate(job), machines_for(job, float(question["hours"]))
    rows = (_cost_row("one machine", alone), _cost_row(f"within {question['hours']:g} h", in_time))
    columns = ("Plan", "Machines", "MB/s in total", "Hours", "Machine hours", "Price")
    title = f"{size:g} {unit}: {_contender_name(found)}"
    table = Table(title, columns, rows, " ".join(alone.assumptions))
    machines = f"{in_time.machines:,} machine{'s' if in_time.machines != 1 else ''}"
    sentence = (
        f"One machine needs {_duration(alone.hours)}. To finish within {question['hours']:g} hours: "
        f"{machines}, {_duration(in_time.hours)}, {in_time.cost:,.2f} in the currency of the price."
    )
    return {"table": _draw_table(table), "sentence": sentence}


def _cost_row(name: str, answer: Estimate) -> tuple[str, int, float, float, float, float]:
    return name, answer.machines, answer.mb_per_second, answer.hours, answer.machine_hours, answer.cost


def _duration(hours: float) -> str:
    """Hours in a readable form.

    >>> [_duration(hours) for hours in (0.001, 0.5, 3, 100)]
    ['3.6 seconds', '30.0 minutes', '3.0 hours', '4.2 days']
    """
    for size, name in ((24.0, "days"), (1.0, "hours"), (1 / 60, "minutes")):
        if hours >= size * (2 if name == "days" else 1):
            return f"{hours / size:,.1f} {name}"
    return f"{hours * 3600:.2g} seconds"


def _measured_on_one_thread(run: BenchmarkRun) -> list[Measurement]:
    """The measurements from which a cost can be computed, the fastest first."""
    return sorted(pick(run, mode=ENCODING_MODES, threads=1), key=lambda found: -found.median)


def _contender_name(found: Measurement) -> str:
    case = found.case
    return f"{case.label} ({case.corpus}, {case.model}, {case.mode}, {found.median:,.4g} MB/s)"


def _draw_table(table: Table) -> TableRecord:
    return {
        "title": table.title,
        "columns": [
            {"name": name, "values": [row[at] for row in table.rows]} for at, name in enumerate(table.columns)
        ],
        "note": table.note,
        "markdown": table.to_markdown(),
        "csv": table.to_csv(),
    }
