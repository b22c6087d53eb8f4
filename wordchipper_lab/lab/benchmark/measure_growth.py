"""What a contender remembers costs memory: how much encoding a corpus once adds, in a process of its own."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import asdict, replace

from .benchmark_progress import Tracker
from .failed_contenders import attempt
from .probe_process import PACKAGE, run_probe
from .results import Case, Measurement

__all__ = ["group_growth", "measure_growth", "probe_growth"]

_ENCODING = ("encode", "encode_array", "count", "batch", "batch_small", "round_trip_batch")


def group_growth(measurements: Iterable[Measurement], own: Collection[str] = ()) -> list[list[Measurement]]:
    """The measurements of new text that have one figure of memory together: one contender, vocabulary and corpus.

    Whatever the mode, the contender remembers the same. Those in `own` are left out: a function cannot go to
    another process.
    """
    groups: dict[tuple[str, str, str], list[Measurement]] = {}
    for found in measurements:
        case = found.case
        if found.regime == "new" and case.mode in _ENCODING and case.contender not in own:
            groups.setdefault((case.label, case.model, case.corpus), []).append(found)
    return list(groups.values())


def measure_growth(
    groups: Sequence[Sequence[Measurement]], texts: Callable[[str], list[str]], tracker: Tracker
) -> None:
    """Fill ``grown_bytes`` of each group, if it is not known yet; `texts` gives the documents of a corpus.

    It stays ``None`` for a contender that fails: the throughput cases say why. Raises `Stopped`.
    """
    for group in groups:
        case = group[0].case
        message = f"memory that {case.label} adds"
        if all(found.grown_bytes is not None or found.problem for found in group):
            tracker.skip(1)
            continue
        tracker.tell(message, case)
        grown, _ = attempt(probe_growth, case, texts(case.corpus), tracker.check_stop)
        for found in group:
            found.grown_bytes = grown
        tracker.advance(message, case)


def probe_growth(case: Case, texts: Sequence[str], check_stop: Callable[[], None] = lambda: None) -> int:
    """Start a process that encodes `texts` one by one, on one thread; returns by how many bytes its resident
    memory has grown since the first one. Raises as `run_probe` does.
    """
    mode = "encode_array" if case.mode == "encode_array" else "encode"
    first = [PACKAGE, asdict(replace(case, mode=mode, threads=1))]
    lines = "\n".join(json.dumps(each) for each in (first, *texts))
    return int(run_probe("growth_probe.py", (), lines.encode(), check_stop))
