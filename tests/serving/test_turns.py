"""Pages are started a few at a time, and no visitor waits for all the starts of another."""

from __future__ import annotations

import asyncio

from wordchipper_lab.serving.turns import Turns
from wordchipper_lab.serving.visit_limits import VisitLimits


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


async def _granted(waiting: list[asyncio.Task]) -> list[int]:
    for _ in range(3):
        await asyncio.sleep(0)
    return [number for number, task in enumerate(waiting) if task.done()]


def test_as_many_at_once_as_may() -> None:
    async def check() -> None:
        turns = Turns(2)
        waiting = [asyncio.create_task(turns.take("a")) for _ in range(4)]
        assert await _granted(waiting) == [0, 1]
        assert turns.are_all_taken
        end = await waiting[0]
        end()
        end()  # ending twice does not free a second turn
        assert await _granted(waiting) == [0, 1, 2]

    asyncio.run(check())


def test_whoever_had_no_turn_for_longest_comes_first() -> None:
    async def check() -> None:
        clock = Clock()
        turns = Turns(1, clock=clock)
        for whose in ("earlier", "later", "later still"):
            (await turns.take(whose))()
            clock.now += 1
        end = await turns.take("busy")
        waiting = [asyncio.create_task(turns.take(whose)) for whose in ("later", "earlier", "never")]
        assert await _granted(waiting) == []
        end()
        assert await _granted(waiting) == [2]
        (await waiting[2])()
        assert await _granted(waiting) == [1, 2]
        (await waiting[1])()
        assert await _granted(waiting) == [0, 1, 2]
        (await waiting[0])()
        clock.now += 61  # earlier turns are forgotten: the longest wait comes first
        end = await turns.take("busy")
        waiting = [asyncio.create_task(turns.take(whose)) for whose in ("later", "new")]
        await _granted(waiting)
        end()
        assert await _granted(waiting) == [0]

    asyncio.run(check())


def test_a_turn_ends_by_itself() -> None:
    async def check() -> None:
        turns = Turns(1, longest=0.01)
        await turns.take("slow reader")
        await asyncio.wait_for(turns.take("next"), 5)

    asyncio.run(check())


def test_a_visitor_who_does_not_wait_gives_up_the_turn() -> None:
    async def check() -> None:
        turns = Turns(1)
        end = await turns.take("a")
        waiting = [asyncio.create_task(turns.take(whose)) for whose in "bcd"]
        await _granted(waiting)
        waiting[0].cancel()
        await _granted(waiting)
        end()
        waiting[1].cancel()  # just as the turn is given
        assert await _granted(waiting) == [0, 1, 2]
        (await waiting[2])()
        assert not turns.are_all_taken

    asyncio.run(check())


def test_of_many_cores_one_is_left_for_pages_that_are_open(monkeypatch) -> None:
    for cores, most in ((1, 1), (2, 2), (3, 2), (8, 7)):
        monkeypatch.setattr("wordchipper_lab.serving.visit_limits.count_cores", lambda cores=cores: cores)
        assert VisitLimits().most_starting == most
    assert VisitLimits(starting=3).most_starting == 3
