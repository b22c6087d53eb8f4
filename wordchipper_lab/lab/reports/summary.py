"""What was measured here, in sentences."""

from __future__ import annotations

from ..benchmark.results import BenchmarkRun
from .findings.diverse import diverse_text
from .findings.lexer_time import lexer_time
from .findings.memo import memo_effect
from .findings.peers import beside_peers
from .findings.spread import spread
from .findings.threads import thread_gain
from .findings.whole import whole
from .selection import Statistic

__all__ = ["summarise"]

_FINDINGS = (whole, lexer_time, spread, diverse_text, memo_effect, thread_gain, beside_peers)


def summarise(run: BenchmarkRun, statistic: Statistic = "mean") -> list[str]:
    """Plain sentences computed from the figures of `run`; a question that it cannot answer has none.

    The lexer's part of the time, the lexers under which the encoders' differences are hidden, the loss on diverse text
    and whether the order of the encoders inverts there, what the memo changes, threads, and peers.

    >>> summarise(BenchmarkRun({}, {}, "2026-01-01T00:00:00Z"))
    ['Nothing has been measured.']
    """
    return [sentence for finding in _FINDINGS for sentence in finding(run, statistic)]
