"""How long a call takes on a short prompt, and how much longer the slowest calls take."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice

from ...text.text_bytes import encode_text
from .benchmark_progress import Tracker
from .contenders import Contender, open_contender
from .corpora import Corpus
from .failed_contenders import attempt, attempt_aside
from .results import OURS, Case, Latency
from .workload import fresh_copy

__all__ = ["PERCENTILES", "PROMPT_BYTES", "cut_prompts", "latency_cases", "measure_latency"]

PROMPT_BYTES = (20, 100, 500, 2_000, 10_000)
"""Lengths of the prompts, in bytes of UTF-8."""

PERCENTILES = {"p50": 500, "p90": 900, "p99": 990, "p99.9": 999}
"""Name, and how many of a thousand calls take no longer."""

CALLS = 2_000
"""Calls of each contender for each length: two of them are slower than p99.9."""

BURST = 20
"""Contenders take turns after this many calls: close in time, yet none suffers from caches that another one
filled."""

MOST_SECONDS = 1.0
"""A contender that has used this much time for one length gets no more calls."""


def latency_cases(cases: Sequence[Case]) -> list[Case]:
    """The contenders among `cases`, each with one thread: ours with lists and with arrays, peers with lists.

    >>> case = Case(OURS, "r50k_base", "logos", "tail_sweep", True, 2, "english", "batch")
    >>> [found.mode for found in latency_cases([case])]
    ['latency', 'latency_array']
    """
    found: dict[Case, None] = {}
    for case in cases:
        if case.contender != OURS:
            found[replace(case, threads=1, mode="latency")] = None
        elif case.encoder:
            found[replace(case, threads=1, mode="latency")] = None
            found[replace(case, threads=1, mode="latency_array")] = None
    return list(found)


def measure_latency(
    cases: Sequence[Case],
    corpus: Corpus,
    tracker: Tracker,
    open_case: Callable[[Case], Contender] = open_contender,
    clock: Callable[[], int] = time.perf_counter_ns,
) -> None:
    """Append the missing latencies of `cases` (of one model and corpus) to the tracker's run.

    A contender that cannot be opened, or raises, is left out: the throughput cases say why. Raises `Stopped`.
    """
    known = {(found.case, found.prompt_bytes) for found in tracker.run.latencies}
    tracker.skip(sum((case, size) in known for case in cases for size in PROMPT_BYTES))
    for size in PROMPT_BYTES:
        wanted = [case for case in cases if (case, size) not in known]
        tracker.tell(f"preparing latencies of {size:,} bytes", None)
        calls = {case: attempt_aside(tracker, open_case, case)[0] for case in wanted}
        opened = {case: contender.call for case, contender in calls.items() if contender is not None}
        nanoseconds = _time_calls(opened, cut_prompts(corpus.text, size, CALLS), tracker, clock)
        for case in wanted:
            times = nanoseconds.get(case, [])
            if times:
                tracker.run.latencies.append(Latency(case, size, len(times), _percentiles(times)))
            tracker.advance(f"timing {case.label}, {size:,} bytes", case)


def cut_prompts(text: str, n_bytes: int, count: int) -> list[str]:
    """Up to `count` different prompts of `n_bytes` bytes (fewer if a character would be cut) from all over
    `text`.

    They begin after a space if there is one nearby, as prompts do; a text that is too short is repeated.

    >>> cut_prompts("one two three ", 6, 3)
    ['two th', 'three ']
    """
    data = encode_text(text) or b" "
    if len(data) <= n_bytes:
        data *= n_bytes // len(data) + 1
    last = len(data) - n_bytes
    wanted = range(0, last + 1, max(1, last // count))
    starts = dict.fromkeys(min(last, data.find(b" ", at, at + 40) + 1 or at) for at in wanted)
    # Bytes of a character cut at either end are not valid UTF-8, and are left out.
    return [data[at : at + n_bytes].decode(errors="ignore") for at in islice(starts, count)]


def _time_calls(
    calls: dict[Case, Callable[[str], object]], prompts: list[str], tracker: Tracker, clock: Callable[[], int]
) -> dict[Case, list[int]]:
    """Nanoseconds of every call, by case; the first `BURST` calls of each are only for warming up."""
    times: dict[Case, list[int]] = {case: [] for case in calls}
    for case in calls:
        attempt(_call_burst, calls[case], prompts, 0, clock)
    for first in range(0, CALLS, BURST):
        for case, call in calls.items():
            tracker.check_stop()
            if sum(times[case]) < MOST_SECONDS * 1e9:
                times[case] += attempt(_call_burst, call, prompts, first, clock)[0] or []
    return times


def _call_burst(
    call: Callable[[str], object], prompts: list[str], first: int, clock: Callable[[], int]
) -> list[int]:
    times = []
    for number in range(first, first + BURST):
        prompt = fresh_copy(prompts[number % len(prompts)])
        start = clock()
        result = call(prompt)
        times.append(clock() - start)
        del result
    return times


def _percentiles(nanoseconds: list[int]) -> dict[str, float]:
    """Microseconds: the smallest time that this share of the calls does not exceed."""
    times = sorted(nanoseconds)
    return {name: times[-(-len(times) * part // 1000) - 1] / 1e3 for name, part in PERCENTILES.items()}
