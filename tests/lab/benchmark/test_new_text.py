"""New text: each contender sees each document once, in turns, and the same documents once more."""

from __future__ import annotations

import threading
from itertools import pairwise

import pytest

import wordchipper_lab as wl
from wordchipper_lab.lab import BenchmarkRun, run_benchmark
from wordchipper_lab.lab.benchmark import new_text, new_text_lane
from wordchipper_lab.lab.benchmark.benchmark_progress import Tracker
from wordchipper_lab.lab.benchmark.contenders import Contender, open_own
from wordchipper_lab.lab.benchmark.corpora import Corpus, load_corpus
from wordchipper_lab.lab.benchmark.measure_growth import group_growth, measure_growth, probe_growth
from wordchipper_lab.lab.benchmark.new_text import make_new_text, new_documents
from wordchipper_lab.lab.benchmark.own_tokenizer import OwnTokenizer
from wordchipper_lab.lab.benchmark.results import Case, Measurement

DOCUMENTS = [
    f"document {number}: naïve 日本語 " + f"word{number} " * (3 + number % 5) + "\n" for number in range(120)
]


@pytest.fixture
def bench(tmp_path, monkeypatch):
    """`run_benchmark` on 120 small documents, which are enough to be new text."""
    for number, text in enumerate(DOCUMENTS):
        (tmp_path / f"{number:03}.txt").write_text(text, encoding="utf-8")
    monkeypatch.setattr(new_text, "LEAST_BYTES", 5_000)
    monkeypatch.setattr(new_text, "SLICE_BYTES", 400)

    def run(**options):
        defaults = {"models": "r50k_base", "corpora": tmp_path, "modes": "encode", "peers": (), "rounds": 3}
        return run_benchmark(**{**defaults, "growth": False, **options})

    return run


def watching(calls: dict[str, list]):
    """An `open_case` that notes what every contender is called with, under its label and mode."""

    def open_case(case: Case) -> Contender:
        tok = wl.Tokenizer.from_pretrained(case.model, memo=False)
        seen = calls.setdefault(f"{case.label} {case.mode}", [])

        def call(text):
            seen.append(text)
            return tok.encode(text, special="text")

        return Contender(call)

    return open_case


def test_documents_once_each_in_an_order_that_is_always_the_same():
    corpus = Corpus("x", "abab", "here", ("a", "b", "a", "b", "c"))
    assert sorted(new_documents(corpus)) == ["a", "b", "c"]
    assert new_documents(corpus) == new_documents(corpus)
    assert new_documents(load_corpus("mixed")) == new_documents(load_corpus("repetitive")) == []
    assert all(len(text.encode()) <= 5_000 for text in new_documents(load_corpus("english")))


def test_no_more_than_the_most(monkeypatch):
    monkeypatch.setattr(new_text, "MOST_BYTES", 12)
    assert len(new_documents(Corpus("x", "", "here", ("aaaa", "bbbb", "cccc", "dddd")))) == 3


@pytest.mark.parametrize("mode", ["encode", "batch", "batch_small"])
def test_slices_hold_everything_once(mode):
    texts = [f"{number:05} " * 2_000 for number in range(150)]
    new = make_new_text(texts, mode, 4, threads=2)
    assert len(new.rounds) == 4
    slices = [*new.warm_up, *(each for slices in new.rounds for each in slices)]
    assert "".join(text for each in slices for text in each) == "".join(texts)
    warm_up = sum(len(text) for each in new.warm_up for text in each)
    assert 0.25 <= warm_up / sum(map(len, texts)) < 0.4
    assert max(map(len, new.rounds)) - min(map(len, new.rounds)) <= 1


def test_too_little_text_or_too_few_slices():
    assert make_new_text(["a" * 999_999], "encode", 3) is None
    assert make_new_text(["a" * 600_000, "b" * 600_000], "encode", 3) is None


def test_each_contender_sees_each_document_once_then_once_more(bench) -> None:
    calls: dict[str, list] = {}
    run = bench(encoders=("tail_sweep", "merge_heap"), open_case=watching(calls))
    for seen in calls.values():
        texts = [text for text in seen if text.startswith("document")]
        warm_up = next(at for at in range(len(texts)) if texts[-1 - at :].count(texts[-1]) == 2)
        timed = texts[-2 * warm_up :]
        assert timed[:warm_up] == timed[warm_up:], "the second pass is over the same documents"
        assert sorted(texts[:-warm_up]) == sorted(DOCUMENTS), "before that, each came once"
    for found in run:
        assert (found.regime, found.exact) == ("new", True)
        assert len(found.seconds) == len(found.warm_seconds) == len(found.round_bytes) == 3
        assert found.n_bytes == sum(found.round_bytes) < sum(len(text.encode()) for text in DOCUMENTS)
        assert found.n_tokens > 0
        assert found.warm > 0
    assert run.settings["regime"] == "new"


def test_they_take_turns(bench) -> None:
    order = []

    def open_case(case: Case) -> Contender:
        tok = wl.Tokenizer.from_pretrained(case.model)
        return Contender(lambda text: (order.append(case.label), tok.encode(text, special="text"))[1])

    bench(lexers="automaton", encoders=("tail_sweep", "merge_heap"), open_case=open_case)
    changes = sum(a != b for a, b in pairwise(order))
    assert changes > 30
    assert order.count(order[0]) == len(order) / 2


