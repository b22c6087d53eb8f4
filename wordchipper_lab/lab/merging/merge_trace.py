"""`trace_merges`: run a span encoder's own kernel with tracing, and replay what it did."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from ...arguments import checked, sequence_of, whole_number
from ...encoders import SpanEncoder
from ...encoders.registry import find_encoder
from ...encoders.traced import TracedSpan, trace_span
from ...errors import TextError, UnsupportedVocabError
from ...text.text_bytes import encode_text
from ...tokenizer_arguments import a_tokenizer
from ...vocab.unified import UnifiedVocab
from ..merged_spans import find_whole
from .counters import WorkCounters, counters_along, counters_of
from .frames import MergeFrame
from .renumber import renumber, tokens_to_ids
from .replay import Draft, Rows
from .replay_bpe_backtrack import replay_bpe_backtrack
from .replay_merge_heap import replay_merge_heap
from .replay_priority_merge import replay_priority_merge
from .replay_shift_reduce import replay_shift_reduce
from .replay_sweeps import replay_buffer_sweep, replay_merges, replay_result, replay_tail_sweep

if TYPE_CHECKING:
    from ...tokenizer import Tokenizer

__all__ = ["MOST_EVENTS", "MergeTrace", "as_span", "trace_merges"]

MOST_EVENTS = 500_000
"""Events that a trace keeps by default (20 MB): buffer_sweep on a span of 1,000 bytes."""

_MOST_WEIGHT = 3_000_000  # for all frames together, see `Draft.weight`: up to 200 MB

ReplayFunction = Callable[[UnifiedVocab, bytes, Sequence[int], Rows], Iterator[Draft]]

_REPLAYS: dict[str, ReplayFunction] = {
    "buffer_sweep": replay_buffer_sweep,
    "tail_sweep": replay_tail_sweep,
    "merge_heap": replay_merge_heap,
    "priority_merge": replay_priority_merge,
    "bpe_backtrack": replay_bpe_backtrack,
    "shift_reduce": replay_shift_reduce,
    "greedy_left": replay_merges,
}


@dataclass(frozen=True)
class MergeTrace:
    """One span through one encoder. Offsets are bytes of the span."""

    span: bytes
    vocabulary: str
    encoder: str
    frames: list[MergeFrame]
    """From the beginning to the end; for a truncated trace, as far as its events were kept."""
    tokens: list[int]
    """The kernel's result: the last frame's tokens, unless the trace is truncated."""
    counters: WorkCounters
    """All work for the span, complete even if the trace is truncated."""
    is_truncated: bool
    n_events: int
    """Number of events."""
    whole: int | None
    """The token that equals the whole span, if any: a tokenizer looks it up first and never runs the
    encoder."""

    @property
    def note(self) -> str:
        """A remark about the trace, in a sentence; empty if there is none."""
        if self.is_truncated:
            return (
                f"{self.encoder} did {self.n_events:,} operations on these {len(self.span):,} bytes, more "
                "than can be shown step by step: the frames end early, but the counters and the tokens are "
                "complete"
            )
        return ""

    def to_json(self) -> dict[str, Any]:
        """Everything as numbers, strings and lists, ready for `json.dumps`; the span in hexadecimal."""
        return {
            "span": self.span.hex(),
            "vocabulary": self.vocabulary,
            "encoder": self.encoder,
            "tokens": self.tokens,
            "counters": asdict(self.counters),
            "is_truncated": self.is_truncated,
            "n_events": self.n_events,
            "whole": self.whole,
            "frames": [frame.to_json() for frame in self.frames],
        }


def as_span(span: bytes | str) -> bytes:
    """The bytes of a span, with lone surrogates as U+FFFD. Raises `TextError` for anything but text."""
    if isinstance(span, str):
        return encode_text(span)
    if isinstance(span, bytes | bytearray | memoryview):
        return bytes(span)
    raise TextError(f"expected a span as bytes or str, got {type(span).__name__}")


@checked(
    tok=a_tokenizer,
    head=sequence_of(whole_number(0, (1 << 32) - 1), "several token ids"),
    max_events=whole_number(),
)
def trace_merges(
    tok: Tokenizer,
    span: bytes | str,
    encoder: str,
    *,
    head: Sequence[int] = (),
    max_events: int = MOST_EVENTS,
) -> MergeTrace:
    """How `encoder` turns `span` into tokens, step by step.

    The encoder's own compiled kernel runs with tracing, and its events are replayed; the fast path for a span
    that is one token is not used. encoder: one of `ENCODERS`, or of `WRONG_ENCODERS` to see what is wrong
    with them.
    head: ids of earlier spans, which tail_sweep finds before its own in the output. max_events: events
    that are kept (40 bytes each); frames end when all together hold 3 million numbers. Raises
    `UnknownNameError`, `TextError`, or `UnsupportedVocabError` for an encoder that is not exact, or a byte that has no
    token.

    >>> import wordchipper_lab as wl
    >>> trace = trace_merges(wl.Tokenizer.from_pretrained("o200k_base"), "defenestration", "priority_merge")
    >>> trace.frames[-1].tokens, trace.frames[0].winner.rank, trace.counters.merges
    ([1314, 262, 20210, 387], 262, 10)
    """
    vocab, data = tok.vocab, as_span(span)
    chosen = find_encoder(encoder, also_wrong=True)
    chosen.check(vocab)
    if missing := [byte for byte in sorted(set(data)) if vocab.find_token(bytes([byte])) is None]:
        raise UnsupportedVocabError(
            f"{vocab.name} has no token for the byte {missing[0]:#04x}, so nothing is merged with it: leave it out"
        )
    needed = int(trace_span(vocab, encoder, data, head=head).trace.count[0])
    traced = trace_span(vocab, encoder, data, head=head, capacity=min(needed, max(max_events, 0)))
    rows = traced.trace.rows()
    drafts, is_whole = _drafts(chosen, vocab, data, head, rows.tolist(), traced)
    drafts = renumber(vocab, drafts)
    along = counters_along(rows, [draft.stop for draft in drafts])
    frames = [
        MergeFrame(
            step,
            draft.merges,
            draft.tokens,
            draft.starts,
            draft.ends,
            draft.candidates,
            draft.winner,
            draft.merged,
            draft.state,
            counters,
        )
        for step, (draft, counters) in enumerate(zip(drafts, along, strict=True))
    ]
    return MergeTrace(
        span=data,
        vocabulary=tok.name,
        encoder=encoder,
        frames=frames,
        tokens=tokens_to_ids(vocab, traced.tokens),
        counters=counters_of(traced.trace.totals_by_code()),
        is_truncated=traced.trace.is_truncated or not is_whole,
        n_events=needed,
        whole=find_whole(vocab, data),
    )


def _drafts(
    encoder: SpanEncoder,
    vocab: UnifiedVocab,
    span: bytes,
    head: Sequence[int],
    rows: Rows,
    traced: TracedSpan,
) -> tuple[list[Draft], bool]:
    """The frames, and whether they are complete."""
    replay = encoder.replay or _REPLAYS.get(encoder.name)
    if replay is not None:
        return _draft(replay(vocab, span, head, rows))
    # A registered encoder may record anything: its merges are accepted if they lead to its tokens.
    with suppress(LookupError, ValueError):
        drafts, is_whole = _draft(replay_merges(vocab, span, head, rows))
        if not is_whole or traced.trace.is_truncated or drafts[-1].tokens == traced.tokens:
            return drafts, is_whole
    return replay_result(vocab, span, traced.tokens, len(rows)), True


def _draft(replay: Iterator[Draft]) -> tuple[list[Draft], bool]:
    """The frames of a replay, as many as fit, and whether they are complete."""
    drafts, weight = [], 0
    for draft in replay:
        if weight > _MOST_WEIGHT:
            return drafts, False
        drafts.append(draft)
        weight += draft.weight
    return drafts, True
