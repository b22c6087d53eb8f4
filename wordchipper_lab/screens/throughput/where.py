"""Where the time goes, as the page draws it: the record of a report, and the report as that record."""

from __future__ import annotations

from typing import TypedDict

from ...lab.where_time_goes import EncoderTime, TimeReport

__all__ = ["WhereRecord", "draw_report"]


class StageRecord(TypedDict):
    """A stage: nanoseconds a span, what is timed, and (slowest - fastest) / median."""

    name: str
    what: str
    ns: float
    scatter: float


class EncoderRecord(TypedDict):
    """A span encoder with memo off; the figures are None if there is a problem."""

    name: str
    cost: str
    ns: float | None
    speed: float | None
    relative: float | None
    problem: str | None


class LengthRecord(TypedDict):
    """Spans of some lengths in bytes, as shares: of all spans, of all bytes; and of these, those that are one token."""

    label: str
    spans: float
    bytes: float
    one_token: float


class MemoRecord(TypedDict):
    """The share of spans that a memo finds; None slots: one that remembers everything."""

    slots: int | None
    rate: float


class FrequentRecord(TypedDict):
    """A frequent span."""

    text: str
    count: int
    share: float
    tokens: int


class EvictedRecord(TypedDict):
    """A span that lost its slot, how often, and how often it occurs."""

    text: str
    evictions: int
    count: int


class WhereRecord(TypedDict):
    """A whole report; ``markdown`` is the report as text."""

    title: str
    sentences: list[str]
    stages: list[StageRecord]
    encoders: list[EncoderRecord]
    lengths: list[LengthRecord]
    new_by_tenth: list[float]
    memo: list[MemoRecord]
    engine_slots: int
    frequent: list[FrequentRecord]
    evicted: list[EvictedRecord]
    evicted_slots: int
    markdown: str


def draw_report(report: TimeReport, corpus: str) -> WhereRecord:
    """`report` about the texts called `corpus`.

    >>> import wordchipper_lab as wl
    >>> from wordchipper_lab.lab.where_time_goes import where_time_goes
    >>> tok = wl.Tokenizer.from_pretrained("r50k_base")
    >>> draw_report(where_time_goes(tok, "a b a", rounds=1), "letters")["title"]
    'Where the time goes: letters, r50k_base, automaton'
    """
    spans, memo = report.spans, report.memo
    best = max((one.mb_per_second for one in report.encoders), default=0.0)
    return {
        "title": f"Where the time goes: {corpus}, {report.name}, {report.lexer}",
        "sentences": list(report.sentences),
        "stages": [
            {"name": one.name, "what": one.what, "ns": one.ns_per_span, "scatter": one.scatter}
            for one in report.stages
        ],
        "encoders": [_draw_encoder(one, best) for one in report.encoders],
        "lengths": [
            {
                "label": row.label,
                "spans": row.spans / spans.spans,
                "bytes": row.bytes / spans.bytes,
                "one_token": row.one_token / row.spans,
            }
            for row in spans.by_length
        ],
        "new_by_tenth": list(spans.new_by_tenth),
        "memo": [{"slots": row.slots, "rate": row.hit_rate} for row in memo.by_slots],
        "engine_slots": memo.engine_slots,
        "frequent": [
            {"text": one.text, "count": one.count, "share": one.count / spans.spans, "tokens": one.tokens}
            for one in spans.frequent
        ],
        "evicted": [
            {"text": one.text, "evictions": one.evictions, "count": one.count} for one in memo.evicted
        ],
        "evicted_slots": memo.slots,
        "markdown": report.to_markdown(),
    }


def _draw_encoder(one: EncoderTime, best: float) -> EncoderRecord:
    is_timed = bool(one.seconds)
    return {
        "name": one.name,
        "cost": one.cost,
        "ns": one.ns_per_span if is_timed else None,
        "speed": one.mb_per_second if is_timed else None,
        "relative": one.mb_per_second / best if is_timed and best else None,
        "problem": one.problem or None,
    }