@pytest.mark.parametrize(
    "mode",
    ["encode_array", "count", "spans", "decode", "decode_array", "batch", "decode_batch", "round_trip_batch"],
)
def test_every_mode(bench, mode, monkeypatch) -> None:
    monkeypatch.setattr(new_text, "BATCH_BYTES", 500)
    (found, *_) = bench(modes=mode, threads=2)
    assert (found.regime, found.exact, found.problem) == ("new", True, "")
    assert found.median > 0


def test_warm_is_as_before(bench) -> None:
    (found,) = bench(regime="warm")
    assert (found.regime, found.warm_seconds, found.round_bytes) == ("warm", [], [])
    assert found.warm == found.median > 0


@pytest.mark.parametrize("corpus", ["english", "repetitive"])
def test_a_small_corpus_and_one_that_repeats_itself_are_warm(bench, corpus, monkeypatch) -> None:
    monkeypatch.setattr(new_text, "LEAST_BYTES", 70_000)
    (found,) = bench(corpora=corpus)
    assert found.regime == "warm"


def test_progress_counts_up_to_the_total(bench) -> None:
    events = []

    def broken(text):
        raise RuntimeError("no")

    run = bench(progress=events.append, own={"mine": broken, "words": str.split}, modes=("encode", "count"))
    done = [event.done for event in events]
    assert done == sorted(done)
    assert {event.total for event in events} == {done[-1]}
    problems = [found.problem for found in run if found.case.contender == "mine"]
    assert problems == ["RuntimeError: no"] * 2
    assert any("seen before, round 3 of 3" in event.message for event in events)


def test_a_contender_that_fails_later_is_left_out(bench) -> None:
    calls = []

    def fails(text):
        calls.append(text)
        if len(calls) > 100:
            raise ValueError("tired")
        return text.split()

    events = []
    ours, mine = bench(own={"mine": fails}, progress=events.append)
    assert (mine.problem, mine.seconds, mine.n_bytes) == ("ValueError: tired", [], 0)
    assert len(ours.seconds) == len(ours.warm_seconds) == 3
    assert events[-1].done == events[-1].total


def test_wrong_ids_are_seen(bench) -> None:
    own = OwnTokenizer(
        lambda text: [0] if "17" in text else wl.Tokenizer.from_pretrained("r50k_base").encode(text),
        "r50k_base",
    )
    ours, wrong = bench(own={"wrong": own})
    assert (ours.exact, wrong.exact) == (True, False)


def test_a_stopped_group_is_measured_anew(bench, tmp_path) -> None:
    path, stop = tmp_path.parent / f"{tmp_path.name}.json", threading.Event()

    def stop_later(progress):
        if "round 2 of 3" in progress.message:
            stop.set()

    run = bench(resume=path, stop=stop, progress=stop_later)
    assert not run.finished
    assert len(run.measurements[0].seconds) == 2
    run = bench(resume=path)
    assert run.finished
    assert len(run.measurements[0].seconds) == len(run.measurements[0].round_bytes) == 3
    assert BenchmarkRun.load(path).to_json() == run.to_json()
    events = []
    assert bench(resume=path, progress=events.append).to_json() == run.to_json()
    assert [event.message for event in events] == ["done"]


def test_a_slow_contender_gets_fewer_slices(bench, monkeypatch) -> None:
    monkeypatch.setattr(new_text_lane, "MOST_SECONDS", 0.05)

    def slow(text):
        for _ in range(400):
            "".join(sorted(text))
        return text.split()

    ours, mine = bench(own={"mine": slow})
    assert 0 < mine.n_bytes < ours.n_bytes
    assert all(mine.round_bytes)


def test_a_tokenizer_of_the_user_begins_without_a_memo() -> None:
    tok = wl.Tokenizer.from_pretrained("r50k_base", encoder="merge_heap")
    case = Case("mine", "r50k_base", "", "", False, 1, "x", "encode")
    call = open_own(case, OwnTokenizer(tok, "r50k_base")).call
    assert call("hello world") == tok.encode("hello world")
    assert call.__closure__[0].cell_contents.__self__ is not tok


def test_one_growth_for_all_modes() -> None:
    def new(contender, mode, regime="new"):
        return Measurement(Case(contender, "r50k_base", "", "", False, 1, "x", mode), regime=regime)

    found = [
        new("a", "encode"),
        new("a", "count"),
        new("a", "spans"),
        new("b", "batch"),
        new("mine", "encode"),
    ]
    groups = group_growth([*found, new("c", "encode", "warm")], own=("mine",))
    assert groups == [found[:2], found[3:4]]
    found[3].problem, found[0].grown_bytes, found[1].grown_bytes = "broken", 1, 2
    tracker = Tracker(BenchmarkRun({}, {}, ""), 2)
    measure_growth(groups, lambda name: DOCUMENTS, tracker)
    assert (tracker.done, found[0].grown_bytes, found[3].grown_bytes) == (2, 1, None)


@pytest.mark.deep
def test_memory_grown_in_a_process_of_its_own() -> None:
    case = Case("wordchipper_lab", "r50k_base", "automaton", "bpe_backtrack", True, 2, "x", "batch")
    assert 0 <= probe_growth(case, DOCUMENTS * 50) < 100e6
    assert (
        0
        <= probe_growth(Case("tiktoken", "r50k_base", "", "", False, 1, "x", "encode_array"), DOCUMENTS)
        < 100e6
    )
