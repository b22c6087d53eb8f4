"""The lazy heap is rebuilt only when it holds too many stale entries, and never changes what is learned."""

from __future__ import annotations

import pytest

from wordchipper_lab.errors import TrainingError
from wordchipper_lab.lab.benchmark.corpora import load_corpus
from wordchipper_lab.spanners import TextSpanner, build_lexer
from wordchipper_lab.training import TIES, SymbolCounts, TrainingOptions, build_trainer
from wordchipper_lab.training.count_spans import count_spans_reference


@pytest.fixture(scope="module")
def corpus() -> SymbolCounts:
    spanner = TextSpanner(build_lexer("r50k_base"), {})
    return SymbolCounts.from_spans(count_spans_reference([load_corpus("code").text[:10_000]], spanner))


def test_compaction_changes_no_merge(corpus: SymbolCounts) -> None:
    options = TrainingOptions(256 + 600)
    trainers = [build_trainer("heap", corpus, options, compact_at=at) for at in (None, 3.0, 1.2)]
    merges = [list(trainer) for trainer in trainers]
    assert merges[0] == merges[1] == merges[2]
    never, _, often = trainers
    assert never.n_compactions == 0 < often.n_compactions  # type: ignore[attr-defined]
    assert often.heap_stale < never.heap_stale  # type: ignore[attr-defined]


@pytest.mark.parametrize("tie", TIES)
def test_pushing_at_each_span_changes_no_merge(corpus: SymbolCounts, tie: str) -> None:
    options = TrainingOptions(256 + 300, tie)
    once = build_trainer("heap", corpus, options, compact_at=None)
    each = build_trainer("heap", corpus, options, compact_at=None, push_each_span=True)
    assert list(each) == list(once)
    assert each.heap_stale > once.heap_stale  # type: ignore[attr-defined]
    compacted = build_trainer("heap", corpus, options, push_each_span=True, compact_at=1.5)
    assert list(compacted) == once.merges
    assert compacted.n_compactions > 0  # type: ignore[attr-defined]


def test_the_heap_stays_under_its_threshold(corpus: SymbolCounts) -> None:
    trainer = build_trainer("heap", corpus, TrainingOptions(256 + 600), compact_at=1.5)
    for _ in trainer:
        entries = trainer.heap_live + trainer.heap_stale  # type: ignore[attr-defined]
        assert entries <= 1.5 * len(trainer.pair_counts())


def test_each_pair_that_may_win_has_one_entry(corpus: SymbolCounts) -> None:
    options = TrainingOptions(256 + 200, min_frequency=3, max_token_length=4)
    trainer = build_trainer("heap", corpus, options, compact_at=None)
    for _ in trainer:
        entries = [pair for _, _, pair in trainer._heap]  # type: ignore[attr-defined]
        assert len(set(entries)) == len(entries)
        wanted = {
            pair for pair, count in trainer.pair_counts().items() if count >= 3 and trainer.is_allowed(pair)
        }
        assert wanted <= set(entries)


def test_a_threshold_below_one_is_refused(corpus: SymbolCounts) -> None:
    with pytest.raises(TrainingError, match=r"compact_at is 0\.5: expected at least 1, or None"):
        build_trainer("heap", corpus, TrainingOptions(300), compact_at=0.5)
