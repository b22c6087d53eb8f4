"""Counts of spans and of what memos find, beside slow and obvious ways to get the same."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import wordchipper_lab as wl
from wordchipper_lab.encoders.span_memo import DEFAULT_MEMO_BYTES
from wordchipper_lab.lab.where_time_goes.memo_facts import count_memo_facts
from wordchipper_lab.lab.where_time_goes.memo_replay import (
    bytes_of,
    fixed_memo,
    replay,
    replay_growing,
    slots_for_tokens,
)
from wordchipper_lab.lab.where_time_goes.span_facts import count_facts
from wordchipper_lab.lab.where_time_goes.span_sequence import SpanSequence, read_spans

TEXTS = [
    "It's naïve: 日本語, 👍🏽 and\r\n\r\n   code(x_1) = 12345;\t don't <|endoftext|>",
    "",
    "and and unwhisperable",
]


@pytest.fixture(scope="module")
def tok() -> wl.Tokenizer:
    return wl.Tokenizer.from_pretrained("r50k_base")


@pytest.fixture(scope="module")
def sequence(tok: wl.Tokenizer) -> SpanSequence:
    return read_spans(tok, TEXTS)


def test_the_spans_are_the_engines(tok: wl.Tokenizer, sequence: SpanSequence) -> None:
    spans = []
    for text in TEXTS:
        data = text.encode()
        spans += [data[span.start : span.end] for span in tok.spans(text, "text")]
    assert [sequence.distinct[number] for number in sequence.numbers] == spans
    assert sequence.distinct == list(dict.fromkeys(spans))
    assert int(sequence.tokens[sequence.numbers].sum()) == sum(tok.count(text, "text") for text in TEXTS)
    assert sequence.sizes.tolist() == list(map(len, sequence.distinct))


def test_gaps_are_no_spans() -> None:
    vocab = wl.Tokenizer.from_pretrained("r50k_base").vocab
    from wordchipper_lab.vocab.unified import UnifiedVocab

    words_only = wl.Tokenizer(UnifiedVocab(vocab.ranked, pattern=r"[a-z]+", special_tokens={}, name="words"))
    assert read_spans(words_only, ["12 ab 34 cd"]).distinct == [b"ab", b"cd"]


def test_counts(tok: wl.Tokenizer, sequence: SpanSequence) -> None:
    facts = count_facts(sequence, most=3)
    assert facts.spans == len(sequence) == facts.one_token + facts.two_to_four + facts.five_or_more
    assert facts.bytes == sum(len(text.encode()) for text in TEXTS)
    assert facts.tokens == sum(tok.count(text, "text") for text in TEXTS)
    assert facts.distinct == len(sequence.distinct)
    assert sum(row.spans for row in facts.by_length) == facts.spans
    assert sum(row.bytes for row in facts.by_length) == facts.bytes
    assert sum(row.one_token for row in facts.by_length) == facts.one_token
    assert len(facts.frequent) == 3
    counts = Counter(sequence.numbers.tolist())
    assert [span.count for span in facts.frequent] == [count for _, count in counts.most_common(3)]


def test_new_spans_by_tenth(tok: wl.Tokenizer) -> None:
    facts = count_facts(read_spans(tok, [" a b c d e" + " a" * 45]))
    assert facts.spans == 50
    assert facts.new_by_tenth == (1.0, *[0.0] * 9)


def sequence_of(spans: list[bytes], tokens: dict[bytes, int] | None = None) -> SpanSequence:
    distinct = list(dict.fromkeys(spans))
    counts = [(tokens or {}).get(span, min(len(span), 2)) for span in distinct]
    numbers = [distinct.index(span) for span in spans]
    arrays = [np.array(values, dtype=np.int64) for values in (numbers, list(map(len, distinct)), counts)]
    return SpanSequence(arrays[0], distinct, arrays[1], arrays[2])


SPANS = st.integers(0, 60).map(lambda number: b"%d" % number * (1 + number % 9))


@given(st.lists(SPANS, max_size=200))
def test_memos_with_room_for_everything_find_all_but_what_is_new(spans: list[bytes]) -> None:
    seen: set[bytes] = set()
    known = [span in seen or seen.add(span) is not None for span in spans]
    sequence = sequence_of(spans, {span: len(span) for span in spans})
    assert replay(sequence, fixed_memo(1024)).tolist() == known


@given(st.lists(st.integers(0, 5), max_size=60))
def test_a_memo_of_one_bucket_holds_the_last_two_new_spans(numbers: list[int]) -> None:
    spans = [b"%d" % number for number in numbers]
    held: list[bytes] = []
    known = []
    for span in spans:
        known.append(span in held)
        if not known[-1]:
            held = [span, *held[:1]] if len(held) == 2 else [*held, span]
    assert replay(sequence_of(spans), fixed_memo(2)).tolist() == known


def test_a_growing_memo_is_the_engines(tok: wl.Tokenizer) -> None:
    text = " ".join(np.base_repr(n * n * 7919, 36) * (1 + n % 4) for n in range(2500))
    fresh = wl.Tokenizer.from_pretrained("r50k_base", num_threads=1)
    fresh.encode(text, special="text")
    theirs = fresh._encoder._workspace().memo
    found, ours = replay_growing(read_spans(tok, [text]), tok.vocab.tables, DEFAULT_MEMO_BYTES)
    assert 0 < found.sum() < len(found)
    assert ours.used.tolist() == theirs.used.tolist()
    assert ours.long.used.tolist() == theirs.long.used.tolist()
    assert np.array_equal(np.sort(ours.short[::4]), np.sort(theirs.short[::4]))
    assert bytes_of(ours) == bytes_of(theirs)


def test_what_is_longest_is_never_found() -> None:
    assert replay(sequence_of([b"x" * 256] * 2 + [b"x" * 255] * 2), fixed_memo(64)).tolist() == [
        False, False, False, True,
    ]  # fmt: skip


def test_memos_of_all_sizes(tok: wl.Tokenizer, sequence: SpanSequence) -> None:
    memo = count_memo_facts(sequence, tok.vocab.tables, slots=2)
    *sized, everything = memo.by_slots
    rates = [row.hit_rate for row in memo.by_slots]
    assert sized[0].slots == 2
    assert rates[0] == memo.hit_rate < rates[-1]
    assert everything.slots is everything.bytes is None
    assert rates[-1] == pytest.approx(1 - len(sequence.distinct) / len(sequence))
    assert memo.engine_slots in [row.slots for row in sized]
    assert memo.engine_hit_rate == rates[-1]
    assert not memo.engine_holds_tokens
    missed = len(sequence) - round(memo.hit_rate * len(sequence))
    assert sum(one.evictions for one in memo.evicted) == missed - len(sequence.distinct)
    assert all(0 < one.evictions < one.count for one in memo.evicted)


def test_evictions_are_counted_where_there_are_some(tok: wl.Tokenizer, sequence: SpanSequence) -> None:
    assert count_memo_facts(sequence, tok.vocab.tables).slots == 256, "nothing is evicted: the smallest"
    many = sequence_of([b"%d" % (number % 1000) for number in range(10_000)])
    memo = count_memo_facts(many, tok.vocab.tables)
    assert memo.slots == 1024
    assert memo.hit_rate < 0.89
    assert len(memo.evicted) == 20


def test_a_memo_with_the_tokens_finds_them_at_once(tok: wl.Tokenizer, sequence: SpanSequence) -> None:
    memo = count_memo_facts(sequence, tok.vocab.tables)
    least = slots_for_tokens(tok.vocab.tables)
    assert [row.slots for row in memo.by_slots if row.with_tokens is None] == [256, 1024, 4096, 16384, 65536]
    assert least == 1 << 17
    *_, largest, everything = memo.by_slots
    new = [
        size for size, count in zip(sequence.sizes, sequence.tokens, strict=True) if count > 1 or size > 15
    ]
    assert largest.with_tokens == everything.with_tokens == pytest.approx(1 - len(new) / len(sequence))


def test_the_rare_span_reaches_an_encoder_once(tok: wl.Tokenizer) -> None:
    long = read_spans(tok, [" " + "unwhisperable" * 6 + " a"] * 3)
    memo = count_memo_facts(long, tok.vocab.tables)
    assert memo.engine_hit_rate == pytest.approx(4 / 6)
    assert memo.reach_encoder == pytest.approx(1 / 6)


def test_nothing_at_all(tok: wl.Tokenizer) -> None:
    empty = read_spans(tok, [""])
    assert count_facts(empty).spans == 0
    memo = count_memo_facts(empty, tok.vocab.tables)
    assert (memo.hit_rate, memo.engine_hit_rate, memo.evicted) == (0, 0, ())
