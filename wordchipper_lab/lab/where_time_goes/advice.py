"""What the default costs on a corpus, and what to choose, in sentences."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from ...tokenizer import AUTO_ENCODER
from ..reports.findings.wording import join, percent
from .span_facts import LONG_BYTES, SpanFacts
from .timing import EncoderTime

__all__ = ["advise"]

_NEXT_TO_NONE = 0.001


def advise(encoders: Sequence[EncoderTime], chosen: str, spans: SpanFacts, reach: float) -> list[str]:
    """The fastest encoder with memo off beside the `chosen` one, what becomes of both where spans are longer, and how
    much of the corpus the choice can matter for with memo on (`reach`, a share of the spans).

    Only refusals if there is nothing to compare.
    """
    timed = [one for one in encoders if one.seconds]
    used = next((one for one in timed if one.name == chosen), None)
    if used is None or len(timed) < 2:
        return _refused(encoders)
    best = max(timed, key=lambda one: one.mb_per_second)
    return [
        _verdict(best, used),
        *_choice(best, used, spans),
        *_losing(best, timed, spans),
        *_refused(encoders),
        _with_memo(reach),
    ]


def _with_memo(reach: float) -> str:
    if reach < _NEXT_TO_NONE:
        return "With memo on next to no span reaches an encoder, so its choice means nothing."
    return (
        f"With memo on at most {percent(reach)} of the spans reach an encoder; for the others its choice means "
        "nothing."
    )


def _verdict(best: EncoderTime, used: EncoderTime) -> str:
    name = f"{used.name}, {'the default' if used.name == AUTO_ENCODER else 'the one in use'},"
    if best is used:
        return f"{name} is the fastest encoder here with memo off: it costs nothing."
    if not _is_faster(best, used):
        return (
            f"With memo off {best.name} is {_ratio(best, used)} x {name} but their rounds overlap: no difference is "
            "certain."
        )
    lost = percent(1 - used.mb_per_second / best.mb_per_second)
    return f"With memo off {best.name} is {_ratio(best, used)} x here: {name} loses {lost}."


def _choice(best: EncoderTime, used: EncoderTime, spans: SpanFacts) -> list[str]:
    if best is used:
        return []
    longest = f"the longest span here has {spans.longest:,} bytes"
    if best.is_quadratic and not used.is_quadratic:
        steady = f"{used.name} never collapses ({used.cost})"
        if not _is_faster(best, used):
            return [f"Keep {used.name}: it never collapses where spans are long; {longest}."]
        return [
            f"{steady}; {best.name} does where spans are long, as its time grows with the square of a span's length "
            f"({longest}). Choose it only for texts like these."
        ]
    if not _is_faster(best, used):
        return [f"Keep {used.name}."]
    steady = "" if best.is_quadratic else f", which never collapses either ({best.cost})"
    return [f"For texts like these with memo off, choose {best.name}{steady}."]


def _losing(best: EncoderTime, timed: Sequence[EncoderTime], spans: SpanFacts) -> list[str]:
    """The paper's inversion, where it shows."""
    losing = [one for one in timed if one.is_quadratic and _is_faster(best, one)]
    if best.is_quadratic or not losing:
        return []
    worst = min(losing, key=lambda one: one.mb_per_second)
    one = len(losing) == 1
    return [
        f"{join(each.name for each in losing)}, whose time grows with the square of a span's length, "
        f"fall{'s' if one else ''} behind here, to {1 / float(_ratio(best, worst)):.2f} of the fastest at worst: "
        f"{percent(spans.long_bytes / spans.bytes)} of the bytes are in spans of {LONG_BYTES} bytes and more."
    ]


def _refused(encoders: Sequence[EncoderTime]) -> list[str]:
    return [f"{one.name} was not measured: {one.problem}." for one in encoders if one.problem]


def _is_faster(one: EncoderTime, other: EncoderTime) -> bool:
    """By the rule of `reports.ranking`: each round that counts was faster than all of the other's."""
    return len(one.seconds) > 1 and _counting(one)[-1] < _counting(other)[0]


def _counting(one: EncoderTime) -> list[float]:
    """Seconds of the rounds that count, in order: from ten on without the fastest and the slowest tenth."""
    cut = len(one.seconds) // 10
    return sorted(one.seconds)[cut : len(one.seconds) - cut]


def _ratio(one: EncoderTime, other: EncoderTime) -> str:
    return f"{statistics.median(other.seconds) / statistics.median(one.seconds):.2f}"
