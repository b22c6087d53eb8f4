"""The chart of the generations' times: measured solid, estimated dotted, the crossover as a line."""

from __future__ import annotations

import pytest

from wordchipper_lab.lab.training.tables import CorpusFacts, GenerationTimes, TimeTable, find_crossover
from wordchipper_lab.lab.training.tables.pace import Pace
from wordchipper_lab.widgets.figures import training_times_figure


def table(**seconds: tuple[int, tuple[float | None, ...]]) -> TimeTable:
    generations = tuple(
        GenerationTimes(name, 0.5, Pace((44, 144, 244), times, n)) for name, (n, times) in seconds.items()
    )
    return TimeTable(CorpusFacts("<mine>", 9, 3, 2.0, 4), (300, 400, 500), generations, 1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_curves(scheme) -> None:
    measured = table(
        naive=(1, (5.0, 10.0, 15.0)),
        incremental=(3, (2.0, 3.0, 4.0)),
        parallel=(3, (2.0, 3.0, 4.0)),
        inverted_index=(3, (1.0, 2.0, 3.0)),
        heap=(2, (2.0, 2.0, None)),
    )
    figure = training_times_figure(measured, find_crossover(measured), scheme=scheme)
    curves = {(line.name, line.line.dash): list(line.y) for line in figure.data}
    assert curves["naive", "solid"] == [5.0]
    assert curves["naive", "dot"] == [5.0, 10.0, 15.0]
    assert curves["incremental, parallel", "solid"] == [2.0, 3.0, 4.0]
    assert ("parallel", "solid") not in curves
    assert "&lt;mine&gt;" in figure.layout.title.text
    assert not figure.layout.shapes  # tied at the last size that both reached


def test_the_crossover_is_drawn() -> None:
    measured = table(inverted_index=(3, (1.0, 2.0, 4.0)), heap=(3, (2.0, 2.5, 3.0)))
    figure = training_times_figure(measured, find_crossover(measured))
    assert figure.layout.shapes[0].x0 == pytest.approx(400 + 100 / 3)
    assert figure.layout.annotations[0].text == "heap from 433"


def test_nothing_measured_is_said() -> None:
    assert training_times_figure(table()).layout.annotations[0].text == "Nothing was measured."
