"""The cost of a job: throughput converted to hours, machines and money."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ...errors import InputError
from ..benchmark.results import BenchmarkRun
from .batch import speed_ups
from .selection import Statistic, pick, speed

__all__ = ["Estimate", "Job", "MeasuredSpeed", "estimate", "machines_for", "measured_speed"]


@dataclass(frozen=True)
class Job:
    """A corpus to encode and the machines to do it; the corpus is ``n_bytes``, or ``n_tokens`` x ``bytes_per_token``.

    ``mb_per_second`` is the speed of one core (1 MB = 10^6 bytes). ``speed_ups`` maps threads to the measured
    speed over one thread; without it, every core is assumed to add as much as the first.
    """

    mb_per_second: float
    n_bytes: float | None = None
    n_tokens: float | None = None
    bytes_per_token: float | None = None
    cores: int = 1
    machines: int = 1
    price_per_hour: float = 0.0
    speed_ups: Mapping[int, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Estimate:
    """The answer: ``hours`` of elapsed time, and their cost on ``machines`` machines. Read it together with
    ``assumptions``."""

    n_bytes: float
    n_tokens: float | None
    machines: int
    mb_per_second: float
    """Of all machines in total."""
    hours: float
    machine_hours: float
    cost: float
    assumptions: tuple[str, ...]


@dataclass(frozen=True)
class MeasuredSpeed:
    """A run's result for one contender, with fields as in `Job`."""

    mb_per_second: float
    bytes_per_token: float | None
    speed_ups: dict[int, float]


def estimate(job: Job) -> Estimate:
    """Hours and cost of `job`; raises `InputError` for impossible sizes, speeds or counts.

    >>> answer = estimate(Job(mb_per_second=50, n_bytes=3.6e12, cores=4, machines=5, price_per_hour=0.5))
    >>> answer.hours, answer.machine_hours, answer.cost
    (1.0, 5.0, 2.5)
    """
    _check(job)
    n_bytes = _bytes_of(job)
    scale, assumption = _scale(job.cores, job.speed_ups)
    total = job.mb_per_second * scale * job.machines
    hours = n_bytes / 1e6 / total / 3600
    tokens = job.n_tokens
    if tokens is None and job.bytes_per_token:
        tokens = n_bytes / job.bytes_per_token
    assumptions = (
        assumption,
        "The corpus is like the text that was measured.",
        "Machines share the corpus evenly, and reading and writing keep up.",
    )
    machine_hours = hours * job.machines
    cost = machine_hours * job.price_per_hour
    return Estimate(n_bytes, tokens, job.machines, total, hours, machine_hours, cost, assumptions)


def machines_for(job: Job, hours: float) -> Estimate:
    """The least number of machines that finishes `job` within `hours`; ``job.machines`` is ignored.

    >>> machines_for(Job(mb_per_second=50, n_bytes=3.6e12, cores=4), hours=2).machines
    3
    """
    if not (math.isfinite(hours) and hours > 0):
        raise InputError(f"hours is {hours}: expected a number above 0")
    alone = estimate(replace(job, machines=1))
    # The tolerance ignores rounding: 3.0000000000000004 machines are 3.
    return estimate(replace(job, machines=max(1, math.ceil(alone.hours / hours - 1e-9))))


def measured_speed(
    run: BenchmarkRun, label: str, *, model: str, corpus: str, mode: str, statistic: Statistic = "mean"
) -> MeasuredSpeed | None:
    """The figures of `run` about the contender `label` for a `Job`; ``None`` if it was not measured on one
    thread."""
    found = pick(run, model=model, corpus=corpus, mode=mode)
    one = [measurement for measurement in found if measurement.case.label == label]
    single = pick(one, threads=1)
    value = speed(single[0], statistic) if single else None
    if value is None:
        return None
    tokens = single[0].n_tokens
    return MeasuredSpeed(value, single[0].n_bytes / tokens if tokens else None, speed_ups(one, statistic))


def _bytes_of(job: Job) -> float:
    if job.n_bytes is not None:
        return job.n_bytes
    if job.n_tokens is None or job.bytes_per_token is None:
        raise InputError(
            "the size of the corpus is missing: expected n_bytes, or n_tokens and bytes_per_token"
        )
    return job.n_tokens * job.bytes_per_token


def _scale(cores: int, ups: Mapping[int, float]) -> tuple[float, str]:
    if cores == 1:
        return 1.0, "One core works alone, as measured."
    known = [count for count in ups if 1 < count <= cores]
    if not known:
        return float(cores), f"Speed is assumed to grow {cores}-fold on {cores} cores: that was not measured."
    most = max(known)
    if most == cores:
        return ups[most], f"{cores} cores are {ups[most]:.2f} times one, as measured."
    scale = ups[most] / most * cores
    return (
        scale,
        f"{most} cores were measured at {ups[most]:.2f} times one; {cores} are assumed to do as well each.",
    )


def _check(job: Job) -> None:
    for name in ("mb_per_second", "bytes_per_token", "cores", "machines"):
        _check_number(name, getattr(job, name), zero=False)
    for name in ("n_bytes", "n_tokens", "price_per_hour"):
        _check_number(name, getattr(job, name), zero=True)


def _check_number(name: str, value: float | None, *, zero: bool) -> None:
    if value is not None and not (math.isfinite(value) and (value > 0 or (zero and value == 0))):
        raise InputError(f"{name} is {value}: expected a number {'of 0 or more' if zero else 'above 0'}")
