"""The whole report: complete, JSON-able, and clear about what to choose."""

from __future__ import annotations

import json
import threading

import pytest

import wordchipper_lab as wl
from wordchipper_lab.errors import (
    ArgumentError,
    ArgumentTypeError,
    InputError,
    TextError,
    UnknownNameError,
    WorkLimitError,
)
from wordchipper_lab.lab.where_time_goes import EncoderTime, SpanFacts, timing, where_time_goes
from wordchipper_lab.lab.where_time_goes.advice import advise

SPANS = SpanFacts(100, 500, 120, 40, 25, 90, 9, 1, (), (1.0, 0.1), ())


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "ROUND_BYTES", 1)


@pytest.fixture(scope="module")
def tok() -> wl.Tokenizer:
    return wl.Tokenizer.from_pretrained("r50k_base")


def test_a_report(tok: wl.Tokenizer) -> None:
    steps = []
    found = where_time_goes(
        tok, ["the cat and naïve 日本語 " * 20, "x"], rounds=2, progress=lambda *step: steps.append(step)
    )
    assert (found.texts, found.left_out, found.rounds) == (2, 0, 2)
    assert [stage.name for stage in found.stages] == [
        "lexing", "all known", "all known, as a list", "all new", "first time",
    ]  # fmt: skip
    assert all(stage.ns_per_span > 0 for stage in found.stages)
    assert [one.name for one in found.encoders] == list(wl.ENCODERS)
    assert all(len(one.seconds) == 2 and not one.problem for one in found.encoders)
    assert found.timed_spans == found.spans.spans
    assert steps[0] == ("reading spans", 1, 22)
    assert steps[-1][1:] == (22, 22)


def test_as_json_and_as_text(tok: wl.Tokenizer) -> None:
    found = where_time_goes(tok, "a\nb\t日 👍🏽" * 9, rounds=1, encoders=["tail_sweep", "bpe_backtrack"])
    again = json.loads(json.dumps(found.to_json()))
    assert again["spans"]["spans"] == found.spans.spans
    assert again["memo"]["by_slots"][-1]["slots"] is None
    assert "The memo grows to 4,096 slots and 0.2 MB here and finds" in found.to_markdown()
    text = found.to_markdown()
    for title in ("Time by stage", "Span encoders, memo off", "Spans by length", "What a memo finds"):
        assert f"**{title}" in text
    assert "| ⏎" in text
    assert text.startswith(f"- {found.sentences[0]}\n")


def test_a_tokenizer_without_memo_is_explained_all_the_same() -> None:
    plain = wl.Tokenizer.from_pretrained("r50k_base", "logos", "merge_heap", memo=False)
    found = where_time_goes(plain, "some words", rounds=1, encoders="merge_heap")
    assert (found.lexer, found.encoder) == ("logos", "merge_heap")


def test_a_sweep_on_a_span_too_long_for_it(tok: wl.Tokenizer) -> None:
    text = "a" * 30_000
    found = where_time_goes(tok, text, rounds=1, encoders=["tail_sweep", "bpe_backtrack"])
    assert "quadratic" in found.encoders[0].problem
    assert found.encoders[1].seconds
    assert any(sentence.startswith("tail_sweep was not measured") for sentence in found.sentences)
    with pytest.raises(WorkLimitError):
        where_time_goes(wl.Tokenizer.from_pretrained("r50k_base", encoder="tail_sweep"), text, rounds=1)


def test_a_long_corpus_is_cut(tok: wl.Tokenizer) -> None:
    texts = ["word " * 15, "word " * 10, "more"]
    found = where_time_goes(tok, texts, rounds=1, encoders="tail_sweep", most_bytes=100)
    assert found.bytes + found.left_out == 75 + 50 + 4
    assert found.bytes == 100
    assert "MB of the corpus were left out" in found.sentences[-1]


def test_a_stop_ends_it_before_the_next_step(tok: wl.Tokenizer) -> None:
    stop, steps = threading.Event(), []

    def hear(message: str, done: int, total: int) -> None:
        steps.append(message)
        if message.startswith("timing all new"):
            stop.set()

    with pytest.raises(WorkLimitError, match="the report was stopped: 6 of 22 steps were done"):
        where_time_goes(tok, "some words", rounds=2, progress=hear, stop=stop)
    assert len(steps) == 6


def test_pieces_come_from_all_over() -> None:
    texts = ["".join(f"{number} " for number in range(20_000))]
    pieces = timing.sample_pieces(texts, 30_000)
    assert 1 < len(pieces) <= 3
    assert pieces[0] == texts[0][: len(pieces[0])]
    assert pieces[-1] in texts[0][50_000:]


def encoder(name: str, seconds: tuple[float, ...], *, quadratic: bool = False) -> EncoderTime:
    cost = "O(n²)" if quadratic else "O(n)"
    return EncoderTime(name, cost, quadratic, 1.0, 1 / sorted(seconds)[len(seconds) // 2], seconds)


def told(*encoders: EncoderTime, reach: float = 0.03) -> str:
    return " ".join(advise(encoders, "bpe_backtrack", SPANS, reach))


def test_what_the_default_costs() -> None:
    words = told(encoder("merge_heap", (1.0, 1.1), quadratic=True), encoder("bpe_backtrack", (1.2, 1.3)))
    assert words == (
        "With memo off merge_heap is 1.19 x here: bpe_backtrack, the default, loses 15 %. bpe_backtrack never "
        "collapses (O(n)); merge_heap does where spans are long, as its time grows with the square of a span's length "
        "(the longest span here has 25 bytes). Choose it only for texts like these. With memo on at most 3 % of the "
        "spans reach an encoder; for the others its choice means nothing."
    )


def test_no_certain_difference() -> None:
    words = told(
        encoder("merge_heap", (1.0, 1.1, 1.3), quadratic=True),
        encoder("bpe_backtrack", (1.2, 1.22, 1.25)),
        reach=0,
    )
    assert "but their rounds overlap: no difference is certain. Keep bpe_backtrack" in words
    assert words.endswith("With memo on next to no span reaches an encoder, so its choice means nothing.")


def test_the_inversion() -> None:
    words = told(encoder("tail_sweep", (3.0, 3.1), quadratic=True), encoder("bpe_backtrack", (1.0, 1.1)))
    assert words.startswith(
        "bpe_backtrack, the default, is the fastest encoder here with memo off: it costs nothing."
    )
    assert (
        "tail_sweep, whose time grows with the square of a span's length, falls behind here, to 0.34" in words
    )


def test_a_better_one_that_does_not_collapse() -> None:
    words = told(encoder("priority_merge", (1.0, 1.1)), encoder("bpe_backtrack", (2.0, 2.1)))
    assert "choose priority_merge, which never collapses either (O(n))." in words


def test_arguments(tok: wl.Tokenizer) -> None:
    with pytest.raises(InputError, match="no text to explain"):
        where_time_goes(tok, ["", ""])
    with pytest.raises(TextError):
        where_time_goes(tok, [b"bytes"])
    with pytest.raises(UnknownNameError, match="unknown encoder 'nope'"):
        where_time_goes(tok, "x", encoders="nope")
    with pytest.raises(ArgumentError, match="memo_slots is 3: expected a power of two"):
        where_time_goes(tok, "x", memo_slots=3)
    with pytest.raises(ArgumentTypeError):
        where_time_goes("r50k_base", "x")
