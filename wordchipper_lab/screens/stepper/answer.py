"""The answer of the merge stepper to one question: pure, so that it can run in a thread or without a
screen."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ...encoders import ENCODERS
from ...encoders.registry import WRONG_ENCODERS, find_encoder, usable_encoders
from ...errors import InputError, UnknownNameError
from ...lab.merged_spans import find_whole, merged_spans
from ...lab.merging.merge_trace import MergeTrace, trace_merges
from ...lab.merging.toys import TOYS, toy_tokenizer
from ...lab.pipeline_words import is_plain, join_words, name_normalizer
from ...spanners.spans import GAP, KIND_NAMES, WORD
from ...text.text_bytes import encode_text
from ...tokenizer import Tokenizer
from ..explain_problem import explain_problem
from ..offered_tokenizers import OfferedTokenizers
from .drawing import draw_traces
from .records import SpanRecord, TracesRecord

__all__ = [
    "MAX_SPAN",
    "MAX_TEXT",
    "Answer",
    "Question",
    "answer_question",
    "choose_span",
    "get_tokenizer",
    "lanes",
    "span_state",
    "trace_question",
]


def lanes() -> tuple[str, ...]:
    """The lanes on offer: the span encoders, and the wrong ones."""
    return (*ENCODERS, *WRONG_ENCODERS)


MAX_SPAN = 256
"""Longest span, in bytes, that can be stepped through: a sweep's trace of it is 200 steps of up to 256
pairs."""

MAX_TEXT = 20_000
"""Longest text, in bytes, from which spans are picked."""

_MOST_SPANS = 400  # number of spans offered


@dataclass(frozen=True)
class Question:
    """The state of a stepper that decides what it shows."""

    text: str
    model: str
    span: int
    whole: bool
    lanes: tuple[str, ...]
    compare: str

    def to_state(self) -> dict[str, Any]:
        """As keyword arguments of `MergeStepper`."""
        return asdict(self) | {"lanes": list(self.lanes)}


@dataclass
class Answer:
    """``drawing`` is None if there is nothing new to step through: then ``status["error"]`` says why."""

    question: Question
    status: dict[str, Any]
    drawing: TracesRecord | None = None


def get_tokenizer(offered: OfferedTokenizers, model: str) -> Tokenizer:
    """The tokenizer with that name, given, toy or pretrained; each lane has its own encoder."""
    if model in TOYS and model not in offered.options()["own"]:
        return toy_tokenizer(model)
    return offered.get(model, "auto", "priority_merge")


def answer_question(offered: OfferedTokenizers, question: Question) -> Answer:
    """Find the spans, trace the chosen one. A failure becomes a message, because an exception in a callback
    would not be seen."""
    answer = Answer(question, status={"error": None, "spans": [], "n_spans": 0, "notes": [], "refused": {}})
    try:
        _fill(answer, offered, question)
    except Exception as error:
        answer.status["error"] = explain_problem(error)
    return answer


def trace_question(offered: OfferedTokenizers, question: Question) -> list[tuple[Tokenizer, MergeTrace]]:
    """The traces for `question`: every lane, with the second vocabulary's beside it."""
    if not question.text:
        return []
    tok = get_tokenizer(offered, question.model)
    span, head = choose_span(tok, question)
    if len(span) > MAX_SPAN:
        raise InputError(
            f"this span has {len(span):,} bytes; the stepper accepts up to {MAX_SPAN}: pick a shorter one; "
            'trace_merges in Python accepts longer ones, and "How the work grows" counts the span, '
            "repeated"
        )
    return [
        (model, trace_merges(model, span, lane, head=head if model is tok else ()))
        for lane in question.lanes
        for model in _models(offered, question)
        if usable_encoders([lane], model.vocab)
    ]


def _refuse_lanes(tok: Tokenizer) -> dict[str, str]:
    """The lanes that cannot be shown, and why."""
    whys = {lane: find_encoder(lane, also_wrong=True).why_not(tok.vocab) for lane in lanes()}
    return {lane: why for lane, why in whys.items() if why is not None}


def _models(offered: OfferedTokenizers, question: Question) -> list[Tokenizer]:
    names = dict.fromkeys(filter(None, (question.model, question.compare)))
    return list(dict.fromkeys(get_tokenizer(offered, name) for name in names))


def _fill(answer: Answer, offered: OfferedTokenizers, question: Question) -> None:
    size = len(encode_text(question.text))
    if size > MAX_TEXT:
        raise InputError(
            f"the text has {size:,} bytes; spans are picked from up to {MAX_TEXT:,}: shorten it, or use "
            "trace_merges"
        )
    if unknown := [lane for lane in question.lanes if lane not in lanes()]:
        raise UnknownNameError("lane", unknown[0], lanes())
    tok = get_tokenizer(offered, question.model)
    answer.status["spans"], answer.status["n_spans"] = _list_spans(tok, question.text)
    answer.status["refused"] = _refuse_lanes(tok)
    models = _models(offered, question)
    left_out = [
        f"{lane} is left out: {why_not}."
        for model in models
        for lane in question.lanes
        if (why_not := find_encoder(lane, also_wrong=True).why_not(model.vocab)) is not None
    ]
    if question.lanes and len(left_out) == len(models) * len(question.lanes):
        raise InputError(f"{left_out[0]} Choose another lane, priority_merge for instance")
    if not question.lanes:
        raise InputError(f"no lane is chosen: choose one of {', '.join(lanes())}")
    traces = trace_question(offered, question)
    head = choose_span(tok, question)[1] if question.text else []
    answer.drawing = draw_traces(traces, head)
    if question.text:
        span = traces[0][1].span
        notes = [note for model in models for note in _notes(model, question, span)]
        answer.status["notes"] = _given_note(tok, question) + left_out + notes


