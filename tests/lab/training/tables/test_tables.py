"""The articles' tables on tiny texts: measurements add up, and what is not measured is marked as such."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from wordchipper_lab.errors import InputError, UnknownNameError
from wordchipper_lab.lab.training.tables import (
    CorpusFacts,
    GenerationTimes,
    TimeTable,
    affected_table,
    count_symbols,
    crossover_table,
    find_crossover,
    heap_table,
    measure_affected,
    measure_heaps,
    measure_times,
    measure_trainer_memory,
    memory_table,
    speedup_table,
    table_texts,
    times_table,
)
from wordchipper_lab.lab.training.tables.pace import Pace, measure_pace
from wordchipper_lab.training import TRAINERS, TrainingOptions, build_trainer


@pytest.fixture(scope="module")
def texts() -> list[str]:
    return table_texts("diverse", 4_000)


def test_times_of_all_generations(texts: list[str]) -> None:
    lines: list[str] = []
    measured = measure_times("diverse", texts, [260, 300], budget=5, processes=1, progress=lines.append)
    assert [g.trainer for g in measured.generations] == list(TRAINERS)
    assert measured.corpus.n_bytes == 4_000
    assert "diverse: naive" in lines
    assert "diverse: parallel" not in lines
    for generation in measured.generations:
        assert generation.merging.measured == 2
        assert 0 < generation.total(0) <= generation.total(1)  # type: ignore[operator]
    table = times_table(measured)
    assert table.columns == ("Vocabulary", *TRAINERS)
    assert [row[0] for row in table.rows] == [260, 300]
    assert speedup_table(measured).rows[0][2] == 1
    json.dumps(measured.to_json())


def test_a_generation_over_its_budget_is_stopped_and_estimated(texts: list[str]) -> None:
    symbols = count_symbols(texts)

    def build():  # type: ignore[no-untyped-def]
        return build_trainer("naive", symbols, TrainingOptions(256 + 400))

    pace = measure_pace(build, [1, 300, 400], budget=0.0)
    assert pace.measured == 1
    first, second, third = pace.seconds
    assert first < second < third  # type: ignore[operator]
    measured = table_of({"naive": pace})
    assert str(times_table(measured).rows[2][1]).startswith("≈ ")


def test_an_end_before_the_largest_size() -> None:
    symbols = count_symbols(["low lower"])
    pace = measure_pace(lambda: build_trainer("heap", symbols, TrainingOptions(999)), [2, 700])
    assert (pace.measured, pace.seconds[1]) == (1, None)
    assert times_table(table_of({"heap": pace})).rows[1][1] is None


def table_of(paces: dict[str, Pace]) -> TimeTable:
    marks = next(iter(paces.values())).marks
    generations = tuple(GenerationTimes(name, 0.0, pace) for name, pace in paces.items())
    facts = CorpusFacts("made up", 1, 1, 1.0, 1)
    return TimeTable(facts, tuple(256 + mark for mark in marks), generations, 1)


@pytest.mark.parametrize(
    ("index", "heap", "expected"),
    [
        ((1.0, 2.0, 3.0), (2.0, 2.0, 2.0), (356, True)),
        ((1.0, 2.0, 4.0), (2.0, 3.0, 3.0), (406, True)),
        ((1.0, 2.0, 3.0), (0.5, 1.0, 1.0), (None, True)),
        ((1.0, 2.0, 3.0), (2.0, 3.0, 4.0), (None, False)),
        ((2.0, 1.0, 3.0), (1.0, 2.0, 2.0), (406, True)),
    ],
)
def test_crossover(
    index: tuple[float, ...], heap: tuple[float, ...], expected: tuple[int | None, bool]
) -> None:
    marks = (0, 100, 200)
    measured = table_of({"inverted_index": Pace(marks, index, 3), "heap": Pace(marks, heap, 3)})
    found = find_crossover(measured)
    assert (found.vocab_size, found.later_wins) == expected
    assert "made up" in crossover_table([found]).to_markdown()


def test_affected_spans(texts: list[str]) -> None:
    symbols = count_symbols(texts)
    merges = build_trainer("heap", symbols, TrainingOptions(256 + 150)).steps(150)
    bands = measure_affected(merges, len(symbols.ends), (1, 50, 1000))
    assert [(band.first, band.last) for band in bands] == [(1, 50), (51, 150)]
    assert bands[0].mean > bands[1].mean > 0
    assert affected_table("diverse", bands).rows[0][0] == "1-50"


def test_heaps(texts: list[str]) -> None:
    runs = measure_heaps(count_symbols(texts), 200)
    assert {run.n_merges for run in runs} == {200}
    assert len({run.pairs for run in runs}) == 1
    by_kind = {(run.push_each_span, run.compact_at): run for run in runs}
    assert by_kind[True, None].most_entries > by_kind[False, None].most_entries
    assert by_kind[True, 1.5].compactions > 0 == by_kind[True, None].compactions
    assert by_kind[True, 1.5].most_bytes < by_kind[True, None].most_bytes
    assert len(heap_table("diverse", runs).rows) == len(runs)
    json.dumps([asdict(run) for run in runs])


def test_memory(texts: list[str]) -> None:
    measured = measure_trainer_memory(count_symbols(texts), 50, ["naive", "inverted_index", "heap"])
    assert all(found.peak_bytes >= found.final_bytes > 0 for found in measured)
    assert measured[2].peak_bytes > measured[1].peak_bytes
    assert memory_table("diverse", measured).rows[0][3] == 1


def test_texts_of_files(tmp_path: Path) -> None:
    path = tmp_path / "own.txt"
    path.write_text("naïve", encoding="utf-8")
    assert table_texts(path, 3) == ["na"]
    with pytest.raises(UnknownNameError, match="or give the path of a file"):
        table_texts("nothing", 10)
    path.write_bytes(b"\xff")
    with pytest.raises(InputError, match="expected UTF-8"):
        table_texts(path, 10)
