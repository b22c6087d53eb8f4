"""Live runs, races, real corpora: what is shown is what the trainer did."""

from __future__ import annotations

import json

import pytest

from wordchipper_lab.errors import InputError, UnknownNameError, WorkLimitError
from wordchipper_lab.lab.training.corpora import REAL_CORPORA, read_corpus, texts_of_file
from wordchipper_lab.lab.training.kept import patient_lexer
from wordchipper_lab.lab.training.live import LiveRun, count_corpus
from wordchipper_lab.lab.training.race import race_trainers
from wordchipper_lab.lab.training.worth import compare_worth
from wordchipper_lab.spanners import TextSpanner
from wordchipper_lab.trained import tokenizer_of
from wordchipper_lab.training import SpanCounts, SymbolCounts, TrainingOptions, build_trainer


@pytest.fixture(scope="module")
def spans() -> SpanCounts:
    counted = count_corpus(read_corpus("english", 30_000), TextSpanner(patient_lexer("r50k_base"), {}))
    assert counted is not None
    return counted


def test_blocks_add_up_to_the_whole_run(spans: SpanCounts) -> None:
    corpus, options = SymbolCounts.from_spans(spans), TrainingOptions(456)
    whole = build_trainer("fast", corpus, options)
    whole.steps(200)
    live = LiveRun(build_trainer("fast", corpus, options), spans.n_bytes)
    made = []
    while not live.is_over:
        made += live.advance(7)
    assert made == whole.merges
    assert live.n_tokens == whole.n_tokens == live.trainer.n_tokens
    assert live.samples[0].n_tokens == spans.n_bytes
    assert live.samples[-1].merges == 200
    assert [sample.merges for sample in live.samples] == sorted({sample.merges for sample in live.samples})
    assert live.bytes_per_token > 1.5
    assert len(json.dumps(live.to_json())) > 1000


def test_samples_stay_few(spans: SpanCounts) -> None:
    live = LiveRun(
        build_trainer("fast", SymbolCounts.from_spans(spans), TrainingOptions(1756)), spans.n_bytes
    )
    while not live.is_over:
        live.advance(1)
    assert 100 < len(live.samples) <= 401
    assert live.samples[-1].merges == 1500
    assert live.trainer.stopped


def test_counting_stops_between_texts() -> None:
    spanner = TextSpanner(patient_lexer("r50k_base"), {})
    assert count_corpus(["a", "b"], spanner, should_stop=lambda: True) is None


def test_an_own_pattern_that_never_ends_is_given_up() -> None:
    with pytest.raises(WorkLimitError):
        count_corpus(["a" * 300_000 + "_"], TextSpanner(patient_lexer(r"(a+)+\b", 0.1), {}))


def test_an_own_pattern_that_reads_far_ahead_is_linear() -> None:
    counts = count_corpus(["a" * 300_000], TextSpanner(patient_lexer("a*b|a"), {}))
    assert counts.to_dict() == {b"a": 300_000}


def test_a_race_is_run_by_all_and_its_merges_are_identical(spans: SpanCounts) -> None:
    told = []
    race = race_trainers(spans, TrainingOptions(276), ["naive", "heap", "fast"], progress=told.append)
    assert [(lane.trainer, lane.merges, lane.state, lane.identical) for lane in race.lanes] == [
        (name, 20, "finished", True) for name in ("naive", "heap", "fast")
    ]
    assert told[-1] == race


def test_who_is_too_slow_is_stopped_and_estimated(spans: SpanCounts) -> None:
    race = race_trainers(spans, TrainingOptions(2000), ["naive", "fast"], seconds=0.2)
    slow, quick = race.lanes
    assert slow.state == "out of time"
    assert slow.estimated > slow.seconds
    assert slow.identical
    assert quick.state == "finished"
    stopped = race_trainers(spans, TrainingOptions(2000), ["naive", "fast"], should_stop=lambda: True)
    assert {lane.state for lane in stopped.lanes} == {"stopped"}


@pytest.mark.parametrize("name", REAL_CORPORA)
def test_every_machine_has_the_corpora(name: str) -> None:
    texts = read_corpus(name, 20_000)
    assert sum(len(text.encode()) for text in texts) <= 20_000
    assert sum(map(len, texts)) > 8_000


def test_files() -> None:
    assert texts_of_file("a.txt", "\ufeffzwölf".encode(), 100) == ["zwölf"]
    assert texts_of_file("a.txt", "zwölf".encode(), 3) == ["zw"]  # no half characters
    with pytest.raises(InputError, match=r"a\.txt: expected UTF-8, got an invalid byte at offset 1"):
        texts_of_file("a.txt", b"a\xff", 100)
    with pytest.raises(InputError, match=r"^a\.parquet cannot be read"):
        texts_of_file("a.parquet", b"PAR1 and no more", 100)
    with pytest.raises(UnknownNameError, match="corpus 'x'"):
        read_corpus("x", 1)


def test_worth_counts_tokens(spans: SpanCounts) -> None:
    run = build_trainer("fast", SymbolCounts.from_spans(spans), TrainingOptions(500))
    run.steps(244)
    tok = tokenizer_of(run, "r50k_base")
    (worth,) = compare_worth([tok], "the same words")
    assert (worth.tokens, worth.bytes, worth.vocab_size) == (len(tok.encode("the same words")), 14, 500)
