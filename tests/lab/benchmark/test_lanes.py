"""The work in a round: enough to be timed, little enough to be stopped."""

from __future__ import annotations

import threading

import pytest

from wordchipper_lab.lab import BenchmarkRun, Case, Measurement
from wordchipper_lab.lab.benchmark.benchmark_progress import Stopped, Tracker
from wordchipper_lab.lab.benchmark.contenders import Contender
from wordchipper_lab.lab.benchmark.corpora import Corpus
from wordchipper_lab.lab.benchmark.lanes import Lane, prepare_lane
from wordchipper_lab.lab.benchmark.reference import Reference
from wordchipper_lab.lab.benchmark.rounds import measure_group
from wordchipper_lab.lab.benchmark.workload import Workload, make_workload

RUN = BenchmarkRun({}, {}, "")


class Worker:
    """A contender with its own clock: a call takes ``seconds`` per character."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.now, self.calls = seconds, 0.0, []

    def call(self, text):
        self.calls.append(text)
        self.now += self.seconds * sum(map(len, text))

    def prepare(self, workload: Workload, mode: str = "encode") -> Lane:
        measurement = Measurement(Case("toktok", "r50k_base", "", "", False, 1, "", mode))
        open_case = lambda case: Contender(self.call, plain=lambda result: [])  # noqa: E731
        tracker = Tracker(RUN, 1)
        lane = prepare_lane(measurement, workload, Reference("r50k_base"), tracker, open_case, self.clock)
        lane.calibrate(tracker, self.clock)
        return lane

    def clock(self) -> float:
        return self.now


def test_short_work_is_repeated_until_a_round_can_be_timed() -> None:
    worker = Worker(1e-4)
    lane = worker.prepare(Workload(["ab", "abcd"]))  # 0.6 ms per pass
    assert lane.passes == 17
    worker.calls.clear()
    assert lane.time_round(Tracker(RUN, 1), worker.clock) == pytest.approx(6e-4)
    assert worker.calls == ["ab", "abcd"] * 17
    assert (lane.measurement.n_bytes, lane.measurement.exact) == (6, False)


def test_who_is_slow_gets_the_first_of_the_texts() -> None:
    texts = ["ab"] * 10
    assert Worker(0.01).prepare(Workload(texts)).inputs == texts  # 0.2 s
    slow = Worker(0.03).prepare(Workload(texts))  # 0.6 s
    assert (slow.inputs, slow.passes) == (texts[:5], 1)
    assert slow.measurement.n_bytes == 10
    assert len(Worker(100.0).prepare(Workload(texts)).inputs) == 1


def test_a_slow_batch_is_a_smaller_batch() -> None:
    texts = ["ab"] * 100
    assert Worker(0.0005).prepare(Workload(texts, is_batch=True), "batch").inputs == [texts]  # 0.1 s
    assert Worker(0.0015).prepare(Workload(texts, is_batch=True), "batch").inputs == [texts[:50]]  # 0.3 s


def test_stop_is_seen_between_two_calls() -> None:
    stop = threading.Event()
    calls = []

    def call(text):
        calls.append(text)
        stop.set()

    lane = Lane(Measurement(Case("toktok", "r50k_base", "", "", False, 1, "", "encode")), call, ["a", "b"])
    with pytest.raises(Stopped):
        lane.time_round(Tracker(RUN, 1, stop=stop), iter(range(100)).__next__)
    assert calls == ["a"]


def test_stop_is_seen_while_preparing() -> None:
    stop = threading.Event()
    cases = [Case(name, "r50k_base", "", "", False, 1, "", "encode") for name in ("toktok", "splintr")]
    opened = []

    def open_case(case):
        opened.append(case)
        stop.set()
        return Contender(str.upper)

    measurements = list(map(Measurement, cases))
    with pytest.raises(Stopped):
        measure_group(
            measurements, Workload(["a"]), Reference("r50k_base"), 1, Tracker(RUN, 2, stop=stop), open_case
        )
    assert opened == cases[:1]
    assert not any(found.problem for found in measurements)


def test_stop_does_not_wait_for_what_cannot_be_interrupted() -> None:
    stop, finish, started = threading.Event(), threading.Event(), threading.Event()

    def open_case(case):
        started.set()
        assert finish.wait(60)
        return Contender(str.upper)

    def stop_once_it_loads() -> None:
        assert started.wait(60)
        stop.set()

    measurement = Measurement(Case("toktok", "r50k_base", "", "", False, 1, "", "encode"))
    helper = threading.Thread(target=stop_once_it_loads)
    helper.start()
    try:
        with pytest.raises(Stopped):
            measure_group(
                [measurement],
                Workload(["a"]),
                Reference("r50k_base"),
                1,
                Tracker(RUN, 1, stop=stop),
                open_case,
            )
        assert not finish.is_set()
    finally:
        finish.set()
        helper.join()
    assert measurement.problem == ""


@pytest.mark.parametrize(("mode", "least", "most"), [("batch", 2_000, 5_000), ("batch_small", 20, 203)])
def test_batches_are_of_texts_of_their_sizes(mode: str, least: int, most: int) -> None:
    workload = make_workload(Corpus("x", "wörd and more\n" * 10_000, ""), mode, threads=3)
    sizes = sorted(len(text.encode()) for text in workload.texts)
    assert (
        least <= sizes[len(sizes) // 20] <= sizes[-1] <= most
    )  # each pass over the corpus ends with a short text
    assert workload.is_batch
    assert workload.n_bytes == pytest.approx(1_500_000, rel=0.01)


def test_a_long_corpus_is_cut_in_calls_and_a_very_long_one_at_an_end() -> None:
    text = "".join(f"line {i}\n" for i in range(600_000))
    workload = make_workload(Corpus("x", text, ""), "encode")
    assert max(len(part) for part in workload.texts) <= 250_000
    assert 3_700_000 < workload.n_bytes <= 4_000_000
    assert text.startswith("".join(workload.texts))
    assert make_workload(Corpus("x", "", ""), "encode").texts == [""]
    assert make_workload(Corpus("x", "", ""), "batch").texts == [""]
