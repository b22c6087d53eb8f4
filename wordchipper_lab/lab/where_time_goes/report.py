"""`where_time_goes`: all facts about a tokenizer on a corpus in one report."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ...arguments import (
    a_function,
    a_text,
    check_number,
    checked,
    either,
    instance_of,
    optional,
    sequence_of,
    whole_number,
)
from ...encoders.registry import ENCODERS, usable_encoders
from ...errors import ArgumentError, InputError, WorkLimitError
from ...text.text_bytes import encode_text
from ...tokenizer import Tokenizer
from ...tokenizer_arguments import a_tokenizer
from ..benchmark.corpora import Corpus, documents
from ..benchmark.plan import choose_names
from ..benchmark.this_machine import describe_machine
from ..reports.table import Table
from ..work_limit import check_work
from .advice import advise
from .memo_facts import MemoFacts, count_memo_facts
from .span_facts import SpanFacts, count_facts
from .span_sequence import read_spans
from .tables import report_tables
from .timing import EncoderTime, Stage, Timer, sample_pieces, time_everything
from .wording import tell_facts

__all__ = ["MOST_BYTES", "TimeReport", "where_time_goes"]

MOST_BYTES = 32_000_000
"""Bytes of a corpus that are read, unless fewer are wanted; of those, 1 MB from all over is timed."""

ShowProgress = Callable[[str, int, int], object]


@dataclass(frozen=True)
class TimeReport:
    """Where the time goes for a tokenizer on a corpus: plain records of numbers and texts."""

    machine: dict[str, Any]
    name: str
    """The vocabulary."""
    lexer: str
    encoder: str
    """What the tokenizer has, usually the default."""
    texts: int
    bytes: int
    left_out: int
    """Bytes of the corpus that were not read."""
    timed_bytes: int
    timed_spans: int
    rounds: int
    spans: SpanFacts
    memo: MemoFacts
    stages: tuple[Stage, ...]
    encoders: tuple[EncoderTime, ...]
    sentences: tuple[str, ...]
    """What the figures mean, the choice of an encoder first."""

    def to_json(self) -> dict[str, Any]:
        """All fields, by name, JSON-able."""
        return asdict(self)

    def to_tables(self) -> list[Table]:
        """The figures as tables."""
        return report_tables(self.spans, self.memo, self.stages, self.encoders)

    def to_markdown(self) -> str:
        """Sentences and tables as text."""
        listed = "".join(f"- {sentence}\n" for sentence in self.sentences)
        return "\n".join([listed, *(table.to_markdown() for table in self.to_tables())])

    def _repr_markdown_(self) -> str:
        return self.to_markdown()


def _a_power_of_two(name: str, value: Any) -> int:
    number = check_number(name, value, 2, 1 << 24)
    if number & (number - 1):
        raise ArgumentError(f"{name} is {number}: expected a power of two, such as 65,536")
    return number


@checked(
    tok=a_tokenizer,
    texts=either(str, lambda name, value: (value,), sequence_of(a_text, "a text or several")),
    encoders=either(str, a_text, sequence_of(a_text, "names of span encoders, or all")),
    rounds=whole_number(1),
    memo_slots=optional(_a_power_of_two),
    most_bytes=whole_number(1),
    progress=optional(a_function),
    stop=optional(instance_of("a threading.Event", threading.Event)),
)
def where_time_goes(
    tok: Tokenizer,
    texts: str | Iterable[str],
    *,
    encoders: str | Sequence[str] = "all",
    rounds: int = 11,
    memo_slots: int | None = None,
    most_bytes: int = MOST_BYTES,
    progress: ShowProgress | None = None,
    stop: threading.Event | None = None,
) -> TimeReport:
    """Explain the speed of `tok` on `texts`, by its own spans and ids, and by timing its public switches.

    encoders: span encoders to compare with memo off. rounds: of every timing. memo_slots: the size of a memo at which
    evictions are counted, a power of two, 2 or more; ``None`` for the largest that is tried and loses 1 % of the spans.
    most_bytes: how much of `texts` is read. progress: called as ``progress(message, done, total)``. stop: once it is
    set, `WorkLimitError` is raised. Special tokens are text. Raises `InputError` without any text, `WorkLimitError`
    also if the tokenizer's own encoder is a sweep and a span is too long for it, and `UnknownNameError`.

    >>> tok = Tokenizer.from_pretrained("r50k_base")
    >>> report = where_time_goes(tok, "the cat and the hat " * 50, rounds=1)
    >>> report.spans.spans, report.spans.distinct, report.spans.one_token
    (251, 6, 251)
    """
    kept, left_out = _first_bytes(texts, most_bytes)  # type: ignore[arg-type]  # checked above: several
    if not any(kept):
        raise InputError("there is no text to explain: expected at least one that is not empty")
    names = usable_encoders(choose_names("encoder", encoders, ENCODERS, {}), tok.vocab)
    for text in kept:
        check_work(tok, text, "text")
    total = 2 + rounds * (5 + len(names))
    done = 0

    def check_stop() -> None:
        if stop is not None and stop.is_set():
            raise WorkLimitError(f"the report was stopped: {done} of {total} steps were done")

    def show(message: str) -> None:
        nonlocal done
        check_stop()
        done += 1
        if progress is not None:
            progress(message, min(done, total), total)

    show("reading spans")
    sequence = read_spans(tok, kept, check_stop)
    spans = count_facts(sequence)
    show("trying memos")
    memo = count_memo_facts(sequence, tok.vocab.tables, memo_slots, check_stop=check_stop)
    pieces = sample_pieces(kept)
    timed_spans = sum(len(tok.spans(piece, special="text")) for piece in pieces)
    timed_bytes = sum(len(encode_text(piece)) for piece in pieces)
    timer = Timer(pieces, timed_bytes, timed_spans, rounds, show, check_stop)
    stages, measured = time_everything(tok, names, kept, timer)
    advice = advise(measured, tok.encoder, spans, memo.reach_encoder)
    return TimeReport(
        machine=describe_machine(),
        name=tok.name,
        lexer=tok.lexer,
        encoder=tok.encoder,
        texts=len(kept),
        bytes=sum(len(encode_text(text)) for text in kept),
        left_out=left_out,
        timed_bytes=timed_bytes,
        timed_spans=timed_spans,
        rounds=rounds,
        spans=spans,
        memo=memo,
        stages=stages,
        encoders=measured,
        sentences=(*advice, *tell_facts(spans, memo, stages, left_out)),
    )


def _first_bytes(texts: Sequence[str], most: int) -> tuple[list[str], int]:
    """Texts up to `most` bytes in all, the last of them cut, and the bytes left out."""
    kept: list[str] = []
    room, left_out = most, 0
    for text in texts:
        size = len(encode_text(text))
        if size > room:
            text = documents(Corpus("", text, ""), room)[0] if room >= 4 else ""
            left_out += size - len(encode_text(text))
            size = room
        if text:
            kept.append(text)
        room -= size
    return kept, left_out
