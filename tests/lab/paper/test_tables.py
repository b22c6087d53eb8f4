"""The paper's tables as data: what the paper prints, all of it, and consistent in itself."""

from __future__ import annotations

import json

import pytest

from wordchipper_lab import ENCODERS, LEXERS
from wordchipper_lab.errors import ArgumentError, ArgumentTypeError
from wordchipper_lab.lab.benchmark.peers import PEERS
from wordchipper_lab.lab.benchmark.strategies import STRATEGIES
from wordchipper_lab.lab.paper import PAPER_TABLES, paper_machines, paper_table

SHAPES = {
    1: (15, 5), 2: (15, 5), 3: (18, 9), 4: (5, 15), 5: (5, 12), 6: (6, 15), 7: (6, 12), 8: (6, 15), 9: (6, 12),
    10: (7, 15), 11: (7, 12),
}  # fmt: skip


def test_every_table_is_whole() -> None:
    assert tuple(SHAPES) == PAPER_TABLES
    for number, (rows, columns) in SHAPES.items():
        table = paper_table(number)
        assert (table.number, len(table.rows), len(table.columns)) == (number, rows, columns)
        assert {len(row.figures) for row in table.rows} == {columns}
        assert len({row.name for row in table.rows}) == rows


def test_figures_that_the_papers_text_repeats() -> None:
    fastest, slowest = paper_table(4).rows[0], paper_table(4).rows[-1]
    assert paper_table(4).figure(fastest, 64, "mean") == pytest.approx(2.7 * 1024)
    assert paper_table(4).figure(slowest, 4, "min") == 12.5
    speeds = {row.name: paper_table(6).figure(row, 4, "mean") for row in paper_table(6).rows}
    assert speeds["wc:logos"] / speeds["tiktoken"] == pytest.approx(8.6, abs=0.05)
    kept = {row.name: paper_table(3).figure(row, "o200k_base", "D/E") for row in paper_table(3).rows}
    assert (kept["wclogos:tail_sweep"], kept["wclogos:bpe_backtrack"]) == (0.36, 0.78)
    assert paper_table(10).figure(paper_table(10).rows[1], 64, "mean") == 106.5


@pytest.mark.parametrize("number", [number for number in PAPER_TABLES if number > 3])
def test_slowest_mean_and_fastest_are_in_order(number: int) -> None:
    table = paper_table(number)
    for row in table.rows:
        for count in table.threads:
            three = [table.figure(row, count, statistic) for statistic in ("min", "mean", "max")]
            assert three == sorted(three), (row.name, count)


def test_ratios_are_those_of_the_speeds_as_far_as_they_are_printed() -> None:
    table = paper_table(3)
    for row in table.rows:
        for model in table.models:
            english, diverse, ratio = (table.figure(row, model, name) for name in table.statistics)
            if english is not None:
                assert diverse / english == pytest.approx(ratio, abs=0.015), (row.name, model)
    assert table.rows[1].figures[:3] == (None,) * 3  # dashes


def test_no_encoder_is_faster_than_the_fastest() -> None:
    for number in (1, 2):
        assert all(0.8 <= value <= 1 for row in paper_table(number).rows for value in row.figures)


def test_counterparts_exist_here() -> None:
    for number in PAPER_TABLES:
        for row in paper_table(number).rows:
            assert row.lexer in ("", *LEXERS)
            assert row.encoder in ("", *ENCODERS)
            assert row.strategy in ("", *STRATEGIES)
            assert row.peer in ("", *PEERS)
            assert row.lexer or row.peer or row.name == "bpe-openai"


def test_machines_as_the_paper_states_them() -> None:
    assert set(paper_machines()) == {"amd3990X", "m2x12"}
    assert [paper_table(number).machine for number in (3, 4, 5)] == [None, *paper_machines().values()]
    assert "machine not stated" in paper_table(3).to_table().note
    assert "AMD 3990X" in paper_table(8).to_table().to_markdown()


def test_as_json() -> None:
    for number in PAPER_TABLES:
        assert json.loads(json.dumps(paper_table(number).to_json()))["number"] == number


@pytest.mark.parametrize("number", [0, 12, -1])
def test_a_table_that_there_is_not(number: int) -> None:
    with pytest.raises(ArgumentError, match=f"number is {number}: expected a whole number from 1 to 11"):
        paper_table(number)


def test_a_number_is_a_number() -> None:
    with pytest.raises(ArgumentTypeError):
        paper_table("1")
