"""Select measurements from a run, for the reports."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from typing import Any, Literal, TypeVar, get_args

from ...arguments import instance_of, one_of
from ..benchmark.results import OURS, BenchmarkRun, Measurement

__all__ = [
    "BATCH_MODES",
    "ENCODING_MODES",
    "Statistic",
    "a_run",
    "a_statistic",
    "distinct",
    "grouped",
    "inexact_note",
    "memo_note",
    "memo_words",
    "pick",
    "regime_words",
    "restrict",
    "speed",
    "thread_words",
]

ENCODING_MODES = ("encode_array", "encode", "count", "batch", "batch_small")
"""Modes that use a span encoder."""

BATCH_MODES = {
    "batch": "documents",
    "batch_small": "tiny texts",
    "decode_batch": "documents, decoded",
    "round_trip_batch": "documents, encoded and decoded",
}
"""Modes that spread many texts over threads, and the kind of texts."""

Statistic = Literal["mean", "median"]
"""The statistic that represents all rounds of a case: the mean, as in the paper, or the median, which
tolerates a disturbed round."""

a_run = instance_of("a BenchmarkRun", BenchmarkRun)
a_statistic = one_of("statistic", get_args(Statistic))

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)


def pick(measurements: Iterable[Measurement], **where: Any) -> list[Measurement]:
    """Measurements that have timings and match these values; a tuple means "one of", ``None`` "any".

    >>> from wordchipper_lab.lab.benchmark.results import Case
    >>> one = Measurement(Case("tiktoken", "o200k_base", "", "", False, 1, "english", "encode"), 9, 3, [0.5])
    >>> len(pick([one], corpus="english", mode=("encode", "spans"))), pick([one], corpus="code")
    (1, [])
    """

    def fits(measurement: Measurement) -> bool:
        for name, wanted in where.items():
            value = getattr(measurement.case, name)
            if wanted is not None and value not in (wanted if isinstance(wanted, tuple) else (wanted,)):
                return False
        return bool(measurement.seconds)

    return [measurement for measurement in measurements if fits(measurement)]


def restrict(run: BenchmarkRun, **where: Any) -> BenchmarkRun:
    """The run with only the measurements selected by `pick`: reports about a part of it.

    >>> restrict(BenchmarkRun({}, {}, "2026-01-01T00:00:00Z"), memo=False).measurements
    []
    """
    return replace(run, measurements=pick(run, **where))


def distinct(values: Iterable[T]) -> list[T]:
    """The values, each once, in order of first appearance.

    >>> distinct("banana")
    ['b', 'a', 'n']
    """
    return list(dict.fromkeys(values))


def grouped(
    measurements: Iterable[Measurement], key: Callable[[Measurement], K]
) -> dict[K, list[Measurement]]:
    """The measurements by `key`, groups in order of first appearance."""
    groups: dict[K, list[Measurement]] = {}
    for measurement in measurements:
        groups.setdefault(key(measurement), []).append(measurement)
    return groups


def speed(measurement: Measurement | None, statistic: Statistic) -> float | None:
    """MB/s that represents all rounds of a case; ``None`` if nothing was measured."""
    if measurement is None or not measurement.seconds:
        return None
    return (statistics.fmean if statistic == "mean" else statistics.median)(measurement.speeds())


def inexact_note(measurements: Iterable[Measurement]) -> str:
    """A warning that names the contenders whose ids differ from the reference, or nothing."""
    names = distinct(found.case.label for found in measurements if found.exact is False)
    return f"Not exact (its results are not the reference's): {', '.join(names)}." if names else ""


def memo_note(measurements: Iterable[Measurement]) -> str:
    """Whether the text was new or, if all rounds are on the same text, whether the contenders remembered the spans
    of earlier rounds.

    >>> from wordchipper_lab.lab.benchmark.results import Case
    >>> case = Case(OURS, "o200k_base", "regex", "tail_sweep", False, 1, "english", "encode")
    >>> memo_note([Measurement(case, 9, 3, [0.5])])
    'All rounds are on the same text; the memo of spans was off.'
    """
    encoded = pick(measurements, mode=ENCODING_MODES)
    if new := [found for found in pick(measurements) if found.regime == "new"]:
        return _new_text_note(new)
    memos = {found.case.memo for found in encoded if found.case.contender == OURS}
    known = {
        (): "",
        (True,): "; the memo of spans was on, and so it was warm",
        (False,): "; the memo of spans was off",
        (
            False,
            True,
        ): '; the memo of spans was on, and so warm, in the rows with "memo", and off in our others',
    }[tuple(sorted(memos))]
    has_peers = any(found.case.contender != OURS for found in encoded)
    peers = "; a peer that remembers spans had seen them before" if has_peers else ""
    return f"All rounds are on the same text{known}{peers}."


def _new_text_note(new: list[Measurement]) -> str:
    most = max(found.n_bytes for found in new)
    part = [found.case.label for found in new if found.n_bytes < most]
    # Batches of different sizes are cut at different places.
    slow = f" Too slow for all of it: {', '.join(distinct(part))}." if part else ""
    return (
        f"New text: each contender saw each document once, {most / 1e6:.1f} MB after a warm-up on others.{slow} "
        "Seen before: the same documents a second time."
    )


def regime_words(regime: str) -> str:
    """ "new text" or "seen before".

    >>> regime_words("new"), regime_words("warm")
    ('new text', 'seen before')
    """
    return "new text" if regime == "new" else "seen before"


def memo_words(memo: bool) -> str:
    """ "memo on" or "memo off"."""
    return "memo on" if memo else "memo off"


def thread_words(threads: int) -> str:
    """ "1 thread", "2 threads"."""
    return f"{threads} thread{'s' if threads != 1 else ''}"
