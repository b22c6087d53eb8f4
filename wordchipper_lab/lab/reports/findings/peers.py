"""How this package compares with the peers measured with it."""

from __future__ import annotations

from ...benchmark.results import OURS, BenchmarkRun, Measurement
from ..selection import Statistic, grouped, pick, speed
from .wording import setting

__all__ = ["beside_peers"]


def beside_peers(run: BenchmarkRun, statistic: Statistic) -> list[str]:
    """For each text and mode: our fastest way relative to the fastest peer; inexact contenders do not
    count."""
    sentences = []
    exact = [found for found in pick(run) if found.exact is not False]
    for (model, corpus, mode, threads), group in grouped(exact, _panel).items():
        ours = [found for found in group if found.case.contender == OURS]
        peers = [found for found in group if found.case.contender != OURS and found.exact]
        if not ours or not peers:
            continue
        best, peer = (max(side, key=lambda found: speed(found, statistic) or 0.0) for side in (ours, peers))
        one, other = speed(best, statistic) or 0.0, speed(peer, statistic) or 0.0
        sentences.append(
            f"{model}, {corpus} text ({setting(mode, threads)}): {best.case.label} at {one:.1f} MB/s is "
            f"{one / other:.2f} times the fastest exact peer, {peer.case.label} at {other:.1f} MB/s."
        )
    return sentences


def _panel(found: Measurement) -> tuple[str, str, str, int]:
    case = found.case
    return case.model, case.corpus, case.mode, case.threads
