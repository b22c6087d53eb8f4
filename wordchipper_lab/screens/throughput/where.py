"""Where the time goes, as the page draws it: the record of a report, and the report as that record."""

from __future__ import annotations

from typing import TypedDict

from ...lab.reports.findings.wording import percent
from ...lab.where_time_goes import EncoderTime, TimeReport
from .question import OWN_TEXT

__all__ = ["WhereRecord", "draw_report"]


class StageRecord(TypedDict):
    """A stage: nanoseconds a span, what is timed, and (slowest - fastest) / median."""

    name: str
    what: str
    ns: float
    scatter: float


class PartRecord(TypedDict):
    """A part of the time for a span, in nanoseconds."""

    name: str
    ns: float


class StackRecord(TypedDict):
    """The time for a span, by what it is spent on: together ``ns``."""

    name: str
    ns: float
    parts: list[PartRecord]


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
    """The share of spans that memos of a size find, and ``with_tokens`` in them from the start; None slots: those that
    remember everything."""

    slots: int | None
    bytes: int | None
    rate: float
    with_tokens: float | None


class EngineRecord(TypedDict):
    """What the engine's memos grow to, and the share of spans that they find on the way."""

    slots: int
    bytes: int
    rate: float


class FrequentRecord(TypedDict):
    """A frequent span."""

    text: str
    count: int
    share: float
    tokens: int


class EvictedRecord(TypedDict):
    """A span, how often it was gone when it came again, and how often it occurs."""

    text: str
    evictions: int
    count: int


class WhereRecord(TypedDict):
    """A whole report; ``verdict`` says the most in a sentence, ``markdown`` is the report as text, ``code`` the Python
    that makes it."""

    title: str
    verdict: str
    sentences: list[str]
    stacks: list[StackRecord]
    stages: list[StageRecord]
    encoders: list[EncoderRecord]
    lengths: list[LengthRecord]
    new_by_tenth: list[float]
    memo: list[MemoRecord]
    engine: EngineRecord
    frequent: list[FrequentRecord]
    evicted: list[EvictedRecord]
    evicted_slots: int
    evicted_rate: float
    markdown: str
    code: str


def draw_report(report: TimeReport, corpus: str) -> WhereRecord:
    """`report` about the texts called `corpus`.

    >>> import wordchipper_lab as wl
    >>> from wordchipper_lab.lab.where_time_goes import where_time_goes
    >>> tok = wl.Tokenizer.from_pretrained("r50k_base", lexer="automaton")
    >>> draw_report(where_time_goes(tok, "a b a", rounds=1), "letters")["title"]
    'Where the time goes: letters, r50k_base, automaton'
    """
    spans, memo = report.spans, report.memo
    best = max((one.mb_per_second for one in report.encoders), default=0.0)
    stacks = _draw_stacks(report)
    return {
        "title": f"Where the time goes: {corpus}, {report.name}, {report.lexer}",
        "verdict": _verdict(stacks[0], corpus, report.name),
        "sentences": list(report.sentences),
        "stacks": stacks,
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
        "memo": [
            {"slots": row.slots, "bytes": row.bytes, "rate": row.hit_rate, "with_tokens": row.with_tokens}
            for row in memo.by_slots
        ],
        "engine": {"slots": memo.engine_slots, "bytes": memo.engine_bytes, "rate": memo.engine_hit_rate},
        "frequent": [
            {"text": one.text, "count": one.count, "share": one.count / spans.spans, "tokens": one.tokens}
            for one in spans.frequent
        ],
        "evicted": [
            {"text": one.text, "evictions": one.evictions, "count": one.count} for one in memo.evicted
        ],
        "evicted_slots": memo.slots,
        "evicted_rate": memo.hit_rate,
        "markdown": report.to_markdown(),
        "code": _code(report, corpus),
    }


def _draw_stacks(report: TimeReport) -> list[StackRecord]:
    """What the stages add to each other: each of them does all that the one before does.

    New text comes first. A difference below 0 is noise.
    """
    time = {stage.name: stage.ns_per_span for stage in report.stages}
    lexing, known, new = time["lexing"], time["all known"], time["all new"]
    finding = ("finding the spans", lexing)
    known_parts = [finding, ("looking them up in the memo", known - lexing)]
    if lexing >= known:  # the engine does both at once, in less time than spans take that are handed out
        known_parts = [("finding the spans and looking them up", known)]
    merging = ("merging and remembering new ones", time["first time"] - known)
    all_merged = ("merging all that are not one token", new - lexing)
    listing = ("a list instead of an array", time["all known, as a list"] - known)
    return [
        _stack("new text", *known_parts, merging, listing),
        _stack("seen before", *known_parts, listing),
        _stack("memo off", ("finding the spans", min(lexing, new)), all_merged, listing),
    ]


def _stack(name: str, *parts: tuple[str, float]) -> StackRecord:
    drawn: list[PartRecord] = [{"name": part, "ns": max(0.0, ns)} for part, ns in parts]
    return {"name": name, "ns": sum(part["ns"] for part in drawn), "parts": drawn}


def _verdict(new: StackRecord, corpus: str, model: str) -> str:
    """The largest share of the time that new text takes.

    >>> parts = [{"name": "finding the spans", "ns": 30.0}, {"name": "a list instead of an array", "ns": 10.0}]
    >>> _verdict({"name": "new text", "ns": 40.0, "parts": parts}, "code", "gpt2")
    'On code with gpt2 a span of new text takes 40 ns, most of it (75 %) for finding the spans.'
    """
    largest = max(new["parts"], key=lambda part: part["ns"])
    share = largest["ns"] / (new["ns"] or 1.0)
    much = "most of it" if share > 0.5 else "more than for anything else"
    return (
        f"On {corpus} with {model} a span of new text takes {new['ns']:,.0f} ns, {much} ({percent(share)}) for "
        f"{largest['name']}."
    )


def _code(report: TimeReport, corpus: str) -> str:
    path = "my_text.txt" if corpus == OWN_TEXT else corpus
    note = "  # all of it, not only what a page reads" if report.left_out else ""
    return (
        "import wordchipper_lab as wl\n"
        "from wordchipper_lab.lab.benchmark.corpora import load_corpus\n"
        "from wordchipper_lab.lab.where_time_goes import where_time_goes\n\n"
        f"tok = wl.Tokenizer.from_pretrained({report.name!r})\n"
        f"where_time_goes(tok, load_corpus({path!r}).text, rounds={report.rounds}){note}\n"
    )


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
