"""The compiled trainer against the naive one: same merges, same state, for every tie and limit."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path
from pydoc_data.topics import topics

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from wordchipper_lab.spanners import TextSpanner, build_lexer
from wordchipper_lab.training import (
    BYTE_ORDERS,
    TIES,
    SpanCounts,
    SymbolCounts,
    TrainingOptions,
    build_trainer,
)
from wordchipper_lab.training.fast import FastTrainer, SpanCounter, fast_trainer, trainer_arrays
from wordchipper_lab.training.fast.compact import compact
from wordchipper_lab.training.generations.naive import NaiveTrainer
from wordchipper_lab.training.trainer import Change, Merge

MANUAL = "\n".join(topics.values())
LANGUAGES = "Алматы қаласы ประเทศไทย 日本語の文字 naïve façade עברית العربية हिन्दी 한국어 Việt Nam \U0001f469\u200d\U0001f4bb "

corpora = st.dictionaries(
    st.one_of(
        st.lists(st.sampled_from(b"ab"), min_size=1, max_size=30).map(bytes),
        st.lists(st.sampled_from(b"abcde"), min_size=1, max_size=12).map(bytes),
    ),
    st.integers(1, 9),
    max_size=12,
)
options = st.builds(
    TrainingOptions,
    st.integers(256, 310),
    tie=st.sampled_from(sorted(TIES)),
    min_frequency=st.integers(1, 3),
    max_token_length=st.sampled_from([None, None, 2, 3, 7]),
    byte_order=st.sampled_from(sorted(BYTE_ORDERS)),
)


@pytest.fixture(autouse=True, params=["as it is", "tight"])
def _room(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "tight":  # room must be made again and again, and the threshold is too high
        monkeypatch.setattr(trainer_arrays, "_FIRST_PAIRS", 1)
        monkeypatch.setattr(fast_trainer, "_FIRST_SLOTS", 4)
        monkeypatch.setattr(fast_trainer, "_TOP_SHARE", 0)
        monkeypatch.setattr(fast_trainer, "_LOWERED_BY", 2)


def symbols_of(counts: dict[bytes, int], byte_order: str = "value") -> SymbolCounts:
    return SymbolCounts.from_spans(SpanCounts.from_mapping(counts), byte_order)


def symbols_of_text(text: str) -> SymbolCounts:
    counter = SpanCounter(TextSpanner(build_lexer("r50k_base"), {}))
    counter.add_texts([text])
    return SymbolCounts.from_spans(counter.counts())


def assert_same_state(fast: FastTrainer, naive: NaiveTrainer) -> None:
    assert_same_counts(fast, naive)
    assert fast.stopped == naive.stopped


def assert_same_counts(fast: FastTrainer, naive: NaiveTrainer) -> None:
    assert fast.merges == naive.merges
    assert fast.tokens == naive.tokens
    assert fast.sequences() == naive.sequences()
    assert fast.pair_counts() == naive.pair_counts()
    assert fast.n_tokens == naive.n_tokens


@settings(max_examples=150, deadline=None)
@given(corpora, options, st.integers(0, 20))
def test_equals_naive(counts: dict[bytes, int], options: TrainingOptions, pause: int) -> None:
    corpus = symbols_of(counts, options.byte_order)
    naive, fast = NaiveTrainer(corpus, options), FastTrainer(corpus, options)
    assert fast.steps(pause) == naive.steps(pause)
    assert_same_state(fast, naive)
    compact(fast._arrays)
    assert fast.best_pair() == naive.best_pair()
    assert list(fast) == naive.steps(1000)
    assert_same_state(fast, naive)


@settings(max_examples=80, deadline=None)
@given(corpora, options, st.integers(0, 20))
def test_replay_and_observer(counts: dict[bytes, int], options: TrainingOptions, pause: int) -> None:
    corpus = symbols_of(counts, options.byte_order)
    naive = NaiveTrainer(corpus, options)
    first = naive.steps(pause)
    replayed = FastTrainer(corpus, options)
    replayed.replay(first)
    assert_same_counts(replayed, naive)
    changes: list[Change] = []
    observed = FastTrainer(corpus, options, observer=changes.append)
    pair_counts, rewritten = observed.pair_counts(), 0
    observed.replay(first)
    assert replayed.steps(0) == observed.steps(0) == []
    naive.steps(1000)
    assert replayed.steps(1000) == observed.steps(1000) == naive.merges[len(first) :]
    for change in changes:
        if change.kind == "rewrite":
            rewritten += int(corpus.counts[change.span]) * change.weight
        else:
            pair_counts[change.pair] = pair_counts.get(change.pair, 0) + change.weight
    assert {pair: count for pair, count in pair_counts.items() if count} == naive.pair_counts()
    assert rewritten == sum(merge.merged for merge in naive.merges)


@settings(max_examples=30, deadline=None)
@example({b"abacadaeaf": 1, b"ab": 1}, [(97, 98), (97, 99)])  # too rare to be kept when room is made
@given(corpora, st.lists(st.tuples(st.sampled_from(b"abc"), st.sampled_from(b"abc")), max_size=6))
def test_merges_that_would_not_win_can_be_replayed(
    counts: dict[bytes, int], pairs: list[tuple[int, int]]
) -> None:
    corpus, few = symbols_of(counts), TrainingOptions(256 + 5, "least_bytes", 3, 2)
    naive, fast = NaiveTrainer(corpus, few), FastTrainer(corpus, few)
    forced = [Merge(*pair, 256 + i, 5, 0, 0) for i, pair in enumerate(pairs)]
    naive.replay(forced)
    fast.replay(forced)
    assert_same_counts(fast, naive)


def test_changes_of_a_span_with_a_run() -> None:
    changes: list[Change] = []
    trainer = build_trainer("fast", symbols_of({b"xabab": 2}), TrainingOptions(300), observer=changes.append)
    assert trainer.step() == (97, 98, 256, 4, 4, 1)
    assert changes == [
        ("withdraw", 0, (97, 98), -4),
        ("withdraw", 0, (120, 97), -2),
        ("withdraw", 0, (98, 97), -2),
        ("rewrite", 0, (97, 98), 2),
        ("register", 0, (120, 256), 2),
        ("register", 0, (256, 256), 2),
    ]


@pytest.mark.parametrize("tie", sorted(TIES))
def test_real_text(tie: str) -> None:
    corpus = symbols_of_text(MANUAL[:8_000] + LANGUAGES * 3)
    options = TrainingOptions(256 + 60, tie=tie)
    naive, fast = NaiveTrainer(corpus, options), FastTrainer(corpus, options)
    assert fast.steps(60) == naive.steps(60)
    assert_same_state(fast, naive)


def test_large_alphabet() -> None:
    chosen = random.Random(3)
    alphabet = [chr(0x4E00 + i).encode() for i in range(5_000)]
    spans = {tuple(chosen.choices(range(4_990, 5_000), k=6)): chosen.randint(1, 5) for _ in range(60)}
    corpus = SymbolCounts.from_sequences(spans, alphabet)
    for tie in TIES:
        options = TrainingOptions(5_040, tie=tie, max_token_length=9)
        naive, fast = NaiveTrainer(corpus, options), FastTrainer(corpus, options)
        assert fast.steps(40) == naive.steps(40)
        assert_same_state(fast, naive)


def test_counts_of_64_bits_and_no_corpus() -> None:
    trainer = build_trainer("fast", symbols_of({b"ab": 2**40, b"abc": 2**41}), TrainingOptions(300))
    assert trainer.step() == (97, 98, 256, 3 * 2**40, 3 * 2**40, 2)
    nothing = build_trainer("fast", symbols_of({}), TrainingOptions(300))
    assert (nothing.steps(3), nothing.sequences(), nothing.pair_counts()) == ([], [], {})
    assert nothing.stopped == "no pair is left after 0 of 44 merges: every span is one token"


def test_what_screens_show() -> None:
    trainer = FastTrainer(symbols_of_text(MANUAL[:20_000]), TrainingOptions(400))
    trainer.steps(100)
    assert min(trainer.heap_live, trainer.heap_stale) > 0
    assert trainer.heap_live + trainer.heap_stale <= trainer.n_pairs
    assert 0 < trainer.n_bytes < 10**7


@pytest.mark.sampled("one letter", "Thai")
@pytest.mark.parametrize("kind", ["one letter", "spaces", "letters", "Thai"])
def test_a_megabyte_of_one_span(kind: str) -> None:
    chosen, n = random.Random(2), 1_000_000
    text = {
        "one letter": lambda: "a" * n,
        "spaces": lambda: " " * n,
        "letters": lambda: "".join(chosen.choices("abcdefghijklmnopqrstuvwxyz", k=n)),
        "Thai": lambda: "".join(chosen.choices([chr(c) for c in range(0x0E01, 0x0E2F)], k=n // 3)),
    }[kind]()
    FastTrainer(symbols_of_text("ab ab"), TrainingOptions(257)).steps(1)
    start = time.process_time()
    trainer = FastTrainer(symbols_of_text(text), TrainingOptions(1256))
    trainer.steps(1000)
    seconds = time.process_time() - start
    assert len(trainer.merges) == 1000 or trainer.stopped.startswith("no pair is left")
    assert seconds < 5, "0.1 to 0.3 s on a quiet machine"


@pytest.mark.deep
def test_without_jit() -> None:
    program = """
from wordchipper_lab.spanners import TextSpanner, build_lexer
from wordchipper_lab.training import *
from wordchipper_lab.training.count_spans import count_spans_reference
from wordchipper_lab.training.fast import SpanCounter
text = "low lower lowest newest widest aaaaaaaa antidisestablishmentarianism 日本語日本 " * 3
spanner = TextSpanner(build_lexer("r50k_base"), {})
counter = SpanCounter(spanner)
counter.add_texts([text])
assert counter.counts().to_dict() == count_spans_reference([text], spanner).to_dict()
for tie in TIES:
    corpus, options = SymbolCounts.from_spans(counter.counts()), TrainingOptions(290, tie=tie)
    naive, fast = (build_trainer(name, corpus, options) for name in ("naive", "fast"))
    assert naive.steps(99) == fast.steps(99) and naive.sequences() == fast.sequences(), tie
    traced = build_trainer("fast", corpus, options, observer=lambda change: None)
    assert traced.steps(99) == naive.merges
print("same")
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=Path(__file__).parents[3],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "same\n", done.stderr
