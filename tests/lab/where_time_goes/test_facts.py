"""Counts of spans and simulated memos, beside slow and obvious ways to get the same."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import wordchipper_lab as wl
from wordchipper_lab.lab.where_time_goes.memo_simulation import _mix, engine_slots, find_hits, simulate_memo
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


@given(st.lists(st.integers(0, 40), max_size=200), st.sampled_from([1, 2, 8, 64]))
def test_hits_are_those_of_a_memo(numbers: list[int], slots: int) -> None:
    array = np.array(numbers, dtype=np.int64)
    places = (_mix(array) & np.uint64(slots - 1)).tolist()
    memo: dict[int, int] = {}
    hits, evicted = [], []
    for number, place in zip(numbers, places, strict=True):
        hits.append(memo.get(place) == number)
        if place in memo and not hits[-1]:
            evicted.append(memo[place])
        memo[place] = number
    found, gone = find_hits(array, slots)
    assert found.tolist() == hits
    assert sorted(gone.tolist()) == sorted(evicted)


def test_memos_of_all_sizes(sequence: SpanSequence) -> None:
    memo = simulate_memo(sequence, slots=1)
    rates = [row.hit_rate for row in memo.by_slots]
    assert memo.by_slots[0].slots == 1
    assert memo.by_slots[-1].slots is None
    assert rates[0] == memo.hit_rate < rates[-1]
    assert rates[-1] == pytest.approx(1 - len(sequence.distinct) / len(sequence))
    assert engine_slots() in [row.slots for row in memo.by_slots]
    assert sum(one.evictions for one in memo.evicted) > 5
    assert simulate_memo(sequence).slots == engine_slots()


def test_what_the_memo_does_not_hold_is_never_found(tok: wl.Tokenizer) -> None:
    long = read_spans(tok, [" " + "unwhisperable" * 4 + " a"] * 3)
    memo = simulate_memo(long)
    assert memo.hit_rate == pytest.approx(2 / 6)  # the short one
    assert memo.by_slots[-1].hit_rate == pytest.approx(4 / 6)
    assert memo.reach_encoder == pytest.approx(3 / 6)


def test_nothing_at_all(tok: wl.Tokenizer) -> None:
    empty = read_spans(tok, [""])
    assert count_facts(empty).spans == 0
    assert simulate_memo(empty).hit_rate == 0
