"""SIGINT to a kernel whose run is in a thread: the run ends, just as Stop would end it."""

from __future__ import annotations

import asyncio
import os
import signal

import pytest

from wordchipper_lab.screens.work.job import Job, JobState
from wordchipper_lab.widgets import TrainingLab


class Waiting(Job):
    """Does nothing until it is stopped."""

    def _do(self, report, stop) -> None:
        stop.wait(30)


@pytest.fixture(autouse=True)
def handler(request: pytest.FixtureRequest):
    """Set what SIGINT does, however the tests were started: a background job of a shell ignores it."""
    before = signal.signal(signal.SIGINT, request.param)
    yield
    signal.signal(signal.SIGINT, before)


between_cells = pytest.mark.parametrize("handler", [signal.SIG_IGN], indirect=True, ids=["ignored"])
in_a_cell = pytest.mark.parametrize("handler", [signal.default_int_handler], indirect=True, ids=["handled"])


@between_cells
@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
def test_a_live_training_run_is_stopped_by_an_interrupt() -> None:
    async def scenario() -> None:
        lab = TrainingLab(mode="real", corpus="english", size=20_000, vocab_size=1000, rate=5)
        lab.start()
        while lab._progress["state"] != "running":
            await asyncio.sleep(0.05)
        os.kill(os.getpid(), signal.SIGINT)
        while lab._progress["state"] in ("running", "stopping"):
            await asyncio.sleep(0.05)
        assert lab._progress["state"] == "stopped"
        os.kill(os.getpid(), signal.SIGINT)  # nothing is running: nothing happens

    asyncio.run(asyncio.wait_for(scenario(), 60))


@in_a_cell
@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
def test_a_cell_that_runs_keeps_its_interrupt() -> None:
    async def scenario() -> None:
        handler = signal.getsignal(signal.SIGINT)
        work = Waiting(lambda shown: None)
        work.start()
        await asyncio.sleep(0.05)
        assert signal.getsignal(signal.SIGINT) is handler
        work.stop()
        while work.state is not JobState.STOPPED:
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(scenario(), 60))
