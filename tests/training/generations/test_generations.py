"""All generations learn the same merges, frequencies, affected spans, counts, sequences after each step."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

import wordchipper_lab as wl
from wordchipper_lab.errors import TrainingError
from wordchipper_lab.lab.benchmark.corpora import load_corpus
from wordchipper_lab.spanners import TextSpanner, build_lexer
from wordchipper_lab.training import (
    TIES,
    TRAINERS,
    SpanCounts,
    SymbolCounts,
    Trainer,
    TrainingOptions,
    build_trainer,
)
from wordchipper_lab.training.count_spans import count_spans_reference

OTHERS = [name for name in TRAINERS if name != "naive"]
SLOW = ("naive", "incremental", "parallel")

few_letters = st.dictionaries(
    st.lists(st.sampled_from(b"aab"), min_size=1, max_size=12).map(bytes), st.integers(1, 3), max_size=12
)
"""Runs and ties: where generations differ if one is wrong."""

more_letters = st.dictionaries(
    st.lists(st.sampled_from("abcé".encode()), min_size=1, max_size=9).map(bytes),
    st.integers(1, 9),
    max_size=20,
)


def start(name: str, spans: Mapping[bytes, int], options: TrainingOptions) -> Trainer:
    corpus = SymbolCounts.from_spans(SpanCounts.from_mapping(spans), options.byte_order)
    return build_trainer(name, corpus, options)


def sample(name: str, n_characters: int) -> dict[bytes, int]:
    spanner = TextSpanner(build_lexer("r50k_base"), {})
    return count_spans_reference([load_corpus(name).text[:n_characters]], spanner).to_dict()


@pytest.mark.parametrize("name", OTHERS)
@given(
    spans=few_letters | more_letters,
    tie=st.sampled_from(sorted(TIES)),
    byte_order=st.sampled_from(["value", "gpt2"]),
    min_frequency=st.integers(1, 4),
    max_token_length=st.none() | st.integers(1, 5),
)
def test_each_step_is_that_of_the_reference(
    name: str,
    spans: dict[bytes, int],
    tie: str,
    byte_order: str,
    min_frequency: int,
    max_token_length: int | None,
) -> None:
    options = TrainingOptions(
        280,
        tie,
        min_frequency=min_frequency,
        max_token_length=max_token_length,
        byte_order=byte_order,
    )
    reference, trainer = start("naive", spans, options), start(name, spans, options)
    while (expected := reference.step()) is not None:
        assert trainer.step() == expected
        assert trainer.pair_counts() == reference.pair_counts()
        assert trainer.sequences() == reference.sequences()
    assert trainer.step() is None
    assert trainer.stopped == reference.stopped
    assert trainer.tokens == reference.tokens


@pytest.mark.sampled("greatest_bytes")
@pytest.mark.parametrize("tie", TIES)
def test_real_text(tie: str) -> None:
    spans = sample("diverse", 6_000)
    options = TrainingOptions(256 + 250, tie)
    expected = start("naive", spans, options).steps(250)
    assert len(expected) == 250
    for name in OTHERS:
        assert start(name, spans, options).steps(250) == expected, name


@pytest.mark.sampled("lowest_ids")
@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("name", OTHERS)
def test_training_goes_on_after_a_replay(name: str, tie: str) -> None:
    spans = sample("code", 3_000)
    options = TrainingOptions(256 + 120, tie)
    whole = start("naive", spans, options).steps(120)
    trainer = start(name, spans, options)
    trainer.replay(whole[:50])
    assert trainer.steps(70) == whole[50:]
    assert trainer.merges == whole


@pytest.mark.parametrize("name", TRAINERS)
def test_nothing_to_learn_from(name: str) -> None:
    trainer = start(name, {}, TrainingOptions(300))
    assert trainer.step() is None
    assert trainer.stopped == "no pair is left after 0 of 44 merges: every span is one token"
    assert start(name, {b"x": 3}, TrainingOptions(300)).step() is None


@pytest.mark.deep
@pytest.mark.parametrize("tie", TIES)
def test_real_text_to_its_end(tie: str) -> None:
    spans = sample("code", 20_000)
    options = TrainingOptions(100_000, tie)
    expected = list(start("inverted_index", spans, options))
    assert len(expected) > 1_500
    for name in [name for name in TRAINERS if name not in SLOW]:
        assert list(start(name, spans, options)) == expected, name


@pytest.mark.parametrize("number", [300.5, "300", None, 10**30])
def test_numbers_that_are_none_or_too_large_are_refused(number: object) -> None:
    with pytest.raises(TrainingError, match=r"vocab_size is .*: expected a whole number"):
        TrainingOptions(number)
    with pytest.raises(TrainingError, match=r"min_frequency is .*: expected a whole number"):
        TrainingOptions(300, min_frequency=number)


def test_no_number_of_threads_is_refused() -> None:
    with pytest.raises(TrainingError, match="num_threads is 0"):
        wl.train_bpe("low low", 258, num_threads=0)
