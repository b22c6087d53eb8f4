"""A page's messages wait at their sender: none is lost, and the server holds a bounded number of bytes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

from wordchipper_lab.serving.flow import Flow


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def run(steps: Awaitable[None]) -> None:
    asyncio.run(asyncio.wait_for(steps, 60))


async def is_waiting(task: asyncio.Task[None]) -> bool:
    for _ in range(5):
        await asyncio.sleep(0)
    return not task.done()


def test_bytes_that_a_kernel_has_not_answered_are_bounded() -> None:
    async def steps() -> None:
        flow = Flow(per_second=1000, unanswered_bytes=100)
        await flow.admit("a", 60)
        await flow.admit("b", 40)
        third = asyncio.create_task(flow.admit("c", 10))
        assert await is_waiting(third)
        flow.answered("somebody else's")
        assert await is_waiting(third)
        flow.answered("a")
        await third
        assert flow.unanswered_bytes == 50
        flow.answered("c")  # kernels take messages in order: "b" was one they do not answer
        assert flow.unanswered_bytes == 0

    run(steps())


def test_a_message_longer_than_the_bound_goes_on_alone() -> None:
    async def steps() -> None:
        flow = Flow(per_second=1000, unanswered_bytes=100)
        await flow.admit("long", 1000)
        second = asyncio.create_task(flow.admit("b", 1))
        assert await is_waiting(second)
        flow.answered("long")
        await second

    run(steps())


def test_an_id_used_twice_is_answered_twice() -> None:
    async def steps() -> None:
        flow = Flow(per_second=1000, unanswered_bytes=100)
        await flow.admit("a", 50)
        await flow.admit("a", 50)
        flow.answered("a")
        assert flow.unanswered_bytes == 50
        flow.answered("a")
        flow.answered("a")
        assert flow.unanswered_bytes == 0

    run(steps())


def test_a_page_that_went_and_a_kernel_that_died_leave_nobody_waiting() -> None:
    async def steps() -> None:
        for end in (Flow.close, Flow.forget):
            flow = Flow(per_second=1000, unanswered_bytes=100)
            await flow.admit("a", 100)
            second = asyncio.create_task(flow.admit("b", 100))
            assert await is_waiting(second)
            end(flow)
            await second

    run(steps())


def test_messages_a_second_are_bounded_after_a_burst() -> None:
    async def steps() -> None:
        clock = Clock()
        flow = Flow(per_second=10, unanswered_bytes=1 << 30, clock=clock)
        for number in range(100):  # as many as a page may send on opening
            await flow.admit(str(number), 1)
        more = asyncio.create_task(flow.admit("more", 1))
        assert await is_waiting(more)
        clock.now += 0.1
        await more
        last = asyncio.create_task(flow.admit("last", 1))
        assert await is_waiting(last)
        flow.close()
        await last

    run(steps())
