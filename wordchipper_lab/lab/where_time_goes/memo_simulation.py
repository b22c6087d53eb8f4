"""What memos of other sizes would remember of a sequence of spans."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...encoders.short_merge import LONGEST_SHORT_SPAN
from ...kernels.memo import LONGEST_MEMO_SPAN, MOST_MEMO_TOKENS, new_memo
from .span_facts import show_span
from .span_sequence import SpanSequence

__all__ = ["EvictedSpan", "MemoFacts", "MemoRow", "engine_slots", "find_hits", "simulate_memo"]

SIZES = tuple(1 << bits for bits in range(10, 22, 2))
"""Numbers of slots that are tried, besides the engine's own: 1,024 to 1,048,576."""

_WORDS_A_SLOT = 4


@dataclass(frozen=True)
class MemoRow:
    """A memo of ``slots`` slots (``None``: one that remembers everything): the share of spans that it finds."""

    slots: int | None
    hit_rate: float


@dataclass(frozen=True)
class EvictedSpan:
    """A span, how often another one took its slot, and how often it occurs."""

    text: str
    evictions: int
    count: int


@dataclass(frozen=True)
class MemoFacts:
    """Hit rates by size, and what happens at one size."""

    by_slots: tuple[MemoRow, ...]
    """The last one remembers everything."""
    engine_slots: int
    """Slots of the engine's memo."""
    slots: int
    """The size at which evictions were counted."""
    hit_rate: float
    """At that size."""
    reach_encoder: float
    """At that size: the share of spans that are not found, are more than one token, and too long for the merge of
    short spans. The choice of a span encoder can matter for no others, while the memo is on."""
    evicted: tuple[EvictedSpan, ...]
    """Most often evicted first."""


def engine_slots() -> int:
    """Slots of the engine's memo of short spans, for each thread."""
    return len(new_memo()) // _WORDS_A_SLOT


def simulate_memo(sequence: SpanSequence, slots: int | None = None, most: int = 20) -> MemoFacts:
    """Simulate memos on `sequence`, as one thread meets it; evictions are counted at `slots` (a power of two; ``None``:
    the engine's), and the `most` frequent of them listed.

    As in the engine, a slot holds the span that came last, and spans of more than 15 bytes or 4 tokens are not held
    (some of those are in the engine's memo of long spans, which is not simulated). Which slot a span has is drawn by
    a hash as good as the engine's, but not by the same one: rates agree, which spans collide does not.
    """
    now = engine_slots()
    chosen = now if slots is None else slots
    is_held = (sequence.sizes <= LONGEST_MEMO_SPAN) & (sequence.tokens <= MOST_MEMO_TOKENS)
    held = is_held[sequence.numbers]
    numbers = sequence.numbers[held]
    n_spans = max(1, len(sequence))
    rows = [
        MemoRow(size, int(find_hits(numbers, size)[0].sum()) / n_spans)
        for size in sorted({*SIZES, now, chosen})
    ]
    hits, evicted = find_hits(numbers, chosen)
    found = np.zeros(len(sequence), dtype=bool)
    found[held] = hits
    is_encoded = ((sequence.tokens > 1) & (sequence.sizes > LONGEST_SHORT_SPAN))[sequence.numbers]
    return MemoFacts(
        by_slots=(*rows, MemoRow(None, (len(sequence) - len(sequence.distinct)) / n_spans)),
        engine_slots=now,
        slots=chosen,
        hit_rate=int(hits.sum()) / n_spans,
        reach_encoder=int((~found & is_encoded).sum()) / n_spans,
        evicted=_most_evicted(sequence, evicted, most),
    )


def find_hits(numbers: np.ndarray, slots: int) -> tuple[np.ndarray, np.ndarray]:
    """Which of `numbers` (int64 (n,)) a direct-mapped memo of `slots` slots finds, bool (n,), and the number that each
    miss evicts, if any, int64.

    A number is found exactly if the number before it in its slot is the same one, so no memo is needed: sorted by
    slot, neighbours are compared.

    >>> hits, evicted = find_hits(np.array([0, 0, 1, 0]), 1)
    >>> hits.tolist(), evicted.tolist()
    ([False, True, False, False], [0, 1])
    """
    slot = (_mix(numbers) & np.uint64(slots - 1)).astype(np.uint32)
    order = np.argsort(slot, kind="stable")
    slot, sorted_numbers = slot[order], numbers[order]
    in_same_slot = slot[1:] == slot[:-1]
    is_same = sorted_numbers[1:] == sorted_numbers[:-1]
    hits = np.zeros(len(numbers), dtype=bool)
    hits[order[1:]] = in_same_slot & is_same
    return hits, sorted_numbers[:-1][in_same_slot & ~is_same]


def _mix(numbers: np.ndarray) -> np.ndarray:
    """SplitMix64's finalizer (Steele, Lea, Flood 2014): every bit depends on every bit."""
    with np.errstate(over="ignore"):
        mixed = numbers.astype(np.uint64) + np.uint64(0x9E3779B97F4A7C15)
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return mixed ^ (mixed >> np.uint64(31))


def _most_evicted(sequence: SpanSequence, evicted: np.ndarray, most: int) -> tuple[EvictedSpan, ...]:
    times = np.bincount(evicted, minlength=len(sequence.distinct))
    counts = np.bincount(sequence.numbers, minlength=len(sequence.distinct))
    return tuple(
        EvictedSpan(show_span(sequence.distinct[at]), int(times[at]), int(counts[at]))
        for at in np.argsort(-times, kind="stable")[:most].tolist()
        if times[at]
    )
