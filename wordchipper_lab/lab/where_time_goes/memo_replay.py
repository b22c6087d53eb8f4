"""The memos of spans, without the rest of the engine, on the spans of a corpus: what they find.

The memos are the engine's own (`kernels.memo`, `kernels.long_memo`, `encoders.span_memo`), and the steps those of
`encoders.encode_spans`. Left out are the lexer, the prefetches and the span encoders: how many tokens a span has is
known here, and which ones makes no difference to a memo.
"""

from __future__ import annotations

import numpy as np

from ...encoders.memo_growth import grown_memo
from ...encoders.span_memo import SpanMemo, new_span_memo, remember_tokens, wants_to_grow
from ...encoders.workspace import SPANS_A_BLOCK
from ...kernels.jit import jit
from ...kernels.keys import span_key
from ...kernels.long_memo import (
    LONGEST_LONG_SPAN,
    find_long,
    new_long_memo,
    recall_tokens,
    store_long,
    store_tokens,
)
from ...kernels.memo import (
    LONGEST_MEMO_SPAN,
    MEMO_SLACK,
    MOST_MEMO_TOKENS,
    find_displaced,
    find_memo,
    is_elsewhere,
    memo_hash,
    memo_key,
    new_entry,
    new_memo,
    store_elsewhere,
    store_here,
    where_else,
)
from ...vocab.tables import VocabTables
from .span_sequence import SpanSequence

__all__ = ["bytes_of", "fixed_memo", "replay", "replay_growing", "slots_for_tokens"]

_SHORT_A_LONG = 4  # slots for short spans to one for long ones, as in the engine's memos at their limit
_LEAST_LONG = 64
_ROOM = LONGEST_LONG_SPAN + MOST_MEMO_TOKENS


def fixed_memo(slots: int, tables: VocabTables | None = None) -> SpanMemo:
    """Memos that stay as they are, with `slots` for short spans (a power of two, 2 or more); with `tables` they hold
    all short tokens of the vocabulary, as far as there is room.

    >>> bytes_of(fixed_memo(65_536))
    3407888
    """
    memo = SpanMemo(
        new_memo(slots),
        np.zeros(6, dtype=np.int64),
        np.empty(0, dtype=np.uint64),
        new_long_memo(max(_LEAST_LONG, slots // _SHORT_A_LONG)),
    )
    if tables is not None:
        data = np.append(tables.token_data, np.zeros(MEMO_SLACK, dtype=np.uint8))
        remember_tokens(memo.short, memo.used, data, tables.token_starts, np.zeros(1, dtype=np.uint32))
    return memo


def bytes_of(memo: SpanMemo) -> int:
    """The memory of both memos."""
    return memo.short.nbytes + memo.long.slots.nbytes + memo.long.ring.nbytes


def slots_for_tokens(tables: VocabTables) -> int:
    """The fewest slots, a power of two, of which the tokens of 1 to 15 bytes take at most half: the engine puts them
    into no smaller memo."""
    sizes = np.diff(tables.token_starts)
    n = int(np.count_nonzero((sizes > 0) & (sizes <= LONGEST_MEMO_SPAN)))
    return 1 << max(1, (2 * n - 1).bit_length())


def replay(sequence: SpanSequence, memo: SpanMemo) -> np.ndarray:
    """Which spans of `sequence` are found by a memo that does not grow, and is changed: bool (n,).

    >>> ones = np.ones(2, dtype=np.int64)
    >>> replay(SpanSequence(np.array([0, 1, 0]), [b"a", b"b"], ones, ones), fixed_memo(2)).tolist()
    [False, False, True]
    """
    found = np.zeros(len(sequence), dtype=np.bool_)
    _replay(sequence.numbers, *_arrays_of(sequence), memo, np.zeros(_ROOM, dtype=np.uint32), found)
    return found


def replay_growing(
    sequence: SpanSequence, tables: VocabTables, most_bytes: int
) -> tuple[np.ndarray, SpanMemo]:
    """The same for memos that begin small and grow to `most_bytes`, as a thread's do; and what became of them."""
    memo = new_span_memo(most_bytes)
    arrays, tokens = _arrays_of(sequence), np.zeros(_ROOM, dtype=np.uint32)
    found = np.zeros(len(sequence), dtype=np.bool_)
    for first in range(0, len(sequence), SPANS_A_BLOCK):
        block = slice(first, first + SPANS_A_BLOCK)
        _replay(sequence.numbers[block], *arrays, memo, tokens, found[block])
        if wants_to_grow(memo):
            memo = grown_memo(memo, most_bytes, tables)
    return found, memo


def _arrays_of(sequence: SpanSequence) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(bytes of all distinct spans, where each begins, how many tokens each has)."""
    data = np.frombuffer(bytearray(b"".join((*sequence.distinct, bytes(MEMO_SLACK)))), dtype=np.uint8)
    starts = np.zeros(len(sequence.distinct) + 1, dtype=np.int64)
    np.cumsum(sequence.sizes, out=starts[1:])
    return data, starts, sequence.tokens


@jit()
def _replay(
    numbers: np.ndarray,
    data: np.ndarray,
    starts: np.ndarray,
    counts: np.ndarray,
    memo: SpanMemo,
    tokens: np.ndarray,
    found: np.ndarray,
) -> None:
    """Set ``found[i]`` if span ``numbers[i]`` is in the memo, else remember it. `tokens` is for working."""
    for i in range(len(numbers)):
        number = numbers[i]
        start, end, count = starts[number], starts[number + 1], counts[number]
        if end - start > LONGEST_LONG_SPAN:
            continue
        if end - start > LONGEST_MEMO_SPAN:
            key = span_key(data, start, end)
            found[i] = find_long(memo.long, key, data, start, end, tokens, 0) >= 0
            if not found[i]:
                store_long(memo.long, key, data, start, end, tokens, 0, count)
            continue
        first, second = memo_key(data, start, end)
        hashed = memo_hash(first, second)
        entry, known = find_memo(memo.short, first, second, hashed)
        at = np.int64(entry) if known else find_displaced(memo.short, first, second, hashed)
        if at >= 0:
            if not is_elsewhere(memo.short, np.uint64(at)):
                found[i] = True
                continue
            place, n_elsewhere = where_else(memo.short, np.uint64(at))
            if recall_tokens(memo.long, place, n_elsewhere, tokens, 0) >= 0:
                found[i] = True
                continue
        else:
            at = np.int64(new_entry(memo.short, memo.used, first, second, hashed))
        if count <= MOST_MEMO_TOKENS:
            store_here(memo.short, np.uint64(at), tokens, 0, count)
        else:
            store_elsewhere(memo.short, np.uint64(at), store_tokens(memo.long, tokens, 0, count), count)
