"""The effect of diverse text on each encoder, and whether it reverses their order."""

from __future__ import annotations

from ...benchmark.results import OURS, BenchmarkRun, Measurement
from ..selection import ENCODING_MODES, Statistic, grouped, memo_words, pick, speed
from .wording import by_value, join, percent, scatter, setting

__all__ = ["diverse_text", "kept"]

SWEEPS = ("buffer_sweep", "tail_sweep")

Speeds = dict[str, float]


def diverse_text(run: BenchmarkRun, statistic: Statistic) -> list[str]:
    """For each lexer: the share of its English speed that each encoder keeps, the loss of the sweeps, and the
    leaders."""
    sentences = []
    ours = pick(run, contender=OURS, mode=ENCODING_MODES, corpus=("english", "diverse"))
    for key, group in grouped(ours, _panel).items():
        model, mode, threads, memo, lexer = key
        english, diverse = _speeds(group, "english", statistic), _speeds(group, "diverse", statistic)
        part = kept(group, statistic)
        if not part:
            continue
        where = f"{model} under {lexer} ({setting(mode, threads)}, {memo_words(memo)})"
        listed = join(f"{part[name]:.2f} with {name}" for name in by_value(part))
        sentence = f"{where}: the speed on diverse text is, of that on English, {listed}."
        sentences.append(" ".join([sentence, *_sweeps(part), *_order(english, diverse, scatter(group))]))
    return sentences


def kept(group: list[Measurement], statistic: Statistic) -> Speeds:
    """Encoder -> speed on diverse text relative to English; `group` has one lexer."""
    english, diverse = _speeds(group, "english", statistic), _speeds(group, "diverse", statistic)
    return {name: diverse[name] / value for name, value in english.items() if name in diverse}


def _sweeps(part: Speeds) -> list[str]:
    sweeps = [value for name, value in part.items() if name in SWEEPS]
    others = [value for name, value in part.items() if name not in SWEEPS]
    if not sweeps or not others:
        return []
    if max(sweeps) < min(others):
        return ["Every sweep loses more than every other encoder."]
    if min(sweeps) > max(others):
        return ["Every sweep loses less than every other encoder."]
    return ["The sweeps do not stand apart from the other encoders in this."]


def _order(english: Speeds, diverse: Speeds, noise: float) -> list[str]:
    names = [name for name in english if name in diverse]
    if len(names) < 2:
        return []
    leaders, others = (
        [name for name in names if side[name] == _best(side, names)] for side in (english, diverse)
    )
    if both := [name for name in leaders if name in others]:
        first = both[0]
        return [
            f"No inversion: {first} is the fastest on both ({english[first]:.1f} and {diverse[first]:.1f} MB/s)."
        ]
    first, second = leaders[0], others[0]
    found = (
        f"The order inverts: on English {first} is the fastest ({english[first]:.1f} MB/s; {second} "
        f"{english[second]:.1f}), on diverse text {second} ({diverse[second]:.1f} MB/s; {first} {diverse[first]:.1f})"
    )
    lead = min(english[first] / english[second], diverse[second] / diverse[first]) - 1
    doubt = (
        f", though the smaller lead, {percent(lead)}, is within the scatter of the rounds"
        if lead < noise
        else ""
    )
    return [f"{found}{doubt}."]


def _best(speeds: Speeds, names: list[str]) -> float:
    return max(speeds[name] for name in names)


def _speeds(group: list[Measurement], corpus: str, statistic: Statistic) -> Speeds:
    return {found.case.encoder: speed(found, statistic) or 0.0 for found in pick(group, corpus=corpus)}


def _panel(found: Measurement) -> tuple[str, str, int, bool, str]:
    case = found.case
    return case.model, case.mode, case.threads, case.memo, case.lexer
