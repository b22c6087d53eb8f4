"""The answer of the merge stepper to one question: pure, so that it can run in a thread or without a
screen."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ...encoders import ENCODERS
from ...encoders.registry import WRONG_ENCODERS, find_encoder, usable_encoders
from ...errors import InputError, UnknownNameError
from ...lab.merging.merge_trace import MergeTrace, trace_merges
from ...lab.merging.toys import TOYS, toy_tokenizer
from ...spanners.spans import KIND_NAMES, WORD
from ...text.text_bytes import encode_text
from ...tokenizer import Tokenizer
from ..explain_problem import explain_problem
from ..offered_tokenizers import OfferedTokenizers
from .drawing import draw_traces
from .records import TracesRecord

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
    answer = Answer(question, status={"error": None, "spans": [], "n_spans": 0, "notes": []})
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
        answer.status["notes"] = left_out + [
            note for model in models for note in _notes(model, question, span)
        ]


def _list_spans(tok: Tokenizer, text: str) -> tuple[list[dict[str, Any]], int]:
    data, spans = encode_text(text), tok.spans(text)
    listed = [
        {
            "text": data[start:end].decode(errors="replace"),
            "bytes": end - start,
            "kind": KIND_NAMES[kind],
            "token": tok.vocab.find_token(data[start:end]),
        }
        for start, end, kind in zip(
            spans.starts[:_MOST_SPANS].tolist(),
            spans.ends[:_MOST_SPANS].tolist(),
            spans.kinds[:_MOST_SPANS].tolist(),
            strict=True,
        )
    ]
    return listed, len(spans.ends)


def choose_span(tok: Tokenizer, question: Question) -> tuple[bytes, list[int]]:
    """The chosen span and the tokens of the spans before it; raises `InputError` if it cannot be merged."""
    data = encode_text(question.text)
    if question.whole:
        return data, []
    encoding = tok.encode_with_spans(question.text)
    n_spans = len(encoding.span_ends)
    if not 0 <= question.span < n_spans:
        raise InputError(f"the text has {n_spans} spans: there is no span {question.span}; pick another one")
    if encoding.span_kinds[question.span] != WORD:
        kind = KIND_NAMES[int(encoding.span_kinds[question.span])]
        raise InputError(
            f"span {question.span + 1} is a {kind} span, which is not merged from bytes: pick another one"
        )
    bounds = np.concatenate([[0], encoding.span_ends])[question.span : question.span + 2].tolist()
    before = int(encoding.span_token_ends[question.span - 1]) if question.span else 0
    return data[bounds[0] : bounds[1]], encoding.tokens[:before].tolist()


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
    spans = tok.spans(text)
    if not len(spans.ends):
        return at | {"span": 0}
    chosen = min(span or 0, len(spans.ends) - 1)
    if len(encode_text(text)) <= MAX_TEXT and chosen < _MOST_SPANS:
        return at | {"span": chosen}
    alone = encode_text(text)[spans.starts[chosen] : spans.ends[chosen]].decode(errors="replace")
    return at | {"text": alone, "span": 0, "whole": True}


def _first_word(tok: Tokenizer, text: str) -> int:
    """The number of the first span that takes a merge; 0 if there is none."""
    spans = tok.spans(text)
    words = np.flatnonzero((spans.kinds == WORD) & (spans.ends - spans.starts > 1))
    return int(words[0]) if len(words) else 0


def _notes(tok: Tokenizer, question: Question, span: bytes) -> list[str]:
    """Sentences about what is special in merging these bytes as one span."""
    notes = []
    text = span.decode(errors="replace")
    if text.encode() == span:
        cut = len(tok.spans(text, "text").ends)
        if cut > 1:
            notes.append(
                f"{tok.name}'s lexer would cut these bytes into {cut} spans; here they are merged as one."
            )
    token = tok.vocab.find_token(span)
    if token is not None:
        notes.append(
            f"The whole span is token {token} of {tok.name}: a tokenizer looks it up without running an "
            "encoder. Here the encoders run anyway."
        )
    return notes
