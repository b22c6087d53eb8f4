"""Distinct spans and their counts: records in the order first seen, found through a table of their numbers.

A record is four words:

    bytes 0-7 of the span | bytes 8-14 and the length | count | unused
    64-bit hash           | `_LONG` + the length      | count | where its bytes begin in the arena

so a span of up to 15 bytes (99 % of them) is its own key, and equal words mean equal spans; the bytes of
longer ones are compared as well. Frequent spans are usually seen early, so the records that a text keeps
hitting are close together.

Memory: 40 bytes for each record of capacity (32, and two slots of 4); the capacity doubles when full. The
arena holds only spans of more than 15 bytes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...kernels.jit import jit
from ...kernels.keys import span_key
from ...kernels.memo import LONGEST_MEMO_SPAN, MEMO_SLACK, memo_key
from ...kernels.unaligned import is_same

__all__ = ["ARENA_FULL", "COUNTED", "RECORDS_FULL", "CountTable", "count_span", "fill_slots", "write_records"]

COUNTED, RECORDS_FULL, ARENA_FULL = 0, 1, 2

_LONG = np.uint64(0xFF << 56)
_SIZE_SHIFT = np.uint64(56)
_SIZE_BITS = np.uint64((1 << 56) - 1)
_BYTE = np.uint64(0xFF)
_HALF = np.uint64(32)
_A = np.uint64(0x9E3779B97F4A7C15)
_B = np.uint64(0xD6E8FEB86659FD93)


class CountTable(NamedTuple):
    """The arrays; `used` is int64 (2,): records, and bytes of the arena."""

    slots: np.ndarray
    """int32 (a power of two,), twice the capacity in records: number of the record + 1, or 0."""
    records: np.ndarray
    """uint64 (4 * capacity,)."""
    arena: np.ndarray
    """uint8: the long spans, concatenated."""
    used: np.ndarray


@jit(inline=True)
def _first_slot(first: np.uint64, second: np.uint64, mask: int) -> int:
    mixed = (first * _A) ^ (second * _B)
    mixed ^= mixed >> _HALF
    return np.int64((mixed * _A) >> _HALF) & mask


@jit()
def _key_near_the_end(text: np.ndarray, start: int, end: int) -> tuple[np.uint64, np.uint64]:
    # `memo_key` without reading beyond the text.
    first, second = np.uint64(0), np.uint64(end - start) << _SIZE_SHIFT
    for i in range(end - start):
        byte = np.uint64(text[start + i]) << np.uint64(8 * (i & 7))
        if i < 8:
            first |= byte
        else:
            second |= byte
    return first, second


@jit()
def _add_record(table, text, start, size, count, first, second, slot):  # type: ignore[no-untyped-def]
    # For a span that is seen for the first time.
    number = table.used[0]
    if 4 * number == len(table.records):
        return RECORDS_FULL
    at = 4 * number
    if size > LONGEST_MEMO_SPAN:
        begin = table.used[1]
        if begin + size > len(table.arena):
            return ARENA_FULL
        for i in range(size):
            table.arena[begin + i] = text[start + i]
        table.used[1] = begin + size
        table.records[at + 3] = np.uint64(begin)
    table.records[at] = first
    table.records[at + 1] = second
    table.records[at + 2] = np.uint64(count)
    table.slots[slot] = number + 1
    table.used[0] = number + 1
    return COUNTED


@jit(inline=True)
def count_span(table, text, start, end, count):  # type: ignore[no-untyped-def]
    """Add `count` to the count of ``text[start:end]`` (uint8, at least 1 byte): `COUNTED`, or what is
    full."""
    size = end - start
    is_long = size > LONGEST_MEMO_SPAN
    if is_long:
        first, second = span_key(text, start, end), _LONG | np.uint64(size)
    elif start + MEMO_SLACK <= len(text):
        first, second = memo_key(text, start, end)
    else:
        first, second = _key_near_the_end(text, start, end)
    mask = len(table.slots) - 1
    slot = _first_slot(first, second, mask)
    number = np.int64(table.slots[slot])
    while number > 0:
        at = 4 * (number - 1)
        if (
            table.records[at] == first
            and table.records[at + 1] == second
            and (not is_long or is_same(table.arena, np.int64(table.records[at + 3]), text, start, size))
        ):
            table.records[at + 2] += np.uint64(count)
            return COUNTED
        slot = (slot + 1) & mask
        number = np.int64(table.slots[slot])
    return _add_record(table, text, start, size, count, first, second, slot)


@jit()
def fill_slots(table):  # type: ignore[no-untyped-def]
    """Enter all records into empty slots."""
    mask = len(table.slots) - 1
    for number in range(table.used[0]):
        slot = _first_slot(table.records[4 * number], table.records[4 * number + 1], mask)
        while table.slots[slot] != 0:
            slot = (slot + 1) & mask
        table.slots[slot] = number + 1


@jit()
def write_records(table, data, ends, counts):  # type: ignore[no-untyped-def]
    """Write the spans to `data` (uint8), their ends and counts (int64); returns the size needed, as `data`
    may be too short.

    If `data` is empty, only `ends` and `counts` are written.
    """
    position = np.int64(0)
    for number in range(table.used[0]):
        at = 4 * number
        first, second = table.records[at], table.records[at + 1]
        counts[number] = np.int64(table.records[at + 2])
        size = np.int64(second >> _SIZE_SHIFT)
        is_long = size > LONGEST_MEMO_SPAN
        if is_long:
            size = np.int64(second & _SIZE_BITS)
        if position + size <= len(data):
            if is_long:
                begin = np.int64(table.records[at + 3])
                for i in range(size):
                    data[position + i] = table.arena[begin + i]
            else:
                for i in range(size):
                    word = first if i < 8 else second
                    data[position + i] = np.uint8((word >> np.uint64(8 * (i & 7))) & _BYTE)
        position += size
        ends[number] = position
    return position
