"""With which lexer do the encoders differ visibly?"""

from __future__ import annotations

from ...benchmark.results import OURS, BenchmarkRun, Measurement
from ..encoders import relative_speeds
from ..selection import ENCODING_MODES, Statistic, grouped, memo_words, pick
from .wording import VISIBLE, by_value, join, percent, scatter, setting

__all__ = ["encoder_spreads", "spread"]


def spread(run: BenchmarkRun, statistic: Statistic) -> list[str]:
    """For each text: the slowest encoder relative to the fastest, by lexer, and which lexers hide the
    differences."""
    sentences = []
    for key, group in grouped(pick(run, contender=OURS, mode=ENCODING_MODES), _panel).items():
        model, corpus, mode, threads, memo = key
        spreads = encoder_spreads(group, statistic)
        if spreads:
            where = f"{model}, {corpus} text ({setting(mode, threads)}, {memo_words(memo)})"
            listed = join(_under(lexer, group, statistic) for lexer in spreads)
            sentence = f"{where}: the slowest encoder runs at {listed} of the fastest. {_verdict(spreads)}."
            sentences.append(" ".join([sentence, *_doubts(spreads, group)]))
    return sentences


def _under(lexer: str, group: list[Measurement], statistic: Statistic) -> str:
    relative = relative_speeds(pick(group, lexer=lexer), statistic)
    slowest, *_, fastest = by_value({encoder: value for (_, encoder), value in relative.items()})
    return f"{relative[lexer, slowest]:.2f} under {lexer} ({slowest} over {fastest})"


def _verdict(spreads: dict[str, float]) -> str:
    hidden = [lexer for lexer, value in spreads.items() if value >= 1 - VISIBLE]
    seen = [lexer for lexer in spreads if lexer not in hidden]
    parts = []
    if hidden:
        parts.append(f"hidden (within {percent(VISIBLE)}) under {join(hidden)}")
    if seen:
        parts.append(f"visible under {join(seen)}")
    most = f", most under {min(seen, key=spreads.__getitem__)}" if len(seen) > 1 else ""
    return f"The differences are {' and '.join(parts)}{most}"


def _doubts(spreads: dict[str, float], group: list[Measurement]) -> list[str]:
    doubtful = [name for name, value in spreads.items() if 1 - value < scatter(pick(group, lexer=name))]
    return [f"Within the scatter of the rounds: {join(doubtful)}."] if doubtful else []


def encoder_spreads(group: list[Measurement], statistic: Statistic) -> dict[str, float]:
    """Lexer -> slowest encoder's speed relative to the fastest's, if two or more were measured with the
    lexer."""
    by_lexer: dict[str, list[float]] = {}
    for (lexer, _), value in relative_speeds(group, statistic).items():
        by_lexer.setdefault(lexer, []).append(value)
    return {lexer: min(values) for lexer, values in by_lexer.items() if len(values) > 1}


def _panel(found: Measurement) -> tuple[str, str, str, int, bool]:
    case = found.case
    return case.model, case.corpus, case.mode, case.threads, case.memo
