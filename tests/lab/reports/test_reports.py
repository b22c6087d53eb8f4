"""Known figures in, known tables out; blanks where nothing was measured."""

from __future__ import annotations

from copy import deepcopy

import pytest

from wordchipper_lab.lab.benchmark.results import BenchmarkRun, Memory
from wordchipper_lab.lab.reports import (
    all_reports,
    batch,
    compare_all,
    compare_runs,
    encoder_relative,
    exactness,
    latency_table,
    lexer_share,
    memory_table,
    problems,
    restrict,
    retention,
    spanning,
    throughput,
)


def test_encoders_are_relative_to_the_fastest_of_their_lexer_at_each_number_of_threads(
    make, run_with
) -> None:
    run = run_with(
        make(100, encoder="tail_sweep", mode="batch"),
        make(80, encoder="merge_heap", mode="batch"),
        make(10, lexer="regex", encoder="tail_sweep", mode="batch"),
        make(20, lexer="regex", encoder="merge_heap", mode="batch"),
        make(150, encoder="tail_sweep", mode="batch", threads=2),
        make(200, encoder="merge_heap", mode="batch", threads=2),
        make(1000, "tiktoken", mode="batch"),
    )
    (table,) = encoder_relative(run)
    assert table.columns == ("Lexer", "Encoder", "T=1", "T=2")
    assert [row[:2] for row in table.rows] == [
        ("automaton", "tail_sweep"),
        ("automaton", "merge_heap"),
        ("regex", "tail_sweep"),
        ("regex", "merge_heap"),
    ]
    assert [row[2] for row in table.rows] == pytest.approx([1, 0.8, 0.5, 1])
    assert [row[3] for row in table.rows[:2]] == pytest.approx([0.75, 1])
    assert [row[3] for row in table.rows[2:]] == [None, None]


def test_memo_on_and_off_are_never_mixed(make, run_with) -> None:
    cases = [
        (100, "tail_sweep", False),
        (50, "merge_heap", False),
        (300, "tail_sweep", True),
        (300, "merge_heap", True),
    ]
    run = run_with(*(make(speed, encoder=encoder, memo=memo) for speed, encoder, memo in cases))
    off, on = encoder_relative(run)
    assert off.title.endswith("memo off")
    assert on.title.endswith("memo on")
    assert [row[2] for row in off.rows] == pytest.approx([1, 0.5])
    assert [row[2] for row in on.rows] == pytest.approx([1, 1])


def test_one_encoder_alone_is_no_comparison(make, run_with) -> None:
    assert encoder_relative(run_with(make(100), make(50, lexer="regex"))) == []


def test_the_statistic_is_the_mean_or_the_median(make, run_with) -> None:
    run = run_with(make((100, 100, 10), encoder="tail_sweep"), make(100, encoder="merge_heap"))
    assert encoder_relative(run)[0].rows[0][2] == pytest.approx(0.7)
    assert encoder_relative(run, "median")[0].rows[0][2] == pytest.approx(1.0)


def test_retention_by_vocabulary(make, run_with) -> None:
    run = run_with(
        make(100, encoder="tail_sweep"),
        make(36, encoder="tail_sweep", corpus="diverse"),
        make(80, encoder="tail_sweep", model="r50k_base"),
        make(10, "tiktoken"),
        make(10, "tiktoken", corpus="diverse"),
        make(9, "tiktoken", corpus="code"),
    )
    (table,) = retention(run)
    assert table.columns == (
        "Name",
        "o200k_base english MB/s",
        "o200k_base diverse MB/s",
        "o200k_base D/E",
        "r50k_base english MB/s",
        "r50k_base diverse MB/s",
        "r50k_base D/E",
    )
    ours, tiktoken = table.rows
    assert ours[0] == "automaton + tail_sweep"
    assert ours[1:5] == pytest.approx([100, 36, 0.36, 80])
    assert ours[5:] == (None, None)
    assert tiktoken[1:4] == pytest.approx([10, 10, 1])
    assert tiktoken[4:] == (None, None, None)


def test_retention_needs_both_texts(make, run_with) -> None:
    assert retention(run_with(make(100), make(90, "tiktoken", corpus="diverse"))) == []


