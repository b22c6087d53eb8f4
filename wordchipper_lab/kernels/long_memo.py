"""Where a memo of spans keeps what does not fit into its entries: long spans, and long lists of tokens.

Spans of 16 to 255 bytes are rare (1 to 6 % of spans) and expensive: a Thai clause, a run of Chinese characters or a
long identifier takes a microsecond and more to merge, and half of them soon occur again. Lists of five tokens and
more are those of random letters and of languages that a vocabulary hardly knows.

Both are records in a ring of bytes: the tokens, then the bytes of the span, if it is long. A record is found by its
place, which counts all bytes ever written, so that one that has been overwritten since is recognised. The places
of long spans are in a table, four slots to a bucket of one cache line, each a key (`span_key`) and

    place (48 bits) | bytes of the span (8 bits) | number of tokens (8 bits)

Every hit is compared byte by byte, so the memo is exact. Like the memo of short spans it starts small; its owner
enlarges it (`larger_long_memo`) when `is_crowded_long` says so. The places remain the same.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .huge_memory import more_words, new_words
from .jit import jit
from .keys import slot_of
from .layout import I64, U8, U64
from .prefetch import prefetch
from .unaligned import copy_16_bytes, is_same, store_u32

__all__ = [
    "FIRST_LONG_SLOTS",
    "LONGEST_LONG_SPAN",
    "LONG_SLOT_BYTES",
    "SHORTEST_LONG_SPAN",
    "LongMemo",
    "copy_ring",
    "find_long",
    "is_crowded_long",
    "is_kept",
    "larger_long_memo",
    "move_slots",
    "new_long_memo",
    "prefetch_long",
    "recall_tokens",
    "store_long",
    "store_tokens",
]

SHORTEST_LONG_SPAN = 16
LONGEST_LONG_SPAN = 255

FIRST_LONG_SLOTS = 1 << 10
LONG_SLOT_BYTES = 80
"""Memory for one slot, with its share of the ring."""

_SLOT_WORDS = 2
_BUCKET_WORDS = 8
_RING_BYTES_A_SLOT = 64
_LARGEST_RECORD = LONGEST_LONG_SPAN * 5
_SLACK = 16  # tokens are read 16 bytes at a time
_PLACE_SHIFT = np.uint64(16)
_SIZE_SHIFT = np.uint64(8)
_BYTE = np.uint64(0xFF)


class LongMemo(NamedTuple):
    """``slots`` uint64 (2 * slots,), ``ring`` uint8, ``used`` int64 (3,): total bytes written so far, slots in
    use, and the first place that was not overwritten when the ring was last enlarged."""

    slots: U64
    ring: U8
    used: I64

    @property
    def n_slots(self) -> int:
        """Size of the table."""
        return len(self.slots) // _SLOT_WORDS


def new_long_memo(slots: int = FIRST_LONG_SLOTS, most: int = 0) -> LongMemo:
    """An empty memo; 0 slots for one that is never used. `slots` must be a power of two, 64 or more.

    A large ring can become that of `most` slots where it is.
    """
    ring = new_words(_ring_words(slots), _ring_words(most))
    return LongMemo(new_words(_SLOT_WORDS * slots), ring.view(np.uint8), np.zeros(3, dtype=np.int64))


def larger_long_memo(memo: LongMemo, slots: int, most: int) -> LongMemo:
    """A memo of `slots` slots with the same records; its ring stays where it is if it can."""
    ring = None
    if memo.used[0] <= _ring_bytes(memo):  # once round, records would no longer be where their places say
        ring = more_words(memo.ring, _ring_words(slots))
    if ring is None:
        larger = new_long_memo(slots, most)
        copy_ring(memo, larger)
    else:
        larger = LongMemo(new_words(_SLOT_WORDS * slots), ring.view(np.uint8), memo.used.copy())
    move_slots(memo, larger)
    return larger


def _ring_words(slots: int) -> int:
    return (_RING_BYTES_A_SLOT * slots + _SLACK) // 8 if slots else 0


@jit(inline=True)
def _ring_bytes(memo: LongMemo) -> int:
    return len(memo.ring) - _SLACK


@jit(inline=True)
def is_kept(memo: LongMemo, place: int) -> bool:
    """Whether the record at `place` has not been overwritten."""
    return place >= memo.used[2] and memo.used[0] - place <= _ring_bytes(memo)


@jit(inline=True)
def _bucket(memo: LongMemo, key: np.uint64) -> int:
    return _BUCKET_WORDS * slot_of(key, len(memo.slots) // _BUCKET_WORDS - 1)


@jit(inline=True)
def prefetch_long(memo: LongMemo, key: np.uint64) -> None:
    """Prefetch the slots that `find_long` will compare."""
    prefetch(memo.slots, _bucket(memo, key))


@jit(inline=True)
def recall_tokens(memo: LongMemo, place: int, count: int, tokens: np.ndarray, n_tokens: int) -> int:
    """Append the `count` tokens of the record at `place`; returns the new count, or -1 if it was overwritten.

    `tokens` needs room for 4 more.
    """
    if not is_kept(memo, place):
        return -1
    at = place & (_ring_bytes(memo) - 1)
    for i in range(0, count, 4):
        copy_16_bytes(memo.ring, at + 4 * i, tokens, n_tokens + i)
    return n_tokens + count


@jit(inline=True)
def store_tokens(memo: LongMemo, tokens: np.ndarray, begin: int, stop: int) -> int:
    """Store the tokens ``tokens[begin:stop]``; returns the place of the record."""
    place = _new_record(memo, 4 * (stop - begin))
    at = place & (_ring_bytes(memo) - 1)
    for i in range(stop - begin):
        store_u32(memo.ring, at + 4 * i, tokens[begin + i])
    return place


@jit()
def find_long(
    memo: LongMemo, key: np.uint64, text: np.ndarray, start: int, end: int, tokens: np.ndarray, n_tokens: int
) -> int:
    """Append the tokens of the span ``text[start:end]`` (16 to 255 bytes), whose `span_key` is `key`; returns the new
    count, or -1 if it is unknown."""
    bucket = _bucket(memo, key)
    for slot in range(bucket, bucket + _BUCKET_WORDS, _SLOT_WORDS):
        if memo.slots[slot] == key:
            found = memo.slots[slot + 1]
            place, count = np.int64(found >> _PLACE_SHIFT), np.int64(found & _BYTE)
            if not is_kept(memo, place) or np.int64((found >> _SIZE_SHIFT) & _BYTE) != end - start:
                return -1
            at = place & (_ring_bytes(memo) - 1)
            if is_same(text, start, memo.ring, at + 4 * count, end - start):
                return recall_tokens(memo, place, count, tokens, n_tokens)
    return -1


@jit()
def store_long(
    memo: LongMemo,
    key: np.uint64,
    text: np.ndarray,
    start: int,
    end: int,
    tokens: np.ndarray,
    begin: int,
    stop: int,
) -> None:
    """Remember that the span ``text[start:end]``, whose `span_key` is `key`, has the tokens ``tokens[begin:stop]``.

    Nothing is written if it is known: it may have waited for its tokens twice.
    """
    size, count = end - start, stop - begin
    bucket = _bucket(memo, key)
    for slot in range(bucket, bucket + _BUCKET_WORDS, _SLOT_WORDS):
        known = memo.slots[slot + 1]
        if memo.slots[slot] == key and is_kept(memo, np.int64(known >> _PLACE_SHIFT)):
            return
    place = _new_record(memo, 4 * count + size)
    at = place & (_ring_bytes(memo) - 1)
    for i in range(count):
        store_u32(memo.ring, at + 4 * i, tokens[begin + i])
    at += 4 * count
    for i in range(size):
        memo.ring[at + i] = text[start + i]
    _put(memo, key, np.uint64(place) << _PLACE_SHIFT | np.uint64(size) << _SIZE_SHIFT | np.uint64(count))


@jit(inline=True)
def _put(memo: LongMemo, key: np.uint64, found: np.uint64) -> None:
    """Fill the slot of this key, or the first free one of its bucket; or the first, and the others move on."""
    bucket = _bucket(memo, key)
    slot = bucket
    while slot < bucket + _BUCKET_WORDS and memo.slots[slot] != 0 and memo.slots[slot] != key:
        slot += _SLOT_WORDS
    if slot < bucket + _BUCKET_WORDS:
        memo.used[1] += 1 if memo.slots[slot] == 0 else 0
    else:
        slot -= _SLOT_WORDS
        while slot > bucket:
            memo.slots[slot] = memo.slots[slot - 2]
            memo.slots[slot + 1] = memo.slots[slot - 1]
            slot -= _SLOT_WORDS
    memo.slots[slot] = key
    memo.slots[slot + 1] = found


@jit(inline=True)
def is_crowded_long(memo: LongMemo) -> bool:
    """Whether half of the slots are taken, or the ring is nearly full: then the first records are overwritten."""
    return memo.used[1] * (2 * _SLOT_WORDS) > len(memo.slots) or memo.used[0] + _LARGEST_RECORD > _ring_bytes(
        memo
    )


@jit()
def copy_ring(memo: LongMemo, larger: LongMemo) -> None:
    """Copy all records, to the same places, to a larger and empty memo."""
    here, there = _ring_bytes(memo), _ring_bytes(larger)
    first = max(memo.used[2], memo.used[0] - here)
    for place in range(first, memo.used[0]):
        larger.ring[place & (there - 1)] = memo.ring[place & (here - 1)]
    larger.used[0] = memo.used[0]
    larger.used[2] = first


@jit()
def move_slots(memo: LongMemo, larger: LongMemo) -> None:
    """Copy all slots to a memo with more, all of which are free."""
    larger.used[1] = 0
    for slot in range(0, len(memo.slots), _SLOT_WORDS):
        if memo.slots[slot] != 0:
            _put(larger, memo.slots[slot], memo.slots[slot + 1])


@jit(inline=True)
def _new_record(memo: LongMemo, size: int) -> int:
    """The place of a new record: after the last, or at the start of the ring if it would be split."""
    place = memo.used[0]
    left = _ring_bytes(memo) - (place & (_ring_bytes(memo) - 1))
    if left < size:
        place += left
    memo.used[0] = place + size
    return place
