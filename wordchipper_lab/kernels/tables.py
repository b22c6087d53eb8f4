"""Open-addressing hash tables on flat uint64 arrays: from spans and from pairs to tokens.

In both, the number of slots is a power of two, at most half of them are used, and probing is linear. An entry
of 0 is free.

Most lookups find nothing. So both tables have a filter after their slots (o200k_base: 256 kB beside 4 and 8
MB, so it stays in a cache near the core): 4 bits per slot, set by the hashes of the entries. It ends 9 of 10
unsuccessful lookups. For pairs this saves 11 % of short_merge and 9 to 30 % of bpe_backtrack, for spans 11 to
18 % on text in 500 languages. Tables that compare 4 or 8 entries at once were slower than linear probing. A table of
0.5 MB in front of the pairs, with those of the lowest 32,768 ranks, made no difference for a tokenizer that is alone.
"""

from __future__ import annotations

import numpy as np

from .bits import highest_bit
from .huge_memory import new_words
from .jit import jit
from .keys import GOLDEN, LONGEST_EXACT, TOKEN_BITS, TOKEN_MASK, pair_key, slot_of, span_key
from .pair_window import WINDOW, look_into_window
from .prefetch import prefetch

__all__ = [
    "NOT_FOUND",
    "find_from_slot",
    "find_key_flat",
    "find_pair",
    "find_pair_flat",
    "find_span",
    "first_slot",
    "insert_pair",
    "insert_spans",
    "pair_slots",
    "pair_table",
    "prefetch_pair",
    "same_bytes",
    "span_table",
]

NOT_FOUND = -1

_TOKEN_SHIFT = np.uint64(TOKEN_BITS)
_ONE = np.uint64(1)
_WORD_SHIFT = np.uint64(6)
_BIT_MASK = np.uint64(63)
_HALF = np.uint64(32)


def _slots_for(n: int) -> int:
    return max(16, 1 << (2 * n - 1).bit_length())