def test_throughput_by_threads_with_peers_beside(whole_run) -> None:
    tables = {table.title: table for table in throughput(whole_run)}
    assert list(tables) == [
        "Throughput: o200k_base, english, encode_array, seen before",
        "Throughput: o200k_base, diverse, encode_array, seen before",
        "Throughput: o200k_base, english, batch, seen before",
    ]
    table = tables["Throughput: o200k_base, english, encode_array, seen before"]
    assert table.columns == (
        "Name",
        "T=1 min MB/s",
        "T=1 mean MB/s",
        "T=1 median MB/s",
        "T=1 max MB/s",
        "T=1 place",
    )
    records = {record["Name"]: record for record in table.to_records()}
    assert list(records["automaton + tail_sweep"].values())[1:-1] == pytest.approx([90, 100, 100, 110])
    assert list(records["tiktoken"].values())[1:-1] == pytest.approx([18, 20, 20, 22])
    places = {name: record["T=1 place"] for name, record in records.items()}
    assert (places["automaton + tail_sweep"], places["tiktoken"]) == ("1", "2")
    assert places["quick"] is None, "what is not exact has no place"
    assert "broken" not in records
    assert "quick" in table.note
    assert "tiktoken" not in table.note
    batches = tables["Throughput: o200k_base, english, batch, seen before"].to_records()
    assert batches[0]["T=2 mean MB/s"] == pytest.approx(114)
    assert batches[1]["T=2 mean MB/s"] is None


def test_lexers_alone_and_their_part_of_the_time(whole_run) -> None:
    (alone,) = spanning(whole_run)
    assert [(row[0], row[2]) for row in alone.rows] == [
        ("automaton", pytest.approx(400)),
        ("regex", pytest.approx(20)),
    ]
    off, on = lexer_share(whole_run)
    assert [(row[0], row[1], row[4]) for row in off.rows] == [
        ("automaton", "tail_sweep", pytest.approx(0.25)),
        ("automaton", "bpe_backtrack", pytest.approx(0.125)),
        ("regex", "tail_sweep", pytest.approx(0.5)),
        ("regex", "bpe_backtrack", pytest.approx(0.5)),
    ]
    assert [row[4] for row in on.rows] == pytest.approx([0.5])


def test_a_disturbed_round_does_not_move_the_lexers_part(make, run_with) -> None:
    run = run_with(make((1, 100, 100)), make((1000, 400, 1), encoder="", mode="spans"))
    (table,) = (table for table in all_reports(run, "mean") if table.title.startswith("The lexer's part"))
    assert table.rows[0][2:] == pytest.approx((400, 100, 0.25))


def test_batches_and_their_speed_up(whole_run) -> None:
    (table,) = batch(whole_run)
    assert table.title == "Batch of documents: o200k_base, english"
    assert table.columns == ("Name", "T=1 MB/s", "T=2 MB/s", "T=2 speed-up")
    assert [row[0] for row in table.rows] == ["automaton + bpe_backtrack + memo", "tiktoken"]
    assert table.rows[0][1:] == pytest.approx([60, 114, 1.9])
    assert table.rows[1][1:] == (pytest.approx(15), None, None)


def test_latency_and_memory(whole_run) -> None:
    (latency,) = latency_table(whole_run)
    assert latency.columns == ("Prompt bytes", "Name", "p50 µs", "p99 µs", "Calls")
    assert latency.rows == ((100, "automaton + bpe_backtrack + memo", 2.5, 9.0, 1000),)
    (memory,) = memory_table(whole_run)
    record = memory.to_records()[0]
    assert (record["RSS MB"], record["Peak RSS MB"], record["First ids s"]) == (120.0, 150.0, 0.75)


def test_memory_of_a_contender_that_failed_is_blank(run_with) -> None:
    run = run_with(memory=[Memory("broken", "o200k_base", 0.0, 0.0, 0, 0, problem="no such module")])
    (table,) = memory_table(run)
    assert table.rows == (("broken", "o200k_base", None, None, None, None, None, None),)
    assert table.note.endswith("broken, o200k_base: no such module.")


def test_exactness_and_problems(whole_run) -> None:
    rows = {row[0]: row[2:] for row in exactness(whole_run)[0].rows}
    assert rows["automaton + tail_sweep"] == (2, 2, 0, 0, 0)
    assert rows["automaton"] == (1, 0, 0, 1, 0)
    assert rows["quick"] == (1, 0, 1, 0, 0)
    assert rows["broken"] == (1, 0, 0, 1, 1)
    (table,) = problems(whole_run)
    assert [(row[0], row[-1]) for row in table.rows] == [
        ("quick", "its results are not the reference's"),
        ("broken", "panicked | badly"),
    ]


