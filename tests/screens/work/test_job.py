"""One state machine for all long work: states occur once, in order, and are reported in the loop's thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import pytest

from wordchipper_lab.errors import InputError
from wordchipper_lab.screens.work.job import BUSY, Job, JobState


class Counting(Job):
    """Counts to `most`, slowly."""

    def __init__(self, most: int = 20, *, step: float = 0.02, error: BaseException | None = None) -> None:
        super().__init__(self._heard)
        self.most, self.step, self.error = most, step, error
        self.states: list[str] = []
        self.drawn: list[int] = []
        self.threads: set[threading.Thread] = set()

    def _heard(self, shown) -> None:
        self.states.append(self.progress["state"])
        self.threads.add(threading.current_thread())
        if "n" in shown:
            self.drawn.append(shown["n"])

    def _do(self, report, stop) -> None:
        for n in range(self.most):
            if stop.is_set():
                return
            self._wait_while_paused(report, lambda n=n: {"progress": {"done": n}, "n": n})
            report(lambda n=n: {"progress": {"done": n, "total": self.most}, "n": n})
            stop.wait(self.step)
        if self.error is not None:
            raise self.error


def in_order(states: list[str]) -> list[str]:
    return [state for at, state in enumerate(states) if at == 0 or state != states[at - 1]]


async def until(condition: Callable[[], bool]) -> None:
    for _ in range(3000):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("waited in vain")


def test_from_start_to_end_in_the_background() -> None:
    async def use() -> Counting:
        job = Counting()
        assert job.state is JobState.IDLE
        job.start()
        assert job.state is JobState.STARTING
        assert job.is_busy
        await until(lambda: job.is_over)
        return job

    job = asyncio.run(use())
    assert in_order(job.states) == ["starting", "running", "finished"]
    assert job.drawn == sorted(job.drawn)
    assert job.threads == {threading.main_thread()}
    assert job.progress["problem"] is None
    assert job.progress["total"] == 20


def test_without_an_event_loop_all_at_once() -> None:
    job = Counting(3, step=0.2)
    job.start()
    assert in_order(job.states) == ["starting", "running", "finished"]
    assert job.drawn == [0, 1, 2]


def test_stop() -> None:
    async def use() -> Counting:
        job = Counting(100_000)
        job.start()
        await until(lambda: job.state is JobState.RUNNING)
        job.stop()
        assert job.state is JobState.STOPPING
        await until(lambda: job.is_over)
        job.stop()  # too late, without effect
        return job

    assert in_order(asyncio.run(use()).states) == ["starting", "running", "stopping", "stopped"]


def test_what_cannot_be_stopped_is_left_behind() -> None:
    gate = threading.Event()

    class Stubborn(Counting):
        def _do(self, report, stop) -> None:
            gate.wait(60)

    async def use() -> Stubborn:
        job = Stubborn()
        job.start()
        job.stop()
        await until(lambda: job.is_over)
        gate.set()
        await asyncio.sleep(0.05)
        return job

    assert in_order(asyncio.run(use()).states) == ["starting", "stopping", "stopped"]


def test_pause_and_go_on() -> None:
    async def use() -> Counting:
        job = Counting(30)
        job.start()
        await until(lambda: job.state is JobState.RUNNING)
        job.pause()
        job.pause()
        assert job.state is JobState.PAUSING
        await until(lambda: job.state is JobState.PAUSED)
        done = job.progress["done"]
        await asyncio.sleep(0.3)
        assert job.progress["done"] == done
        job.go_on()
        assert job.state is JobState.RUNNING
        await until(lambda: job.is_over)
        return job

    states = in_order(asyncio.run(use()).states)
    assert states == ["starting", "running", "pausing", "paused", "running", "finished"]


def test_a_paused_job_is_stopped() -> None:
    async def use() -> Counting:
        job = Counting(30)
        job.start()
        job.pause()
        await until(lambda: job.state is JobState.PAUSED)
        job.stop()
        await until(lambda: job.is_over)
        return job

    assert in_order(asyncio.run(use()).states)[-2:] == ["stopping", "stopped"]


@pytest.mark.parametrize(
    ("error", "problem"),
    [(InputError("no text"), "no text"), (KeyError("x"), "This should not have happened: KeyError: 'x'")],
)
def test_a_failure_is_said(error: Exception, problem: str) -> None:
    job = Counting(1, error=error)
    job.run()
    assert (job.state, job.progress["problem"]) == (JobState.FAILED, problem)


def test_an_interrupt_stops_it_and_goes_on() -> None:
    job = Counting(1, error=KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        job.run()
    assert job.state is JobState.STOPPED


def test_an_abandoned_job_says_no_more() -> None:
    async def use() -> Counting:
        job = Counting(1000)
        job.start()
        await until(lambda: job.state is JobState.RUNNING)
        job.abandon()
        heard = len(job.states)
        await asyncio.sleep(0.4)
        assert len(job.states) == heard
        return job

    job = asyncio.run(use())
    assert job.is_over
    assert not job.is_busy


def test_busy_states() -> None:
    assert set(JobState) - BUSY == {"idle", "stopped", "finished", "failed"}


def test_a_job_that_was_stopped_before_it_began_does_nothing() -> None:
    job = Counting()
    job.stop()
    assert job.state is JobState.IDLE
    job.run()
    assert (in_order(job.states), job.drawn) == (["starting", "stopped"], [])
