"""An observer hears every change of the counts, identically from each generation that reports changes."""

from __future__ import annotations

import pytest

from wordchipper_lab.training import TRAINERS, SpanCounts, SymbolCounts, TrainingOptions, build_trainer
from wordchipper_lab.training.trainer import Change, Merge

TELLING = ("incremental", "parallel", "inverted_index", "heap")
SPANS = {b"low": 5, b"lower": 2, b"newest": 6, b"widest": 3, b"aaaaa": 1}


def watched(name: str, told: list[Change]):  # type: ignore[no-untyped-def]
    corpus = SymbolCounts.from_spans(SpanCounts.from_mapping(SPANS))
    return build_trainer(name, corpus, TrainingOptions(300), observer=told.append)


def test_hello_as_in_the_book() -> None:
    told: list[Change] = []
    corpus = SymbolCounts.from_spans(SpanCounts.from_mapping({b"hello": 1}))
    trainer = build_trainer("heap", corpus, TrainingOptions(257), observer=told.append)
    trainer.replay([Merge(108, 108, 256, 1, 1, 1)])
    assert told == [
        ("withdraw", 0, (104, 101), -1),
        ("withdraw", 0, (101, 108), -1),
        ("withdraw", 0, (108, 108), -1),
        ("withdraw", 0, (108, 111), -1),
        ("rewrite", 0, (108, 108), 1),
        ("register", 0, (104, 101), 1),
        ("register", 0, (101, 256), 1),
        ("register", 0, (256, 111), 1),
    ]


@pytest.mark.parametrize("name", TELLING)
def test_the_changes_add_up_to_the_counts(name: str) -> None:
    told: list[Change] = []
    trainer = watched(name, told)
    counts = trainer.pair_counts()
    assert not told
    while (merge := trainer.step()) is not None:
        for kind, _, pair, weight in told:
            if kind != "rewrite":
                counts[pair] = counts.get(pair, 0) + weight
        assert {pair: count for pair, count in counts.items() if count} == trainer.pair_counts()
        assert {change.span for change in told} == {
            change.span for change in told if change.kind == "rewrite"
        }
        rewritten = [change for change in told if change.kind == "rewrite"]
        assert len(rewritten) == merge.affected
        assert sum(change.weight * list(SPANS.values())[change.span] for change in rewritten) == merge.merged
        told.clear()


def test_all_tell_the_same() -> None:
    stories = []
    for name in TELLING:
        assert name in TRAINERS
        told: list[Change] = []
        assert list(watched(name, told))
        stories.append(told)
    assert all(story == stories[0] for story in stories)
