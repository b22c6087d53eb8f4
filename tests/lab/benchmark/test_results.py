"""The records: what is derived from them, and how they survive a round trip through a file."""

from __future__ import annotations

import json

import pytest

from wordchipper_lab.errors import InputError
from wordchipper_lab.lab import BenchmarkRun, Case, Latency, Measurement, Memory
from wordchipper_lab.lab.benchmark import store
from wordchipper_lab.lab.benchmark.store import RunStore

CASE = Case("wordchipper_lab", "o200k_base", "logos", "tail_sweep", True, 2, "english", "batch")
PEER = Case("tiktoken", "o200k_base", "", "", False, 1, "english", "encode")


def a_run() -> BenchmarkRun:
    return BenchmarkRun(
        machine={"cpu": "abacus"},
        settings={"rounds": 2},
        started="2026-01-01T00:00:00Z",
        measurements=[Measurement(CASE, 2_000_000, 5, [0.5, 1.0], True), Measurement(PEER, problem="gone")],
        latencies=[Latency(PEER, 20, 7, {"p50": 1.5, "p99.9": 2.0})],
        memory=[Memory("tiktoken", "o200k_base", 0.1, 0.2, 3, 4, 5.0, problem="none")],
        finished=True,
    )


def test_json_brings_everything_back() -> None:
    assert BenchmarkRun.from_json(a_run().to_json()) == a_run()
    assert json.loads(a_run().to_json())["format"] == "wordchipper_lab benchmark 1"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "null",
        '{"format": "wordchipper_lab benchmark 1"}',
        a_run().to_json().replace('"lexer"', '"x"'),
    ],
)
def test_what_is_no_run_is_told(text: str) -> None:
    with pytest.raises(InputError, match="not a saved benchmark"):
        BenchmarkRun.from_json(text)


def test_speeds_are_megabytes_a_second() -> None:
    found = Measurement(CASE, 2_000_000, seconds=[0.5, 1.0, 2.0])
    assert (found.least, found.median, found.most) == (1.0, 2.0, 4.0)
    assert found.mean == pytest.approx(7 / 3)
    assert (Measurement(CASE).least, Measurement(CASE).median, Measurement(CASE).mean) == (0.0, 0.0, 0.0)


def test_labels_say_what_a_case_uses() -> None:
    label = {
        ("logos", "tail_sweep", True): "logos + tail_sweep + memo",
        ("logos", "tail_sweep", False): "logos + tail_sweep",
        ("logos", "", False): "logos",
        ("", "", False): "wordchipper_lab",
    }
    for (lexer, encoder, memo), expected in label.items():
        assert (
            Case("wordchipper_lab", "r50k_base", lexer, encoder, memo, 1, "english", "encode").label
            == expected
        )
    assert PEER.label == "tiktoken"
    assert CASE.key == "wordchipper_lab | o200k_base | logos | tail_sweep | True | 2 | english | batch"


def test_the_file_is_written_now_and_then(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    now, path = [0.0], tmp_path / "run.json"
    monkeypatch.setattr(store.time, "monotonic", lambda: now[0])
    keeper = RunStore(path)
    run = keeper.open_run({}, {})
    for seconds, written in ((1.0, 0), (1.9, 0), (2.0, 3), (3.9, 3), (4.1, 5)):
        run.measurements.append(Measurement(CASE))
        now[0] = seconds
        keeper.save_if_due(run)
        assert len(BenchmarkRun.load(path).measurements) == written
    assert [found.name for found in tmp_path.iterdir()] == ["run.json"]


def test_without_a_path_nothing_is_written(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    keeper = RunStore(None)
    keeper.save(keeper.open_run({}, {}))
    keeper.save_if_due(a_run())
    assert list(tmp_path.iterdir()) == []
