"""Hash tables, keys, loads, bits and heap against Python's own dict, int, set and heapq."""

from __future__ import annotations

import heapq
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordchipper_lab.kernels.bits import clear_bit, is_bit_set, set_all_bits, words_for_bits
from wordchipper_lab.kernels.heap import heap_pop, heap_push
from wordchipper_lab.kernels.keys import MAX_TOKEN, span_key
from wordchipper_lab.kernels.tables import (
    NOT_FOUND,
    find_pair,
    find_span,
    insert_pair,
    insert_spans,
    pair_table,
    span_table,
)
from wordchipper_lab.kernels.unaligned import load_u64
from wordchipper_lab.vocab.token_bytes import pack_tokens


def as_array(data: bytes) -> np.ndarray:
    return np.frombuffer(bytearray(data), dtype=np.uint8)


@pytest.mark.parametrize("offset", range(5))
def test_a_load_is_little_endian_at_any_offset(offset: int) -> None:
    data = as_array(bytes(range(200, 213)))
    assert int(load_u64(data, offset)) == int.from_bytes(data[offset : offset + 8].tobytes(), "little")


@given(st.binary(min_size=1, max_size=7), st.binary(min_size=1, max_size=7), st.binary(max_size=9))
def test_keys_of_short_spans_are_exact_wherever_they_stand(a: bytes, b: bytes, behind: bytes) -> None:
    at_end = int(span_key(as_array(a), 0, len(a)))
    followed = int(span_key(as_array(b"x" + a + behind), 1, 1 + len(a)))
    assert at_end == followed
    assert (at_end == int(span_key(as_array(b), 0, len(b)))) == (a == b)


@given(
    st.lists(st.binary(min_size=1, max_size=30), min_size=1, max_size=60, unique=True),
    st.binary(min_size=1, max_size=30),
)
def test_span_table_finds_what_was_inserted_and_nothing_else(tokens: list[bytes], other: bytes) -> None:
    packed = pack_tokens(tokens)
    starts = packed.starts.astype(np.uint32)
    entries = span_table(len(tokens))
    assert insert_spans(entries, packed.data, starts, len(tokens)) == NOT_FOUND
    for i, token in enumerate(tokens):
        assert find_span(entries, packed.data, starts, as_array(token), 0, len(token)) == i
    expected = tokens.index(other) if other in tokens else NOT_FOUND
    assert find_span(entries, packed.data, starts, as_array(other), 0, len(other)) == expected


@pytest.mark.parametrize("token", [b"short", b"a token longer than an exact key"])
def test_a_token_that_is_there_twice_is_reported(token: bytes) -> None:
    packed = pack_tokens([b"a", token, b"b", token])
    assert insert_spans(span_table(4), packed.data, packed.starts.astype(np.uint32), 4) == 3


def test_a_hashed_key_is_confirmed_byte_by_byte() -> None:
    token, impostor = b"twelve bytes", b"another span"
    packed = pack_tokens([token])
    starts = packed.starts.astype(np.uint32)
    entries = span_table(1)
    key = span_key(as_array(impostor), 0, len(impostor))
    # Forge a collision: in every slot, the entry of `token` sits under the key of `impostor`, and the filter
    # lets everything pass.
    slots, filter_words = entries[:32], entries[32:]
    assert len(filter_words) == 1
    slots[0::2], slots[1::2], filter_words[:] = key, 0, ~np.uint64(0)
    slots[-2] = 0
    assert find_span(entries, packed.data, starts, as_array(impostor), 0, len(impostor)) == NOT_FOUND


def test_pair_table_agrees_with_a_dict() -> None:
    rng = random.Random(7)
    pairs = {(rng.randrange(MAX_TOKEN), rng.randrange(MAX_TOKEN)): i for i in range(5000)}
    pairs[(0, 0)] = 5000
    pairs[(MAX_TOKEN, MAX_TOKEN)] = MAX_TOKEN
    entries = pair_table(len(pairs))
    for (left, right), merged in pairs.items():
        insert_pair(entries, left, right, merged)
    for (left, right), merged in pairs.items():
        assert find_pair(entries, left, right) == merged
    for _ in range(5000):
        pair = (rng.randrange(MAX_TOKEN), rng.randrange(MAX_TOKEN))
        assert find_pair(entries, *pair) == pairs.get(pair, NOT_FOUND)


@settings(max_examples=50)
@given(st.lists(st.one_of(st.none(), st.integers(0, 2**64 - 1)), max_size=80))
def test_heap_agrees_with_heapq(steps: list[int | None]) -> None:
    keys, payloads = np.empty(80, dtype=np.uint64), np.empty(80, dtype=np.uint64)
    size, expected = 0, []
    for step in steps:
        if step is not None:
            place = heap_push(keys, payloads, size, np.uint64(step), np.uint64(step ^ 1))
            size += 1
            heapq.heappush(expected, step)
            assert (int(keys[place]), int(payloads[place])) == (step, step ^ 1)
        elif expected:
            smallest = heapq.heappop(expected)
            assert (int(keys[0]), int(payloads[0])) == (smallest, smallest ^ 1)
            size -= 1
            last = int(keys[size])
            place = heap_pop(keys, payloads, size)
            assert size == 0 or int(keys[place]) == last
        assert size == len(expected)


@given(st.integers(1, 300), st.data())
def test_bitfield_agrees_with_a_set(bits: int, data: st.DataObject) -> None:
    words = np.zeros(words_for_bits(bits), dtype=np.uint64)
    set_all_bits(words, bits)
    cleared = data.draw(st.sets(st.integers(0, bits - 1)))
    for bit in cleared:
        clear_bit(words, bit)
    assert {bit for bit in range(bits) if not is_bit_set(words, bit)} == cleared
