"""The tables of a report."""

from __future__ import annotations

from collections.abc import Sequence

from ..reports.table import Table
from .memo_facts import MemoFacts
from .span_facts import SpanFacts
from .timing import EncoderTime, Stage

__all__ = ["report_tables"]

_GLYPHS = {" ": "␣", "\n": "⏎", "\r": "␍", "\t": "⇥"}


def report_tables(
    spans: SpanFacts, memo: MemoFacts, stages: Sequence[Stage], encoders: Sequence[EncoderTime]
) -> list[Table]:
    """Time first, then what explains it."""
    return [
        _stages(stages),
        _encoders(encoders),
        _lengths(spans),
        _tokens(spans),
        _new(spans),
        _memo(memo),
        _frequent(spans),
        _evicted(memo),
    ]


def _stages(stages: Sequence[Stage]) -> Table:
    columns = ("Stage", "ns a span", "ns a byte", "Scatter", "What is timed")
    rows = tuple((one.name, one.ns_per_span, one.ns_per_byte, one.scatter, one.what) for one in stages)
    note = "Medians over the rounds, on pieces of 16 kB; scatter = (slowest - fastest) / median."
    return Table("Time by stage", columns, rows, note)


def _encoders(encoders: Sequence[EncoderTime]) -> Table:
    best = max((one.mb_per_second for one in encoders), default=0.0)
    rows = tuple(
        (
            one.name,
            one.cost,
            *((one.ns_per_span, one.mb_per_second, one.mb_per_second / best) if one.seconds else (None,) * 3),
            one.problem,
        )
        for one in encoders
    )
    columns = ("Encoder", "Cost of a span", "ns a span", "MB/s", "Of the fastest", "Problem")
    return Table("Span encoders, memo off", columns, rows, "Medians; the lexer is part of the time.")


def _lengths(spans: SpanFacts) -> Table:
    rows = tuple(
        (
            one.label,
            one.spans,
            one.spans / spans.spans,
            one.bytes / spans.bytes,
            one.one_token / one.spans,
        )
        for one in spans.by_length
    )
    columns = ("Bytes of a span", "Spans", "Of all spans", "Of all bytes", "One token")
    return Table("Spans by length", columns, rows)


def _tokens(spans: SpanFacts) -> Table:
    counts = (("1", spans.one_token), ("2-4", spans.two_to_four), ("5+", spans.five_or_more))
    rows = tuple((name, count, count / max(1, spans.spans)) for name, count in counts)
    return Table(
        "Spans by tokens", ("Tokens", "Spans", "Of all spans"), rows, f"{spans.distinct:,} are distinct."
    )


def _new(spans: SpanFacts) -> Table:
    rows = tuple((number, share) for number, share in enumerate(spans.new_by_tenth, start=1))
    return Table("New spans along the corpus", ("Tenth", "Of its spans, new"), rows)


def _memo(memo: MemoFacts) -> Table:
    rows = tuple(
        (
            "everything" if one.slots is None else f"{one.slots:,}",
            None if one.bytes is None else one.bytes / 1e6,
            one.hit_rate,
            one.with_tokens,
        )
        for one in memo.by_slots
    )
    note = (
        f"One thread, tables that do not grow. The engine's grows to {memo.engine_slots:,} slots here and finds "
        f"{memo.engine_hit_rate:.4f}."
    )
    columns = ("Slots", "MB", "Of all spans", "With all short tokens in it")
    return Table("What a memo finds, by its slots", columns, rows, note)


def _frequent(spans: SpanFacts) -> Table:
    rows = tuple(
        (_visible(one.text), one.count, one.count / spans.spans, one.tokens) for one in spans.frequent
    )
    return Table("The most frequent spans", ("Span", "Times", "Of all spans", "Tokens"), rows)


def _evicted(memo: MemoFacts) -> Table:
    rows = tuple((_visible(one.text), one.evictions, one.count) for one in memo.evicted)
    title = f"Most often evicted, if a memo stayed at {memo.slots:,} slots"
    note = f"It would find {memo.hit_rate:.4f} of the spans. Evictions: how often a span was gone when it came again."
    return Table(title, ("Span", "Evictions", "Occurrences"), rows, note)


def _visible(text: str) -> str:
    """A span with its whitespace visible.

    >>> _visible(" a\\n\\x00")
    '␣a⏎\\\\x00'
    """
    return "".join(_GLYPHS.get(each, each if each.isprintable() else repr(each)[1:-1]) for each in text)
