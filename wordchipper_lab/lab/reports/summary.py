"""The findings of a run, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...arguments import checked, one_of, sequence_of
from ..benchmark.results import BenchmarkRun
from .findings.diverse import diverse_text
from .findings.lexer_time import lexer_time
from .findings.memo import memo_effect
from .findings.peers import beside_peers
from .findings.seen_before import seen_before
from .findings.spread import spread
from .findings.threads import thread_gain
from .findings.verdict import verdict
from .findings.whole import whole
from .selection import Statistic, a_run, a_statistic

__all__ = ["FINDINGS", "summarise"]

FINDINGS: dict[str, Callable[[BenchmarkRun, Statistic], list[str]]] = {
    "verdict": verdict,
    "run": whole,
    "lexers": lexer_time,
    "encoders": spread,
    "diverse": diverse_text,
    "memo": memo_effect,
    "threads": thread_gain,
    "peers": beside_peers,
    "seen before": seen_before,
}
"""Questions that a run may answer."""


@checked(
    run=a_run, statistic=a_statistic, about=sequence_of(one_of("question", FINDINGS), "several questions")
)
def summarise(
    run: BenchmarkRun, statistic: Statistic = "mean", about: Sequence[str] = tuple(FINDINGS)
) -> list[str]:
    """Plain sentences computed from the figures of `run`; questions that it cannot answer are skipped.

    about: the questions, from `FINDINGS`: the fastest, and by how much; the completeness of the run; the lexers' share
    of the time; the lexers that hide differences between encoders; the loss on diverse text and whether the order of
    the encoders is reversed there; the effect of the memo; threads; peers; what changes when a new text is
    encoded a second time. Raises `UnknownNameError` for an unknown
    one.

    >>> summarise(BenchmarkRun({}, {}, "2026-01-01T00:00:00Z"))
    ['Nothing has been measured.']
    """
    return [sentence for name in about for sentence in FINDINGS[name](run, statistic)]
