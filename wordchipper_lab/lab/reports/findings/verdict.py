"""What is the fastest, and by how much? Or is it too noisy to say?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ...benchmark.results import OURS, BenchmarkRun, Case, Measurement
from ..ranking import can_rank, places
from ..selection import Statistic, distinct, grouped, pick, regime_words, speed, thread_words
from .wording import join

__all__ = ["Panel", "headline", "panel_of", "verdict", "verdicts"]

Panel = tuple[str, str, str, int]
"""What is compared with each other: vocabulary, corpus, mode, threads."""

_MOST_OTHERS = 2
_MOST_UNKNOWN = 2


def verdict(run: BenchmarkRun, statistic: Statistic = "median") -> list[str]:
    """For each text, mode and vocabulary: the fastest contender, and how many times as fast as the next and as the
    other side (ours, or a peer), and whether the text was new; "too noisy to rank" where rounds overlap (see
    `ranking.RULE`)."""
    return list(verdicts(run, statistic).values())


def headline(run: BenchmarkRun, statistic: Statistic = "median") -> str:
    """The first verdict, and the others in short; empty if nothing was compared yet."""
    groups = grouped(pick(run), panel_of)
    first = verdict(run, statistic)[:1]
    others = list(groups.items())[1:]
    if len(others) > _MOST_OTHERS:
        others, first = [], [*first, _overall(groups)]
    differing = _differing(pick(run))
    short = [
        _short_sentence(_place_words(panel, differing, group[0].regime), group, statistic)
        for panel, group in others
    ]
    text = " ".join(filter(None, [*first, *short]))
    return text if run.finished or not text else f"So far, {text[0].lower()}{text[1:]}"


def verdicts(run: BenchmarkRun, statistic: Statistic = "median") -> dict[Panel, str]:
    """The sentences of `verdict`, by what they compare."""
    timed = pick(run)
    differing = _differing(timed)
    return {
        panel: _sentence(_place_words(panel, differing, group[0].regime), group, statistic)
        for panel, group in grouped(timed, panel_of).items()
    }


def panel_of(found: Measurement) -> Panel:
    """What a measurement is compared in."""
    case = found.case
    return case.model, case.corpus, case.mode, case.threads


def _sentence(where: str, group: list[Measurement], statistic: Statistic) -> str:
    fair = [found for found in group if found.exact is not False]
    wrong = [found.case.label for found in group if found.exact is False]
    note = f" Left out, because its results are wrong: {join(wrong)}." if wrong else ""
    if unknown := [
        found.case.label for found in fair if found.exact is None and found.case.contender != OURS
    ]:
        more = [f"{len(unknown) - _MOST_UNKNOWN} more"] if len(unknown) > _MOST_UNKNOWN + 1 else []
        note += f" Ids not compared: {join([*unknown[:_MOST_UNKNOWN], *more] if more else unknown)}."
    if not fair:
        return f"{where} every result is wrong.{note}"
    order = sorted(fair, key=lambda found: -(speed(found, statistic) or 0.0))
    if len(order) == 1:
        return f"{where} {_with_speed(order[0], statistic)} has nothing to be compared with.{note}"
    if not all(map(can_rank, order)):
        factors = _factors(order[0], order[1:], statistic)
        doubt = "one round says nothing about the noise"
        return f"{where} {_with_speed(order[0], statistic)} leads, {factors}; {doubt}.{note}"
    place = places(group)
    first = [found for found in order if place[found.case].number == 1]
    rest = [found for found in order if found not in first]
    if not rest:
        slowest, fastest = _figure(speed(first[-1], statistic)), _figure(speed(first[0], statistic))
        speeds = f"at {fastest} MB/s" if slowest == fastest else f"from {slowest} to {fastest} MB/s"
        whole = "both" if len(first) == 2 else f"all {len(first)}"
        return f"{where} {whole} are too noisy to rank, {speeds}.{note}"
    best = first[0]
    factors = _factors(best, rest, statistic)
    if len(first) == 1:
        speed_words = f"{_figure(speed(best, statistic))} MB/s"
        return f"{where} the fastest is {best.case.label}: {speed_words}, {factors}.{note}"
    if len(first) == 2:
        tied = join(_with_speed(found, statistic) for found in first)
        return f"{where} {tied} are too noisy to rank; the first is {factors}.{note}"
    leads = f"{best.case.label} has the best median, {_figure(speed(best, statistic))} MB/s"
    return f"{where} the first {len(first)} are too noisy to rank. {leads}, {factors}.{note}"


def _short_sentence(where: str, group: list[Measurement], statistic: Statistic) -> str:
    """ "On diverse: logos + merge_heap, 43 MB/s." """
    place = places(group)
    first = [found for found in group if found.case in place and place[found.case].number == 1]
    if not first:
        return ""
    if len(first) > 1:
        return f"{where} the first {len(first)} are too noisy to rank."
    return f"{where} it is {first[0].case.label}, {_figure(speed(first[0], statistic))} MB/s."


def _factors(best: Measurement, slower: list[Measurement], statistic: Statistic) -> str:
    """ "1.3 times merge_heap and 6.2 times tiktoken": the next, and the fastest of the other side."""
    ours = best.case.contender == OURS
    other_side = [found for found in slower if (found.case.contender == OURS) != ours]
    shown = distinct(found.case for found in [*slower[:1], *other_side[:1]])
    speeds = {found.case: speed(found, statistic) or 0.0 for found in slower}
    fastest = speed(best, statistic) or 0.0
    return join(f"{_times(fastest / speeds[case])} times {_short(case, best.case)}" for case in shown)


def _with_speed(found: Measurement, statistic: Statistic) -> str:
    return f"{found.case.label} ({_figure(speed(found, statistic))} MB/s)"


def _short(case: Case, beside: Case) -> str:
    """The name of `case`, without the lexer if it is that of `beside`.

    >>> one = Case(OURS, "", "logos", "merge_heap", False, 1, "", "")
    >>> other = Case(OURS, "", "logos", "tail_sweep", False, 1, "", "")
    >>> _short(one, other)
    'merge_heap'
    """
    alike = case.contender == beside.contender == OURS and case.lexer == beside.lexer
    return case.encoder if alike and case.memo == beside.memo and case.encoder else case.label


def _overall(groups: Mapping[Panel, list[Measurement]]) -> str:
    """The contender that leads most of the comparisons."""
    leading: Counter[str] = Counter()
    for group in groups.values():
        leading.update(case.label for case, place in places(group).items() if place.number == 1)
    if not leading:
        return ""
    label, times = leading.most_common(1)[0]
    return f"Of {len(groups)} comparisons, {label} is first, or tied for it, in {times}."


def _differing(timed: list[Measurement]) -> tuple[bool, bool, bool]:
    """Whether the run has several vocabularies, modes, numbers of threads."""
    several = (
        len({getattr(found.case, name) for found in timed}) > 1 for name in ("model", "mode", "threads")
    )
    model, mode, threads = several
    return model, mode, threads


def _place_words(panel: Panel, differing: tuple[bool, bool, bool], regime: str) -> str:
    model, corpus, mode, threads = panel
    words = [
        word for word, differs in zip((model, mode, thread_words(threads)), differing, strict=True) if differs
    ]
    return f"On {corpus} ({', '.join([regime_words(regime), *words])})"


def _figure(value: float | None) -> str:
    """MB/s in a sentence.

    >>> _figure(1234.5), _figure(85.12), _figure(3.04)
    ('1,234', '85', '3.0')
    """
    return f"{value or 0.0:,.0f}" if (value or 0.0) >= 10 else f"{value or 0.0:.1f}"


def _times(factor: float) -> str:
    """A ratio in a sentence.

    >>> _times(1.04), _times(1.32), _times(6.25), _times(12.4)
    ('1.04', '1.3', '6.2', '12')
    """
    return f"{factor:.2f}" if factor < 1.1 else f"{factor:.1f}" if factor < 10 else f"{factor:,.0f}"
