"""What the memos of spans find in a corpus: the engine's own, and such memos of other sizes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ...encoders.short_merge import SHORT_WORDS, which_wait
from ...encoders.span_memo import DEFAULT_MEMO_BYTES, holds_all_tokens
from ...kernels.memo import LONGEST_MEMO_SPAN, n_slots
from ...vocab.tables import VocabTables
from .memo_replay import bytes_of, fixed_memo, replay, replay_growing, slots_for_tokens
from .span_facts import show_span
from .span_sequence import SpanSequence

__all__ = ["EvictedSpan", "MemoFacts", "MemoRow", "count_memo_facts"]

SIZES = tuple(1 << bits for bits in range(8, 22, 2))
"""Numbers of slots that are tried, besides the engine's own and the fewest with room for all short tokens."""

_MUCH = 0.01


@dataclass(frozen=True)
class MemoRow:
    """Memos of a fixed size: ``slots`` for short spans, and the memory of all; ``None``: they remember everything.

    ``hit_rate`` is the share of spans that they find, ``with_tokens`` the same if all short tokens of the vocabulary
    are in from the start, ``None`` if those would take more than half of the slots.
    """

    slots: int | None
    bytes: int | None
    hit_rate: float
    with_tokens: float | None


@dataclass(frozen=True)
class EvictedSpan:
    """A span, how often it was gone when it came again, and how often it occurs."""

    text: str
    evictions: int
    count: int


@dataclass(frozen=True)
class MemoFacts:
    """Hit rates by size, what the engine's memos find and become, and what is evicted at one size."""

    by_slots: tuple[MemoRow, ...]
    """The last one remembers everything."""
    engine_slots: int
    """Slots for short spans to which the engine's memo grows on this corpus."""
    engine_bytes: int
    """Memory of the engine's memos then."""
    engine_hit_rate: float
    engine_holds_tokens: bool
    """Whether they hold all short tokens of the vocabulary then."""
    reach_encoder: float
    """The share of spans that the engine's memos do not find, that are more than one token, and that are too long for
    `short_merge`. The choice of a span encoder can matter for no others, while the memo is on."""
    slots: int
    """The size at which evictions were counted, without the tokens."""
    hit_rate: float
    """At that size."""
    evicted: tuple[EvictedSpan, ...]
    """Most often evicted first."""


def _wait(sequence: SpanSequence, tables: VocabTables) -> np.ndarray:
    """Whether `short_merge` takes each distinct span: bool (m,)."""
    text = np.frombuffer(bytearray(b"".join(sequence.distinct)), dtype=np.uint8)
    waits, short = np.zeros(len(sequence.sizes), dtype=np.bool_), np.empty(SHORT_WORDS, dtype=np.uint32)
    which_wait(tables, text, np.cumsum(sequence.sizes), short, waits)
    return waits


def count_memo_facts(
    sequence: SpanSequence,
    tables: VocabTables,
    slots: int | None = None,
    most: int = 20,
    check_stop: Callable[[], None] = lambda: None,
) -> MemoFacts:
    """Let memos meet `sequence`, as those of one thread would; evictions are counted at `slots` (a power of two, 2 or
    more; ``None``: the largest tried at which evictions lose 1 % of the spans), and the `most` frequent of them listed.

    `check_stop` is called before each size; it raises an error to end the work.
    """
    n_spans = max(1, len(sequence))
    engine_found, engine = replay_growing(sequence, tables, DEFAULT_MEMO_BYTES)
    now, least = n_slots(engine.short), slots_for_tokens(tables)
    everything = _everything(sequence)
    rows, chosen, chosen_found = [], 0, engine_found
    for size in sorted({*SIZES, now, least, *([] if slots is None else [slots])}):
        check_stop()
        n_bytes, found = _try(sequence, size)
        with_tokens = int(_try(sequence, size, tables)[1].sum()) / n_spans if size >= least else None
        rows.append(MemoRow(size, n_bytes, int(found.sum()) / n_spans, with_tokens))
        is_small = everything.hit_rate - rows[-1].hit_rate >= _MUCH
        if size == slots or (slots is None and (is_small or not chosen)):
            chosen, chosen_found = size, found
    is_encoded = ((sequence.tokens > 1) & ~_wait(sequence, tables))[sequence.numbers]
    return MemoFacts(
        by_slots=(*rows, everything),
        engine_slots=now,
        engine_bytes=bytes_of(engine),
        engine_hit_rate=int(engine_found.sum()) / n_spans,
        engine_holds_tokens=bool(holds_all_tokens(engine)),
        reach_encoder=int((~engine_found & is_encoded).sum()) / n_spans,
        slots=chosen,
        hit_rate=int(chosen_found.sum()) / n_spans,
        evicted=_most_evicted(sequence, chosen_found, most),
    )


def _try(sequence: SpanSequence, slots: int, tables: VocabTables | None = None) -> tuple[int, np.ndarray]:
    """(bytes of such memos, which spans they find); the memory is given back."""
    memo = fixed_memo(slots, tables)
    return bytes_of(memo), replay(sequence, memo)


def _everything(sequence: SpanSequence) -> MemoRow:
    n_spans = max(1, len(sequence))
    n_new = len(sequence.distinct)
    n_tokens = int(((sequence.tokens == 1) & (sequence.sizes <= LONGEST_MEMO_SPAN)).sum())
    found = len(sequence) - n_new
    return MemoRow(None, None, found / n_spans, (found + n_tokens) / n_spans)


def _most_evicted(sequence: SpanSequence, found: np.ndarray, most: int) -> tuple[EvictedSpan, ...]:
    """Each span is missed when it first occurs, and once more whenever it was evicted in between."""
    n_distinct = len(sequence.distinct)
    counts = np.bincount(sequence.numbers, minlength=n_distinct)
    times = np.bincount(sequence.numbers[~found], minlength=n_distinct) - 1
    return tuple(
        EvictedSpan(show_span(sequence.distinct[at]), int(times[at]), int(counts[at]))
        for at in np.argsort(-times, kind="stable")[:most].tolist()
        if times[at] > 0
    )
