"""Compiled counting equals the reference: counts and order, whatever the batches, threads and lexers."""

from __future__ import annotations

import random
import string
from pydoc_data.topics import topics

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordchipper_lab.errors import TextError, TrainingError
from wordchipper_lab.spanners import TextSpanner, build_lexer
from wordchipper_lab.training import SpanCounts
from wordchipper_lab.training.count_spans import count_spans_reference
from wordchipper_lab.training.fast import SpanCounter, merge_span_counts, span_counter

SPECIAL = {"<|endoftext|>": 0}
MANUAL = "\n".join(topics.values())[:300_000]
MIXED = MANUAL[:60_000] + "日本語 ไทยไม่มีช่องว่าง हिन्दी \U0001f469\u200d\U0001f469 naïve <|endoftext|>" * 300


def spanner_of(pattern: str, lexer: str = "auto") -> TextSpanner:
    return TextSpanner(build_lexer(pattern, lexer), SPECIAL)


def items(counts: SpanCounts) -> list[tuple[bytes, int]]:
    return list(counts.to_dict().items())


@pytest.mark.sampled("[2-")
@pytest.mark.parametrize("pattern", ["r50k_base", "cl100k_base", r"\w+"])
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_real_text(pattern: str, threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(span_counter, "_BYTES_A_THREAD", 10_000)
    monkeypatch.setattr(span_counter, "_CHARACTERS_AT_ONCE", 50_000)
    texts = [MIXED, "", *MANUAL.split("\n\n")]
    spanner = spanner_of(pattern)
    counter = SpanCounter(spanner, threads)
    counter.add_texts(texts)
    assert items(counter.counts()) == items(count_spans_reference(texts, spanner))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(st.sampled_from("a1' \n<|é日🙂"), max_size=60), max_size=5), st.integers(1, 4))
def test_small_texts_cut_anywhere(texts: list[str], threads: int) -> None:
    spanner = TextSpanner(build_lexer("cl100k_base"), {"<|": 0})
    counter = SpanCounter(spanner, threads)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(span_counter, "_BYTES_A_THREAD", 5)
        patch.setattr("wordchipper_lab.training.fast.stretches._SPANS_TO_SETTLE", 2)
        counter.add_texts(texts)
    assert items(counter.counts()) == items(count_spans_reference(texts, spanner))


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_a_thread_that_began_in_the_wrong_place(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(span_counter, "_BYTES_A_THREAD", 100)
    spanner = spanner_of("cl100k_base")
    text = "".join(random.Random(1).choices(string.digits, k=4001)) + " end"  # spans of three digits
    counter = SpanCounter(spanner, threads)
    counter.add_texts([text])
    counter.add_texts([text])
    assert items(counter.counts()) == items(count_spans_reference([text, text], spanner))


@pytest.mark.parametrize("lexer", ["regex", "logos"])
def test_other_lexers(lexer: str) -> None:
    spanner = spanner_of("r50k_base", lexer)
    counter = SpanCounter(spanner)
    counter.add_texts([MIXED])
    assert items(counter.counts()) == items(count_spans_reference([MIXED], spanner))


def test_spans_of_all_lengths_at_the_end_of_the_text() -> None:
    spanner = spanner_of("r50k_base")
    texts = ["b" * n for n in range(1, 40)] + ["a" * 100_000, "a" * 99_999 + "b"]
    for text in texts:
        counter = SpanCounter(spanner)
        counter.add_texts([text, text])
        assert items(counter.counts()) == [(text.encode(), 2)]


def test_surrogates_read_only_bytes_and_no_text() -> None:
    counter = SpanCounter(spanner_of("r50k_base"))
    counter.add_texts(["a\ud800"])
    counter.add_bytes(np.frombuffer(b"a a", dtype=np.uint8), np.array([3]))
    counter.add_texts([])
    counter.add_texts("a")
    assert items(counter.counts()) == [(b"a", 3), ("\ufffd".encode(), 1), (b" a", 1)]
    assert len(counter) == 3
    with pytest.raises(TextError, match="got bytes"):
        counter.add_texts([b"a"])  # type: ignore[list-item]
    with pytest.raises(TrainingError, match="num_threads is 0"):
        SpanCounter(spanner_of("r50k_base"), 0)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.dictionaries(st.binary(min_size=1, max_size=20), st.integers(1, 2**40)), max_size=4))
def test_merge_equals_the_reference(parts: list[dict[bytes, int]]) -> None:
    counts = [SpanCounts.from_mapping(part) for part in parts]
    assert items(merge_span_counts(counts)) == items(SpanCounts.merge(counts))


def test_many_spans_grow_the_table() -> None:
    counts = {str(i).encode() * (1 + i % 3): i for i in range(1, 30_000)}
    counter = SpanCounter(spanner_of("r50k_base"))
    counter.add_counts(SpanCounts.from_mapping(counts))
    counter.add_counts(SpanCounts.from_mapping(counts))
    assert counter.counts().to_dict() == {span: 2 * count for span, count in counts.items()}
