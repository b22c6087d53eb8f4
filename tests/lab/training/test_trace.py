"""Traces of toy corpora: the trainer's own account, merge by merge, identical for every generation."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise

import pytest

from wordchipper_lab.errors import UnknownNameError, WorkLimitError
from wordchipper_lab.lab.training.toy_corpora import LEVELS, MAX_TOY_TEXT, TOY_CORPORA, toy_symbols
from wordchipper_lab.lab.training.trace import TrainingTrace, trace_training
from wordchipper_lab.training import TIES, TRAINERS


def learned(trace: TrainingTrace) -> list[str]:
    return [trace.tokens[frame.merge.token].decode(errors="replace") for frame in trace.frames]


def test_the_example_of_sennrich() -> None:
    trace = trace_training("low lower newest widest")
    assert learned(trace)[:5] == ["es", "est", "est</w>", "lo", "low"]
    assert dict(zip(trace.spans, trace.counts, strict=True)) == {
        b"low</w>": 5, b"lower</w>": 2, b"newest</w>": 6, b"widest</w>": 3,
    }  # fmt: skip
    first = trace.frames[0]
    assert first.n_tied == 3
    assert first.why.endswith("The pair that occurs first wins: (e, s), in “newest</w>”.")


def test_the_book_s_example() -> None:
    trace = trace_training("aabaa aab")
    assert [frame.merge.frequency for frame in trace.frames[:2]] == [3, 2]
    assert trace.frames[1].after == [[257, 256, 32, 257]]
    assert trace.stopped == "no pair is left after 5 of 8 merges: every span is one token"


def test_only_the_rule_decides_in_hello() -> None:
    first = {tie: learned(trace_training("hello", tie=tie))[0] for tie in TIES}
    assert first == {
        "lowest_ids": "he", "greatest_bytes": "lo</w>", "least_bytes": "el", "first_seen": "he",
    }  # fmt: skip


@pytest.mark.parametrize("name", TOY_CORPORA)
@pytest.mark.parametrize("trainer", TRAINERS)
def test_all_generations_tell_the_same_story(name: str, trainer: str) -> None:
    told, reference = trace_training(name, trainer), trace_training(name, "naive")
    assert [frame.merge for frame in told.frames] == [frame.merge for frame in reference.frames]
    assert [frame.after for frame in told.frames] == [frame.after for frame in reference.frames]
    assert [frame.why for frame in told.frames] == [frame.why for frame in reference.frames]
    for frame, other in zip(told.frames, reference.frames, strict=True):
        assert {(p.left, p.right, p.count) for p in frame.pairs} == {
            (p.left, p.right, p.count) for p in other.pairs
        }


@pytest.mark.parametrize("trainer", [name for name in TRAINERS if name != "naive"])
@pytest.mark.parametrize("name", TOY_CORPORA)
def test_changes_lead_from_the_counts_before_to_those_after(name: str, trainer: str) -> None:
    trace = trace_training(name, trainer)
    later = [frame.pairs for frame in trace.frames[1:]] + [trace.end]
    for frame, after in zip(trace.frames, later, strict=True):
        counts = Counter({(pair.left, pair.right): pair.count for pair in frame.pairs})
        for change in frame.changes:
            if change.kind != "rewrite":
                counts[change.pair] += change.weight
        assert +counts == Counter({(pair.left, pair.right): pair.count for pair in after})


def test_the_most_frequent_pair_stands_first_and_ties_next() -> None:
    for frame in trace_training("low low low ...").frames:
        counts = [pair.count for pair in frame.pairs]
        assert counts == sorted(counts, reverse=True)
        assert counts[0] == frame.merge.frequency == counts[frame.n_tied - 1]
        assert (frame.pairs[0].left, frame.pairs[0].right) == (frame.merge.left, frame.merge.right)
        assert frame.n_tied == counts.count(counts[0])
        assert {pair for row in frame.before for pair in pairwise(row)} == {
            (pair.left, pair.right) for pair in frame.pairs
        }


def test_own_text_and_json() -> None:
    trace = trace_training("ab ab\nab", "incremental", merges=3)
    plain = json.loads(json.dumps(trace.to_json()))
    assert plain["frames"][0]["merge"]["frequency"] == 3
    assert plain["frames"][0]["changes"][0]["kind"] == "withdraw"
    assert trace_training("", merges=3).frames == []
    assert trace_training("x", merges=3).stopped.startswith("no pair is left")


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(WorkLimitError, match=f"{MAX_TOY_TEXT:,} can be trained on merge by merge"):
        toy_symbols("a" * (MAX_TOY_TEXT + 1))
    with pytest.raises(UnknownNameError, match="expected one of bytes, characters"):
        toy_symbols("a", "letters")
    assert len(LEVELS) == 3
