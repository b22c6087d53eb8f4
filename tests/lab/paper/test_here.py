"""A run's figures in the layout of the paper's tables, beside the paper's own."""

from __future__ import annotations

from typing import Any

import pytest

from wordchipper_lab.errors import ArgumentTypeError
from wordchipper_lab.lab.benchmark.results import OURS, BenchmarkRun, Case, Measurement
from wordchipper_lab.lab.paper import compare_in_words, here, paper_table, side_by_side
from wordchipper_lab.lab.paper.here import DEFAULT_ROW
from wordchipper_lab.lab.paper.tables import MIB

MACHINE = {"cpu": "made by hand", "usable_cores": 2, "memory_bytes": 1 << 33, "os": "Some OS"}


def measured(speeds: Any, contender: str = OURS, **fields: Any) -> Measurement:
    defaults: dict[str, Any] = {
        "model": "r50k_base", "lexer": "logos", "encoder": "tail_sweep", "memo": False, "threads": 1,
        "corpus": "english", "mode": "batch",
    }  # fmt: skip
    seconds = [1.0 / speed for speed in (speeds if isinstance(speeds, tuple) else (speeds,))]
    exact = fields.pop("exact", True)
    return Measurement(Case(contender, **defaults | fields), 1_000_000, 250_000, seconds, exact)


def run_of(*measurements: Measurement) -> BenchmarkRun:
    return BenchmarkRun(MACHINE, {}, "2026-01-01T00:00:00Z", list(measurements), finished=True)


def figures(table, name: str) -> tuple[float | None, ...]:
    return next(row.figures for row in table.rows if row.name == name)


def test_encoders_beside_the_fastest_of_their_lexer() -> None:
    run = run_of(
        measured(100.0),
        measured(80.0, encoder="merge_heap"),
        measured(500.0, encoder="bpe_backtrack", memo=True),
        measured(150.0, threads=2),
    )
    found = here(paper_table(1), run)
    assert found.threads == (1, 2)
    assert figures(found, "logos + tail_sweep") == (1.0, 1.0)
    assert figures(found, "logos + merge_heap") == (pytest.approx(0.8), None)
    assert figures(found, "logos + bpe_backtrack") == (None, None)  # only measured with the memo
    assert not found.is_printed


def test_batches_are_preferred_and_single_texts_will_do() -> None:
    single = measured(10.0, mode="encode_array"), measured(5.0, mode="encode_array", encoder="merge_heap")
    assert figures(here(paper_table(1), run_of(*single)), "logos + merge_heap") == (0.5,)
    batches = measured(10.0), measured(8.0, encoder="merge_heap")
    assert figures(here(paper_table(1), run_of(*single, *batches)), "logos + merge_heap") == (0.8,)


def test_english_and_diverse() -> None:
    run = run_of(
        measured(100.0, mode="encode_array"),
        measured(40.0, mode="encode_array", corpus="diverse"),
        measured(9.0, "tiktoken", mode="encode_array", lexer="", encoder="", model="o200k_base"),
    )
    found = here(paper_table(3), run)
    assert figures(found, "wclogos:tail_sweep")[:3] == pytest.approx((100, 40, 0.4))
    assert figures(found, "wclogos:tail_sweep")[3:] == (None,) * 6
    assert figures(found, "tiktoken")[6:] == (pytest.approx(9), None, None)


def test_speeds_in_the_papers_unit() -> None:
    run = run_of(
        measured((90.0, 100.0, 125.0)),
        measured(10.0, "tiktoken", lexer="", encoder=""),
        measured(300.0, lexer="vector", encoder="bpe_backtrack", memo=True),
    )
    found = here(paper_table(4), run, "median")
    assert found.statistics == ("min", "median", "max")
    assert figures(found, "wc:logos") == pytest.approx((90 / MIB, 100 / MIB, 125 / MIB))
    assert figures(found, "wc:fancy-regex") == (None, None, None)
    assert figures(found, DEFAULT_ROW) == pytest.approx((300 / MIB,) * 3)


def test_strategies_and_our_own_pool_from_any_batch() -> None:
    run = run_of(
        measured(30.0, "thread pool + logos", encoder="bpe_backtrack"),
        measured(60.0, encoder="bpe_backtrack"),
    )
    found = here(paper_table(8), run)
    assert figures(found, "wc::threadpool::logos")[1] == pytest.approx(30 / MIB)
    assert figures(found, "wc::rayon::logos")[1] == pytest.approx(60 / MIB)
    assert figures(found, "wc::threadpool::regex-automata") == (None,) * 3


def test_wrong_ids_have_no_speed() -> None:
    assert figures(here(paper_table(4), run_of(measured(30.0, exact=False))), "wc:logos") == (None,) * 3


def test_side_by_side_names_both_machines() -> None:
    (both,) = side_by_side(paper_table(1), run_of(measured(10.0), measured(8.0, encoder="merge_heap")))
    assert both.columns == ("Encoder", *(f"paper T={n}" for n in (4, 8, 16, 32, 64)), "here T=1")
    row = next(row for row in both.rows if row[0] == "logos + merge_heap")
    assert row == ("logos + merge_heap", 1.0, 0.99, 0.92, 0.94, 0.91, pytest.approx(0.8))
    assert "AMD 3990X" in both.note
    assert "this machine (made by hand, 2 cores usable, 8G, Some OS)" in both.note


def test_table_3_has_a_part_for_each_vocabulary() -> None:
    run = run_of(measured(100.0, mode="encode_array"), measured(40.0, mode="encode_array", corpus="diverse"))
    parts = side_by_side(paper_table(3), run)
    assert [part.title.split(":")[0] for part in parts] == [
        f"Table 3, {model}" for model in ("r50k_base", "cl100k_base", "o200k_base")
    ]
    row = next(row for row in parts[0].rows if row[0] == "wclogos:tail_sweep")
    assert row[1:] == pytest.approx((86.5, 59.7, 0.69, 100, 40, 0.4))


def test_in_words() -> None:
    run = run_of(measured(100.0), measured(80.0, encoder="merge_heap"))
    assert compare_in_words(paper_table(1), run) == [
        "With logos, the encoder furthest behind had 0.84 (priority_merge, T=64) of the speed of the fastest in the "
        "paper; here 0.80 (merge_heap, T=1)."
    ]
    run = run_of(measured(100.0), measured(10.0, "tiktoken", lexer="", encoder=""))
    assert compare_in_words(paper_table(4), run) == [
        "wc:logos: 7.0 times (T=4) tiktoken's speed in the paper; here 10.0 times (T=1)."
    ]
    run = run_of(measured(100.0, mode="encode_array"), measured(40.0, mode="encode_array", corpus="diverse"))
    assert compare_in_words(paper_table(3), run) == [
        "r50k_base under logos: of the speed on English, 0.69 (buffer_sweep) to 0.83 (priority_merge) was left on "
        "diverse text in the paper; here 0.40 (tail_sweep)."
    ]


def test_an_empty_run_is_a_table_without_figures() -> None:
    for number in range(1, 12):
        table = paper_table(number)
        assert compare_in_words(table, run_of()) == []
        assert all(value is None for row in here(table, run_of()).rows for value in row.figures)
        assert len(side_by_side(table, run_of())[0].rows) >= len(table.rows)


def test_arguments() -> None:
    with pytest.raises(ArgumentTypeError, match="a PaperTable"):
        here(1, run_of())
    with pytest.raises(ArgumentTypeError, match="a BenchmarkRun"):
        side_by_side(paper_table(1), None)
