"""What reports say about new text: first, with the second pass and the memory beside it."""

from __future__ import annotations

import json

from wordchipper_lab.lab import BenchmarkRun, all_reports, compare_runs, summarise
from wordchipper_lab.lab.reports.findings.verdict import verdict
from wordchipper_lab.lab.reports.ranking import places


def new(make, speeds, name="wordchipper_lab", again=1.0, grown=None, **fields):
    """Rounds of 1, 2, 3 ... MB at these speeds, the second pass `again` times as fast."""
    found = make(speeds, name, **fields)
    found.regime, found.grown_bytes = "new", grown
    found.round_bytes = [(at + 1) * 1_000_000 for at in range(len(speeds))]
    found.seconds = [size / 1e6 / speed for size, speed in zip(found.round_bytes, speeds, strict=True)]
    found.warm_seconds = [seconds / again for seconds in found.seconds]
    found.n_bytes = sum(found.round_bytes)
    return found


def test_speeds_of_rounds_of_different_sizes(make) -> None:
    found = new(make, (10.0, 20.0, 60.0), again=2.0)
    assert [round(speed) for speed in found.speeds()] == [10, 20, 60]
    assert (round(found.median), round(found.warm)) == (20, 40)


def test_rounds_are_compared_one_by_one(make) -> None:
    faster, slower = new(make, (10.0, 20.0, 60.0)), new(make, (9.0, 19.0, 50.0), "toktok")
    assert [str(place) for place in places([faster, slower]).values()] == ["1", "2"]
    mixed = new(make, (10.0, 20.0, 40.0), "toktok")
    assert [str(place) for place in places([faster, mixed]).values()] == ["1=", "1="]


def test_tables_and_sentences(make, run_with) -> None:
    run = run_with(
        new(make, (50.0, 52.0, 51.0), again=1.2, grown=2_000_000),
        new(make, (40.0, 42.0, 41.0), "toktok", again=2.0, grown=9_000_000),
        settings={"regime": "new", "corpus_sources": {"english": "three books"}},
    )
    assert verdict(run) == [
        "On english (new text) the fastest is automaton + bpe_backtrack: 51 MB/s, 1.2 times toktok."
    ]
    table = next(table for table in all_reports(run) if table.title.startswith("Throughput"))
    assert table.title.endswith("encode_array, new text")
    assert table.columns[-2:] == ("T=1 seen before MB/s", "memory grown MB")
    assert [tuple(round(cell, 1) for cell in row[-2:]) for row in table.rows] == [(61.2, 2.0), (82.0, 9.0)]
    assert "each contender saw each document once" in table.note
    said = " ".join(summarise(run))
    assert "New text: english (three books)." in said
    assert (
        "the fastest is toktok at 82.0 MB/s; it also gains most by that, 2.00 times its speed on new text"
        in said
    )


def test_a_corpus_that_was_too_small_is_said_to_be_seen_before(make, run_with) -> None:
    said = summarise(run_with(make((50, 51)), settings={"regime": "new"}))
    assert any(
        sentence.startswith("Seen before in every round: english; new text takes") for sentence in said
    )
    assert not any("Seen before in every" in sentence for sentence in summarise(run_with(make((50, 51)))))


def test_new_and_warm_are_not_compared(make, run_with) -> None:
    table = compare_runs(run_with(new(make, (50.0,))), run_with(make(60)))
    assert table.rows == ()
    assert "Not compared, because one is on new text and the other on text seen before: 1." in table.note


def test_a_run_saved_before_there_was_new_text(make, run_with) -> None:
    saved = json.loads(run_with(make((50, 51))).to_json())
    for name in ("regime", "round_bytes", "warm_seconds", "grown_bytes"):
        del saved["measurements"][0][name]
    (found,) = BenchmarkRun.from_json(json.dumps(saved))
    assert (found.regime, len(found.speeds())) == ("warm", 2)