def _list_spans(tok: Tokenizer, text: str) -> tuple[list[SpanRecord], int]:
    spans, data = merged_spans(tok, text), encode_text(text)
    listed: list[SpanRecord] = []
    for number in range(min(len(spans), _MOST_SPANS)):
        span, given = spans.span(number), data[spans.text_starts[number] : spans.text_ends[number]]
        listed.append(
            {
                "text": span.decode(errors="replace"),
                "given": None if given == span else given.decode(errors="replace"),
                "bytes": len(span),
                "kind": KIND_NAMES[int(spans.kinds[number])],
                "token": find_whole(tok.vocab, span),
            }
        )
    return listed, len(spans)


def choose_span(tok: Tokenizer, question: Question) -> tuple[bytes, list[int]]:
    """The chosen span and the tokens of the spans before it; raises `InputError` if it cannot be merged."""
    if question.whole:
        left = encode_text(question.text).translate(None, tok.vocab.dropped)
        if not left and question.text:
            raise InputError(
                f"{tok.name} has a token for none of these bytes: merging drops them; type another text"
            )
        return left, []
    spans = merged_spans(tok, question.text)
    if not 0 <= question.span < len(spans):
        raise InputError(
            f"the text has {len(spans)} spans: there is no span {question.span}; pick another one"
        )
    if not spans.is_word(question.span):
        kind = KIND_NAMES[int(spans.kinds[question.span])]
        raise InputError(
            f"span {question.span + 1} is a {kind} span, which is not merged from bytes: pick another one"
        )
    before = np.count_nonzero(spans.kinds[: question.span] != GAP)
    located = tok.locate(question.text)
    return spans.span(question.span), located.ids[located.words < before].tolist()


def span_state(
    offered: OfferedTokenizers, text: str, model: str, span: int | None, shown: dict[str, Any]
) -> dict[str, Any]:
    """The state that shows a span of `text`; ``shown`` is the present one, which stays if it has the same text.

    Of a text that is too long to pick spans from, the span alone is shown, as a whole.
    """
    if span is None and shown["text"] == text and shown["model"] == model:
        return {}
    at = {"text": text, "model": model, "whole": False, "step": 0}
    try:
        tok = get_tokenizer(offered, model)
    except InputError:  # no longer open or kept: the screen says so, and keeps the text
        return at | {"span": 0}
    if span is None and len(encode_text(text)) <= MAX_TEXT:
        return at | {"span": _first_word(tok, text)}
    spans = merged_spans(tok, text)
    if not len(spans):
        return at | {"span": 0}
    chosen = min(span or 0, len(spans) - 1)
    if len(encode_text(text)) <= MAX_TEXT and chosen < _MOST_SPANS:
        return at | {"span": chosen}
    return at | {"text": spans.span(chosen).decode(errors="replace"), "span": 0, "whole": True}


def _first_word(tok: Tokenizer, text: str) -> int:
    """The number of the first span that takes a merge; 0 if there is none."""
    spans = merged_spans(tok, text)
    words = np.flatnonzero((spans.kinds == WORD) & (np.diff(spans.ends, prepend=0) > 1))
    return int(words[0]) if len(words) else 0


def _notes(tok: Tokenizer, question: Question, span: bytes) -> list[str]:
    """Sentences about what is special in merging these bytes as one span."""
    notes = []
    text = span.decode(errors="replace")
    if text.encode() == span and (question.whole or is_plain(tok.vocab.pipeline)):
        cut = len(merged_spans(tok, text, "text"))
        if cut > 1:
            notes.append(
                f"{tok.name}'s lexer would cut these bytes into {cut} spans; here they are merged as one."
            )
    if (token := find_whole(tok.vocab, span)) is not None:
        notes.append(
            f"The whole span is token {token} of {tok.name}: a tokenizer looks it up without running an "
            "encoder. Here the encoders run anyway."
        )
    elif (entry := tok.vocab.find_token(span)) is not None:
        notes.append(
            f"{tok.name} has an entry of exactly these bytes, id {entry}, but its merges never make it: no text gives "
            "that id."
        )
    return notes


def _given_note(tok: Tokenizer, question: Question) -> list[str]:
    """What the span was made of, if it is not as it stands in the text."""
    span, given = choose_span(tok, question)[0], encode_text(question.text)
    if not question.whole and not (is_plain(tok.vocab.pipeline) and not tok.vocab.dropped):
        spans = merged_spans(tok, question.text)
        given = given[int(spans.text_starts[question.span]) : int(spans.text_ends[question.span])]
    elif not tok.vocab.dropped:
        return []
    if given == span:
        return []
    normalizer = name_normalizer(tok.pipeline.normalizer)
    added = span.startswith(b" ") and not given[:1].isspace()
    left = given.translate(None, tok.vocab.dropped)
    is_changed = normalizer and span.lstrip(b" ") != left.lstrip(b" ")
    how = [f"by the normalizer ({normalizer})"] if is_changed else []
    how += ["by a space that is put before it"] if added else []
    if left != given:
        how += ["without bytes for which the vocabulary has no token"]
    made = join_words(how) or "by the stages before merging"
    shown = span.decode(errors="replace"), given.decode(errors="replace")
    return [f"What is merged here, “{shown[0]}”, is made of “{shown[1]}” {made}."]
