"""Charts show the figures: what is in a run is in the traces, and an empty run says so."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from wordchipper_lab.lab.benchmark.results import OURS, BenchmarkRun, Case, Latency, Measurement
from wordchipper_lab.web.modules import WEB
from wordchipper_lab.widgets import figures

ROOT = Path(__file__).parents[2]

ALL = [
    figures.throughput_figure,
    figures.relative_figure,
    figures.retention_figure,
    figures.latency_figure,
    figures.threads_figure,
]


def measured(speeds: list[float], encoder: str = "tail_sweep", **fields: Any) -> Measurement:
    defaults: dict[str, Any] = {
        "contender": OURS,
        "model": "o200k_base",
        "lexer": "automaton",
        "encoder": encoder,
        "memo": False,
        "threads": 1,
        "corpus": "english",
        "mode": "encode_array",
    }
    case = Case(**{**defaults, **fields})
    return Measurement(case, 12_000_000, 3_000_000, [12 / speed for speed in speeds], True)


def peer(speeds: list[float], **fields: Any) -> Measurement:
    return measured(speeds, contender="tiktoken", lexer="", encoder="", **fields)


def latency(prompt_bytes: int, p50: float) -> Latency:
    return Latency(measured([1], mode="latency").case, prompt_bytes, 100, {"p50": p50, "p99": 3 * p50})


@pytest.fixture
def run() -> BenchmarkRun:
    found = [
        measured([80, 100, 120]),
        measured([50], "merge_heap"),
        measured([10], lexer="regex"),
        peer([20]),
        measured([25], corpus="diverse"),
        measured([40], "merge_heap", corpus="diverse"),
        peer([19], corpus="diverse"),
        measured([60], mode="batch"),
        measured([90], mode="batch", threads=2),
    ]
    return BenchmarkRun({}, {}, "2026-01-01T00:00:00Z", found, [latency(1000, 20.0), latency(100, 2.5)])


def test_bars_with_whiskers(run) -> None:
    (bars,) = figures.throughput_figure(run).data
    assert bars.y == ("automaton + tail_sweep", "automaton + merge_heap", "regex + tail_sweep", "tiktoken")
    assert bars.x == pytest.approx([100, 50, 10, 20])
    assert bars.error_x.array[0] == pytest.approx(20)
    assert bars.error_x.arrayminus[0] == pytest.approx(20)
    one, two = figures.throughput_figure(run, mode="batch").data
    assert (one.name, two.name) == ("1 thread", "2 threads")
    assert (one.marker.color, one.marker.pattern.shape) != (two.marker.color, two.marker.pattern.shape)


def test_spanning_alone_is_drawn_only_if_asked_for(run) -> None:
    run.measurements.insert(0, measured([400], "", mode="spans"))
    assert figures.throughput_figure(run).layout.title.text.endswith("encode_array")
    assert figures.throughput_figure(run, mode="spans").data[0].x == pytest.approx([400])


def test_heat_map_beside_the_best_of_a_lexer_and_of_all(run) -> None:
    (map_,) = figures.relative_figure(run).data
    assert (map_.x, map_.y) == (("automaton", "regex"), ("tail_sweep", "merge_heap"))
    assert list(map_.z[0]) == pytest.approx([1, 1])
    assert tuple(map_.z[1]) == (pytest.approx(0.5), None)
    assert list(map_.text[1]) == ["0.50", ""]
    (map_,) = figures.relative_figure(run, best_of="all").data
    assert list(map_.z[0]) == pytest.approx([1, 0.1])


def test_slopes_from_english_to_diverse(run) -> None:
    figure = figures.retention_figure(run)
    lines = {line.name: list(line.y) for line in figure.data}
    assert lines["tail_sweep"] == pytest.approx([100, 25])
    assert lines["merge_heap"] == pytest.approx([50, 40])
    assert lines["tiktoken"] == pytest.approx([20, 19])
    assert [note.text for note in figure.layout.annotations] == ["automaton", "peers"]
    assert figure.data[0].hovertemplate.endswith("D/E 0.25")


def test_latency_curves_are_in_order_of_length(run) -> None:
    p50, p99 = figures.latency_figure(run).data
    assert (p50.x, p50.y) == ((100, 1000), (2.5, 20.0))
    assert p99.y == (7.5, 60.0)
    assert p50.line.dash != p99.line.dash


def test_threads_beside_the_ideal(run) -> None:
    measured_line, ideal = figures.threads_figure(run).data
    assert measured_line.x == (1, 2)
    assert measured_line.y == pytest.approx([60, 90])
    assert ideal.y == pytest.approx([60, 120])


def test_medians_of_one_number_of_threads(run) -> None:
    run.measurements.append(measured([1, 2, 30], mode="batch", threads=4))
    (bars,) = figures.throughput_figure(run, mode="batch", threads=4, statistic="median").data
    assert bars.x == pytest.approx([2])
    assert (bars.error_x.array[0], bars.error_x.arrayminus[0]) == (pytest.approx(28), pytest.approx(1))
    assert not figures.throughput_figure(run, threads=64).data


def test_latency_of_lists_or_arrays(run) -> None:
    assert len(figures.latency_figure(run, mode="latency").data) == 2
    assert not figures.latency_figure(run, mode="latency_array").data


def test_two_runs_in_pairs(run) -> None:
    other = BenchmarkRun({}, {}, "2026-01-02T00:00:00Z", [measured([50, 70]), peer([40])])
    one, two = figures.pairs_figure(run, other).data
    assert (one.name, two.name) == ("A", "B")
    assert one.y == two.y == ("automaton + tail_sweep", "tiktoken")
    assert (one.x, two.x) == (pytest.approx([100, 20]), pytest.approx([60, 40]))
    assert not figures.pairs_figure(run, other, mode="count").data


@pytest.mark.parametrize("draw", ALL)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_figure_is_drawn_in_both_schemes_and_can_be_exported(run, draw, scheme) -> None:
    figure = draw(run, scheme=scheme)
    assert figure.data
    assert figure.layout.template.layout.paper_bgcolor == figures.template(scheme).layout.paper_bgcolor
    assert "o200k_base" in figure.to_json()


@pytest.mark.parametrize("draw", ALL)
def test_nothing_measured_is_said(draw) -> None:
    figure = draw(BenchmarkRun({}, {}, "2026-01-01T00:00:00Z"))
    assert not figure.data
    assert figure.layout.annotations[0].text.startswith("This run has no")
    assert draw(BenchmarkRun({}, {}, "", [measured([], mode="batch")])).layout.annotations


def test_names_are_text_not_markup() -> None:
    run = BenchmarkRun({}, {}, "", [measured([1], corpus="<b>&mine</b>")])
    assert figures.throughput_figure(run).layout.title.text.endswith(
        "&lt;b&gt;&amp;mine&lt;/b&gt;, encode_array"
    )


def test_the_palette_is_that_of_the_views() -> None:
    script = WEB / "shared" / "palette.js"
    hues = re.search(r"const HUES = \[(.*?)\];", script.read_text(encoding="utf-8"))
    assert hues is not None
    assert tuple(re.findall(r"#[0-9a-f]{6}", hues[1])) == figures.HUES[:4]
    assert len(set(figures.HUES)) == len(figures.HUES)


def test_plotly_is_loaded_by_the_figures_alone() -> None:
    code = "import sys, wordchipper_lab.widgets, wordchipper_lab.lab.reports; print('plotly' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