def span_table(n: int) -> np.ndarray:
    """An empty table for `n` spans: uint64 (2 * slots + slots / 16,), with key and token of a slot side by
    side."""
    slots = _slots_for(n)
    return new_words(2 * slots + slots // 16)


def pair_table(n: int) -> np.ndarray:
    """An empty table for `n` pairs: uint64 (slots + slots / 16,), with pair and merged token packed into one
    entry."""
    slots = _slots_for(n)
    return new_words(slots + slots // 16)


@jit(inline=True)
def _pair_slots(entries: np.ndarray) -> int:
    # 17 / 16 of a power of two: take its highest bit.
    return np.int64(1) << highest_bit(np.uint64(len(entries)))


@jit(inline=True)
def _span_slots(entries: np.ndarray) -> int:
    # 33 / 16 of a power of two: take half its highest bit.
    return np.int64(1) << (highest_bit(np.uint64(len(entries))) - 1)


@jit(inline=True)
def _filter_bit(key: np.uint64, slots: int) -> np.uint64:
    """Index of a key's bit among the ``4 * slots`` bits of the filter: the highest bits of its hash."""
    return (key * GOLDEN) >> np.uint64(62 - highest_bit(np.uint64(slots)))


@jit(inline=True)
def same_bytes(a: np.ndarray, a_start: int, b: np.ndarray, b_start: int, size: int) -> bool:
    """Whether ``a[a_start:a_start + size]`` and ``b[b_start:b_start + size]`` (uint8) are equal; for 8 bytes or more,
    `unaligned.is_same` is faster.

    >>> a = np.frombuffer(bytearray(b"tokens"), dtype=np.uint8)
    >>> same_bytes(a, 0, a[1:], 0, 2), same_bytes(a, 1, a[1:], 0, 2)
    (False, True)
    """
    for i in range(size):  # noqa: SIM110  # numba compiles no generators
        if a[a_start + i] != b[b_start + i]:
            return False
    return True


@jit()
def insert_spans(entries: np.ndarray, data: np.ndarray, starts: np.ndarray, n: int) -> int:
    """Insert tokens 0..n-1 (token i is ``data[starts[i]:starts[i+1]]``, empty ones are skipped) into a span
    table.

    Returns `NOT_FOUND`, or the first token whose bytes equal those of an earlier token (nothing is undone).
    """
    slots = _span_slots(entries)
    mask = slots - 1
    for token in range(n):
        start, end = np.int64(starts[token]), np.int64(starts[token + 1])
        if start == end:
            continue
        key = span_key(data, start, end)
        bit = _filter_bit(key, slots)
        entries[2 * slots + np.int64(bit >> _WORD_SHIFT)] |= _ONE << (bit & _BIT_MASK)
        slot = slot_of(key, mask)
        while entries[2 * slot] != 0:
            if entries[2 * slot] == key:
                if end - start <= LONGEST_EXACT:
                    return token
                other = np.int64(entries[2 * slot + 1])
                other_start = np.int64(starts[other])
                same_size = np.int64(starts[other + 1]) - other_start == end - start
                if same_size and same_bytes(data, start, data, other_start, end - start):
                    return token
            slot = (slot + 1) & mask
        entries[2 * slot] = key
        entries[2 * slot + 1] = np.uint64(token)
    return NOT_FOUND


@jit(inline=True)
def find_span(
    entries: np.ndarray, data: np.ndarray, starts: np.ndarray, text: np.ndarray, start: int, end: int
) -> int:
    """Token whose bytes are ``text[start:end]``, or `NOT_FOUND`. Hits by a hashed key are confirmed byte by
    byte."""
    slots = _span_slots(entries)
    mask = slots - 1
    key = span_key(text, start, end)
    bit = _filter_bit(key, slots)
    if (entries[2 * slots + np.int64(bit >> _WORD_SHIFT)] >> (bit & _BIT_MASK)) & _ONE == 0:
        return NOT_FOUND
    slot = slot_of(key, mask)
    size = end - start
    while True:
        found = entries[2 * slot]
        if found == 0:
            return NOT_FOUND
        if found == key:
            token = np.int64(entries[2 * slot + 1])
            if size <= LONGEST_EXACT:
                return token
            token_start = np.int64(starts[token])
            same_size = np.int64(starts[token + 1]) - token_start == size
            if same_size and same_bytes(text, start, data, token_start, size):
                return token
        slot = (slot + 1) & mask


@jit()
def insert_pair(entries: np.ndarray, left: int, right: int, merged: int) -> None:
    """Insert the pair ``(left, right) -> merged``; the pair must not be in the table yet."""
    slots = _pair_slots(entries)
    key = pair_key(left, right)
    bit = _filter_bit(key, slots)
    entries[slots + np.int64(bit >> _WORD_SHIFT)] |= _ONE << (bit & _BIT_MASK)
    slot = slot_of(key, slots - 1)
    while entries[slot] != 0:
        slot = (slot + 1) & (slots - 1)
    # merged + 1: an entry in use is never 0.
    entries[slot] = (key << _TOKEN_SHIFT) | (np.uint64(merged) + _ONE)


@jit(inline=True)
def find_pair(entries: np.ndarray, left: int, right: int) -> int:
    """Token that `left` and `right` merge into (also the rank of the pair), or `NOT_FOUND`."""
    slots = _pair_slots(entries)
    key = pair_key(left, right)
    bit = _filter_bit(key, slots)
    if (entries[slots + np.int64(bit >> _WORD_SHIFT)] >> (bit & _BIT_MASK)) & _ONE == 0:
        return NOT_FOUND
    slot = slot_of(key, slots - 1)
    while True:
        entry = entries[slot]
        if entry == 0:
            return NOT_FOUND
        if entry >> _TOKEN_SHIFT == key:
            return np.int64((entry & TOKEN_MASK) - _ONE)
        slot = (slot + 1) & (slots - 1)


@jit(inline=True)
def find_pair_flat(
    entries: np.ndarray, slots: np.uint64, left: np.uint64, right: np.uint64
) -> tuple[np.uint64, bool]:
    """(1 + the token of `find_pair`, or 0, whether that is sure), without a branch; `slots` is that of `pair_slots`.

    What is not sure, one lookup in 20, needs `find_pair`.
    """
    return find_key_flat(entries, slots, pair_key(left, right))


@jit(inline=True)
def find_key_flat(entries: np.ndarray, slots: np.uint64, key: np.uint64) -> tuple[np.uint64, bool]:
    """`find_pair_flat` of the pair with this key (`pair_key`)."""
    product = key * GOLDEN
    bit = product >> np.uint64(62 - highest_bit(slots))
    may_be = (entries[slots + (bit >> _WORD_SHIFT)] >> (bit & _BIT_MASK)) & _ONE
    # If it cannot be there, the first slots are looked at, which are always in the cache.
    slot = ((product ^ (product >> _HALF)) & (slots - _ONE)) * may_be
    entry, is_settled = look_into_window(entries, slot, key)
    # Behind the last slots are the words of the filter.
    return entry & TOKEN_MASK, (may_be == 0) | (is_settled & (slot + np.uint64(WINDOW) <= slots))


@jit(inline=True)
def first_slot(entries: np.ndarray, slots: np.uint64, key: np.uint64) -> np.uint64:
    """Where a pair is looked for, by its key: a slot, or `slots` if the filter says that it is not in the table."""
    product = key * GOLDEN
    bit = product >> np.uint64(62 - highest_bit(slots))
    may_be = (entries[slots + (bit >> _WORD_SHIFT)] >> (bit & _BIT_MASK)) & _ONE
    slot = (product ^ (product >> _HALF)) & (slots - _ONE)
    return slot if may_be != 0 else slots


@jit(inline=True)
def find_from_slot(
    entries: np.ndarray, slots: np.uint64, slot: np.uint64, key: np.uint64
) -> tuple[np.uint64, bool]:
    """`find_key_flat` from its `first_slot` on; at `slots`, where nothing is, the first slots are looked at."""
    entry, is_settled = look_into_window(entries, slot & (slots - _ONE), key)
    return entry & TOKEN_MASK, (slot == slots) | (is_settled & (slot + np.uint64(WINDOW) <= slots))


@jit(inline=True)
def prefetch_pair(entries: np.ndarray, slots: np.uint64, left: np.uint64, right: np.uint64) -> None:
    """Prefetch what `find_pair_flat` will read."""
    product = pair_key(left, right) * GOLDEN
    bit = product >> np.uint64(62 - highest_bit(slots))
    prefetch(entries, slots + (bit >> _WORD_SHIFT))
    prefetch(entries, (product ^ (product >> _HALF)) & (slots - _ONE))


@jit(inline=True)
def pair_slots(entries: np.ndarray) -> np.uint64:
    """Slots of a table of pairs, for `find_pair_flat`."""
    return np.uint64(_pair_slots(entries))