def test_two_runs_beside_each_other(make, run_with) -> None:
    a = run_with(make(100), make(50, encoder="tail_sweep"))
    b = run_with(make(150), make(10, "tiktoken"), machine={"cpu": "another", "cores": 2})
    table = compare_runs(a, b)
    (row,) = table.rows
    assert row[:5] == ("automaton + bpe_backtrack", "o200k_base", "english", "encode_array", 1)
    assert row[5:] == pytest.approx([100, 150, 1.5])
    assert table.note == "The machines differ: cpu, cores. Measured in A only: 1. Measured in B only: 1."
    assert compare_runs(a, a).note == ""
    b.measurements[0].n_bytes *= 2
    assert compare_runs(a, b).note.endswith("On texts of different length: 1.")


def test_latencies_and_memory_of_two_runs(whole_run) -> None:
    other = deepcopy(whole_run)
    other.latencies[0].percentiles = {"p50": 5.0}
    other.memory[0].first_ids_seconds *= 2
    other.memory[0].rss_bytes //= 2
    runs, latencies, memory = compare_all(whole_run, other)
    assert runs.rows
    assert latencies.columns[-6:] == ("p50 A µs", "p50 B µs", "p50 B/A", "p99 A µs", "p99 B µs", "p99 B/A")
    label = "automaton + bpe_backtrack + memo"
    expected = (label, "o200k_base", "english", "latency", 100, 2.5, 5.0, 2.0, 9.0, None, None)
    assert latencies.rows == (expected,)
    assert memory.rows == (("wordchipper_lab", "o200k_base", 0.75, 1.5, 2.0, 120.0, 60.0, 0.5),)
    other.memory[0].problem = "it crashed"
    other.latencies[0].prompt_bytes = 500
    assert len(compare_all(whole_run, other)) == 1


def test_all_reports_are_those_with_figures(whole_run) -> None:
    tables = all_reports(whole_run)
    assert len(tables) == 14
    assert len({table.title for table in tables}) == len(tables)
    for table in tables:
        assert table.rows, table.title
        assert {len(row) for row in table.rows} == {len(table.columns)}, table.title
        assert len(set(table.columns)) == len(table.columns), table.title


def test_reports_survive_saving(whole_run) -> None:
    assert all_reports(BenchmarkRun.from_json(whole_run.to_json())) == all_reports(whole_run)


def test_a_run_without_figures_has_no_tables(make, run_with) -> None:
    assert all_reports(run_with()) == []
    titles = [table.title for table in all_reports(run_with(make((), exact=None, problem="too slow")))]
    assert titles == ["Exactness", "Problems"]


def test_reports_about_a_part_of_a_run(whole_run) -> None:
    part = restrict(whole_run, corpus="diverse")
    assert [found.case.corpus for found in part] == ["diverse", "diverse"]
    assert (part.machine, part.memory) == (whole_run.machine, whole_run.memory)
    assert len(whole_run.measurements) == 15


@pytest.mark.parametrize(("memos", "words", "never"), [
    ((False,), "the memo of spans was off", "warm"),
    ((True,), "the memo of spans was on, and so it was warm", "off"),
    ((True, False), 'was on, and so warm, in the rows with "memo", and off in our others', "it was warm"),
])  # fmt: skip
@pytest.mark.parametrize("report", [throughput, batch, retention])
def test_notes_say_what_the_memo_was(make, run_with, report, memos, words, never) -> None:
    mode = "batch" if report is batch else "encode_array"
    found = [
        make(50, memo=memo, corpus=corpus, mode=mode) for memo in memos for corpus in ("english", "diverse")
    ]
    for note in (table.note for table in report(run_with(*found))):
        assert words in note
        assert never not in note
        assert "peer" not in note
    peers = [make(40, "tiktoken", corpus=corpus, mode=mode) for corpus in ("english", "diverse")]
    (note, *_) = [table.note for table in report(run_with(*found, *peers))]
    assert f"{words}; a peer that remembers spans had seen them before." in note
    (note, *_) = [table.note for table in report(run_with(*peers))]
    assert "memo" not in note


def test_where_no_span_is_encoded_there_is_no_memo(make, run_with) -> None:
    (table,) = throughput(run_with(make(50, encoder="", lexer="", mode="decode")))
    assert table.note == "Over the rounds; T = threads. All rounds are on the same text."
