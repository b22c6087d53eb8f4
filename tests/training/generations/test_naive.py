"""The reference trainer on corpora small enough to follow by hand."""

from __future__ import annotations

import pytest

from wordchipper_lab.errors import TrainingError, UnknownNameError
from wordchipper_lab.training import SpanCounts, SymbolCounts, TrainingOptions, build_trainer

LOW = {b"low": 5, b"lower": 2, b"newest": 6, b"widest": 3}


def trained(counts: dict[bytes, int], n: int, **options: object) -> list[bytes]:
    corpus = SymbolCounts.from_spans(SpanCounts.from_mapping(counts))
    trainer = build_trainer("naive", corpus, TrainingOptions(256 + n, **options))  # type: ignore[arg-type]
    return [trainer.tokens[merge.token] for merge in trainer]


def test_the_greatest_pair_wins_as_in_the_article() -> None:
    assert trained(LOW, 4, tie="greatest_bytes") == [b"st", b"est", b"ow", b"low"]


def test_the_first_seen_pair_wins_as_in_sennrich() -> None:
    assert trained(LOW, 4, tie="first_seen") == [b"es", b"est", b"lo", b"low"]


def test_runs_are_merged_from_left_to_right_and_counted_at_every_place() -> None:
    corpus = SymbolCounts.from_spans(SpanCounts.from_mapping({b"aaa": 2}))
    trainer = build_trainer("naive", corpus, TrainingOptions(300))
    assert trainer.step() == (97, 97, 256, 4, 2, 1)
    assert trainer.sequences() == [[256, 97]]
    assert len(list(trainer)) == 1
    assert trainer.stopped == "no pair is left after 2 of 44 merges: every span is one token"
    assert trainer.n_tokens == 2


def test_limits() -> None:
    assert trained({b"abab": 1, b"ab": 1}, 9, min_frequency=3) == [b"ab"]
    assert trained({b"abab": 3}, 9, max_token_length=2) == [b"ab"]


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="tie-breaking 'odd'"):
        TrainingOptions(300, tie="odd")
    with pytest.raises(TrainingError, match="at least 257, for 256 single symbols and 1 special"):
        TrainingOptions(100, special_tokens=("<s>",)).n_merges(256)
    with pytest.raises(TrainingError, match="occurs twice"):
        TrainingOptions(300, special_tokens=("<s>", "<s>"))
