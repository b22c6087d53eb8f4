"""The effect of a memo of spans on the speed, on the differences and on the loss on diverse text."""

from __future__ import annotations

from ...benchmark.results import OURS, BenchmarkRun, Measurement
from ..selection import ENCODING_MODES, Statistic, grouped, pick, speed
from .diverse import kept
from .spread import encoder_spreads
from .wording import scatter, setting, span_of

__all__ = ["memo_effect"]

_EQUAL = 0.02
"""A change of slowest over fastest up to this counts as none, and so does one within the scatter of the
rounds."""


def memo_effect(run: BenchmarkRun, statistic: Statistic) -> list[str]:
    """For each lexer measured with the memo on and off: the ratio of the speeds, and what the memo hides."""
    ours = pick(run, contender=OURS, mode=ENCODING_MODES)
    sentences = []
    for (model, corpus, mode, threads, lexer), group in grouped(ours, _panel).items():
        on, off = ({found.case.encoder: found for found in pick(group, memo=memo)} for memo in (True, False))
        shared = [name for name in off if name in on]
        if not shared:
            continue
        with_memo, without = ([side[name] for name in shared] for side in (on, off))
        gains = {name: _ratio(on[name], off[name], statistic) for name in shared}
        where = f"{model}, {corpus} text under {lexer} ({setting(mode, threads)})"
        sentence = f"{where}: with the memo the speed is {span_of(gains)} times that without."
        sentences.append(" ".join([sentence, *_spreads(with_memo, without, statistic)]))
    return sentences + _retention(ours, statistic)


def _spreads(on: list[Measurement], off: list[Measurement], statistic: Statistic) -> list[str]:
    with_memo, without = ([*encoder_spreads(group, statistic).values()] for group in (on, off))
    if not with_memo or not without:
        return []
    change = with_memo[0] - without[0]
    if abs(change) < max(_EQUAL, scatter([*on, *off])):
        verdict = "It makes no clear difference to how far the encoders lie apart"
    else:
        verdict = f"It {'narrows' if change > 0 else 'widens'} the differences between the encoders"
    return [f"{verdict}: slowest over fastest is {with_memo[0]:.2f} with it and {without[0]:.2f} without."]


def _ratio(on: Measurement, off: Measurement, statistic: Statistic) -> float:
    return (speed(on, statistic) or 0.0) / (speed(off, statistic) or 1.0)


def _retention(ours: list[Measurement], statistic: Statistic) -> list[str]:
    sentences = []
    both = pick(ours, corpus=("english", "diverse"))
    for (model, mode, threads, lexer), group in grouped(both, _any_corpus).items():
        with_memo, without = (kept(pick(group, memo=memo), statistic) for memo in (True, False))
        if with_memo and without:
            where = f"{model} under {lexer} ({setting(mode, threads)})"
            sentences.append(
                f"{where}: of the speed on English, diverse text keeps {span_of(with_memo)} with the memo "
                f"and {span_of(without)} without."
            )
    return sentences


def _panel(found: Measurement) -> tuple[str, str, str, int, str]:
    case = found.case
    return case.model, case.corpus, case.mode, case.threads, case.lexer


def _any_corpus(found: Measurement) -> tuple[str, str, int, str]:
    case = found.case
    return case.model, case.mode, case.threads, case.lexer
