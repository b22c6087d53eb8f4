"""What changes when a text is encoded a second time: what remembers spans gains, and costs memory."""

from __future__ import annotations

from ...benchmark.results import BenchmarkRun, Measurement
from ..selection import Statistic, grouped, pick, speed
from .wording import setting

__all__ = ["seen_before"]


def seen_before(run: BenchmarkRun, statistic: Statistic) -> list[str]:
    """For each new text: the fastest contender when the same documents come again, and which one gains most by that."""
    sentences = []
    timed = [
        found for found in pick(run) if found.regime == "new" and found.warm and found.exact is not False
    ]
    for (model, corpus, mode, threads), group in grouped(timed, _panel).items():
        gains = {found.case.label: (found.warm or 0.0) / (speed(found, statistic) or 1.0) for found in group}
        fastest = max(group, key=lambda found: found.warm or 0.0)
        most = max(gains, key=lambda name: gains[name])
        again = "it also gains most by that" if most == fastest.case.label else f"{most} gains most by that"
        sentences.append(
            f"{model}, {corpus} text ({setting(mode, threads)}): when the same documents come again, the fastest is "
            f"{fastest.case.label} at {fastest.warm:.1f} MB/s; {again}, {gains[most]:.2f} times its speed on new text."
        )
    return sentences


def _panel(found: Measurement) -> tuple[str, str, str, int]:
    case = found.case
    return case.model, case.corpus, case.mode, case.threads
