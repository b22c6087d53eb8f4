"""Training that would use all memory, or whose result would be unusable, is refused with a message."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import wordchipper_lab as wl
from wordchipper_lab.errors import TrainingError
from wordchipper_lab.training import SpanCounts, SymbolCounts, TrainingOptions, build_trainer, trainer
from wordchipper_lab.training.fast import fast_trainer


@pytest.mark.sampled("fast")
@pytest.mark.parametrize("name", ["heap", "fast"])
@pytest.mark.parametrize("tie", ["greatest_bytes", "lowest_ids"])
def test_tokens_that_grow_without_end(name: str, tie: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trainer, "MOST_TOKEN_BYTES", 10_000)
    monkeypatch.setattr(fast_trainer, "MOST_TOKEN_BYTES", 10_000)
    letters = random.Random(5).choices(b"abcdefgh", k=4000)
    corpus = SymbolCounts.from_spans(SpanCounts.from_mapping({bytes(letters): 1}))
    with pytest.raises(
        TrainingError, match="bytes in total, because spans are very long: set max_token_length"
    ):
        build_trainer(name, corpus, TrainingOptions(4000, tie)).steps(4000)
    short = build_trainer(name, corpus, TrainingOptions(1000, tie, max_token_length=8))
    assert len(short.steps(4000)) == 744


def test_more_tokens_than_the_engine_has_ids_for() -> None:
    with pytest.raises(TrainingError, match="vocab_size is 3,000,000: expected at most 2,097,149"):
        TrainingOptions(3_000_000)


def test_a_path_that_is_given_as_a_text_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "corpus.txt"
    path.write_text("low low lower")
    with pytest.warns(UserWarning, match=r"names a file, but a str is used as text: pass pathlib.Path"):
        wl.train_bpe(str(path), 257)
