"""Which visitors get a kernel: no more live than allowed, and leaving visitors make room for new ones."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from wordchipper_lab.errors import ServeError
from wordchipper_lab.serving import visits as module
from wordchipper_lab.serving.socket_limits import MIB
from wordchipper_lab.serving.visit_limits import VisitLimits
from wordchipper_lab.serving.visits import THIS_MACHINE, NoRoomError, VisitorGoneError, Visits, network_of


class Kernels:
    """A kernel manager without kernels: the names of live ones, and whether their page is gone."""

    def __init__(self) -> None:
        self.live: dict[str, bool | None] = {}
        self.waiting: Counter[str] = Counter()
        self.n_ending = 0

    def is_alive(self, kernel_id: str) -> bool:
        return kernel_id in self.live

    def is_without_page(self, kernel_id: str) -> bool | None:
        return self.live[kernel_id]

    def spares(self) -> dict[str, int]:
        return dict(self.waiting)

    async def end(self, kernel_id: str) -> None:
        await asyncio.sleep(0)
        self.live.pop(kernel_id, None)

    async def end_spare(self, notebook: str) -> None:
        self.waiting[notebook] -= 1
        self.n_ending += 1
        await asyncio.sleep(0)
        self.n_ending -= 1


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def kernels(monkeypatch) -> Kernels:
    async def sleep(seconds: float) -> None:
        clock.now += seconds
        await real_sleep(0)

    real_sleep = asyncio.sleep
    monkeypatch.setattr(module.asyncio, "sleep", sleep)
    return Kernels()


clock = Clock()


def a_server(kernels: Kernels, most: int, most_of_one: int | None = None) -> Visits:
    return Visits(kernels, most, lambda address: most_of_one, clock=clock)


async def visit(
    visits: Visits, kernels: Kernels, name: str, address: str = "192.0.2.1", page: str = "a"
) -> None:
    """A visitor opens a page, and its kernel starts."""
    admitted = await visits.admit(address, page)
    if kernels.waiting[page]:
        kernels.waiting[page] -= 1
    else:
        await visits.before_a_start(admitted)
    kernels.live[name] = None
    admitted.kernel_id = name
    visits.page_sent(admitted)


def test_so_many_and_no_more_then_whoever_leaves_makes_room(kernels) -> None:
    async def use() -> None:
        visits = a_server(kernels, 3)
        for name in "xyz":
            await visit(visits, kernels, name)
            kernels.live[name] = False  # its page has connected
        with pytest.raises(NoRoomError) as refused:
            await visits.admit("192.0.2.2", "a")
        assert not refused.value.own
        assert visits.n_kernels == 3
        kernels.live["y"] = True  # a reload: the old page's connection is gone, its kernel is not
        await visit(visits, kernels, "w")
        assert set(kernels.live) == {"x", "z", "w"}
        del kernels.live["x"]  # it died
        await visit(visits, kernels, "v")

    asyncio.run(use())


def test_a_spare_belongs_to_the_visitor_it_was_promised_to_and_to_no_other(kernels) -> None:
    async def use() -> None:
        visits = a_server(kernels, 3)
        kernels.waiting["a"] = 1
        first, second = [await visits.admit("192.0.2.1", "a") for _ in range(2)]
        kernels.waiting["a"] -= 1
        kernels.live["x"], first.kernel_id = None, "x"
        kernels.waiting["a"] += 1  # the pool is filled again before the next visitor comes
        third = await visits.admit("192.0.2.1", "a")  # gets it, because the second one starts its own
        await visits.before_a_start(second)
        assert kernels.waiting["a"] == 1
        kernels.waiting["a"] -= 1
        kernels.live["y"], third.kernel_id = None, "y"
        assert visits.n_kernels == 3

    asyncio.run(use())


def test_nothing_is_started_for_a_visitor_who_did_not_wait(kernels) -> None:
    async def use() -> None:
        visits = a_server(kernels, 3)
        left = False
        first = await visits.admit("192.0.2.1", "a")
        second = await visits.admit("192.0.2.1", "a", lambda: left)
        await visits.before_a_start(first)
        waiting = asyncio.create_task(visits.before_a_start(second))
        await asyncio.sleep(1)
        assert visits.n_kernels == 2
        left = True
        assert visits.n_kernels == 1, "its place is free before its turn would have come"
        visits.page_sent(first)
        with pytest.raises(VisitorGoneError):
            await waiting
        visits.page_sent(second)
        assert visits.n_kernels == 0
        assert not visits.turns.are_all_taken

    asyncio.run(use())


def test_no_room_is_made_for_a_visitor_who_left_before_there_was_a_place(kernels) -> None:
    async def use() -> None:
        visits = a_server(kernels, 1)
        await visit(visits, kernels, "x")
        kernels.live["x"] = False
        left = False
        waiting = asyncio.create_task(visits.admit("192.0.2.2", "a", lambda: left))
        await asyncio.sleep(1)
        left = True
        kernels.live["x"] = True  # its page is gone: a place would be free now
        with pytest.raises(VisitorGoneError):
            await waiting
        assert visits.n_kernels == 1
        assert set(kernels.live) == {"x"}, "a reloaded page finds its kernel"
        await visit(visits, kernels, "y")
        assert set(kernels.live) == {"y"}

    asyncio.run(use())


def test_somebody_who_comes_just_before_a_place_is_free_waits_for_it(kernels) -> None:
    async def use() -> None:
        visits = a_server(kernels, 1)
        await visit(visits, kernels, "x")
        kernels.live["x"] = False
        waiting = asyncio.create_task(visits.admit("192.0.2.1", "a"))
        await asyncio.sleep(1)
        del kernels.live["x"]
        assert (await waiting).kernel_id is None

    asyncio.run(use())


def test_many_at_once_get_no_more_than_there_are(kernels) -> None:
    async def use() -> None:
        visits = a_server(kernels, 5)
        kernels.waiting.update({"a": 1, "b": 1, "c": 1})
        asked = [visit(visits, kernels, str(number), page="abcd"[number % 4]) for number in range(40)]
        told = await asyncio.gather(*asked, return_exceptions=True)
        assert sum(answer is None for answer in told) == 5
        assert len(kernels.live) + kernels.waiting.total() == 5

    asyncio.run(use())


def test_kernels_that_wait_count_and_give_way(kernels) -> None:
    async def use() -> None:
        visits = a_server(kernels, 3)
        kernels.waiting.update({"a": 1, "b": 1, "c": 1})
        await visit(visits, kernels, "x", page="a")  # takes the waiting one, so nothing has to end
        assert kernels.waiting == {"a": 0, "b": 1, "c": 1}
        await visit(visits, kernels, "y", page="a")
        assert kernels.waiting.total() == 1
        await visit(visits, kernels, "z", page="a")
        assert kernels.waiting.total() == 0

    asyncio.run(use())


def test_a_page_that_never_connects_keeps_its_place_for_half_a_minute_and_less_if_another_wants_it(
    kernels,
) -> None:
    async def use() -> None:
        visits = a_server(kernels, 2)
        await visit(visits, kernels, "x")
        await visit(visits, kernels, "y")
        kernels.live["y"] = False
        with pytest.raises(NoRoomError):  # x may still be loading
            await visits.admit("192.0.2.2", "a")
        clock.now += 10
        await visit(visits, kernels, "z")
        assert set(kernels.live) == {"y", "z"}
        clock.now += 20
        await visits.end_unclaimed()
        assert set(kernels.live) == {"y", "z"}
        clock.now += 11
        await visits.end_unclaimed()
        assert set(kernels.live) == {"y"}

    asyncio.run(use())


def test_one_address_leaves_places_to_others(kernels) -> None:
    async def use() -> None:
        visits = a_server(kernels, 5, most_of_one=2)
        for name in "xy":
            await visit(visits, kernels, name, "2001:db8::1")
            kernels.live[name] = False
        with pytest.raises(NoRoomError) as refused:
            await visits.admit("2001:db8::2", "a")  # the same subscriber
        assert refused.value.own
        await visit(visits, kernels, "z", "2001:db8:0:1::1")
        kernels.live["z"] = True  # gone, but from another address: ending it would not help
        with pytest.raises(NoRoomError):
            await visits.admit("2001:db8::2", "a")
        kernels.live["x"] = True
        await visit(visits, kernels, "w", "2001:db8::2")
        assert set(kernels.live) == {"y", "z", "w"}

    asyncio.run(use())


def test_a_page_that_could_not_be_made_takes_no_place(kernels) -> None:
    async def use() -> None:
        visits = a_server(kernels, 1)
        visits.page_sent(await visits.admit("192.0.2.1", "a"))
        assert visits.n_kernels == 0

    asyncio.run(use())


def test_how_many_are_allowed(monkeypatch) -> None:
    free = "wordchipper_lab.serving.visit_limits.free_memory"
    monkeypatch.setattr(free, lambda: 10_000 * MIB)
    assert VisitLimits().most_pages == 32
    monkeypatch.setattr(free, lambda: 100 * MIB)
    assert VisitLimits().most_pages == 1
    monkeypatch.setattr(free, lambda: None)
    assert VisitLimits().most_pages == 8
    assert VisitLimits(pages=3).most_pages == 3


@pytest.mark.parametrize(
    ("limit", "address", "behind_proxy", "most"),
    [
        (None, "192.0.2.1", False, 5),
        (None, THIS_MACHINE, False, None),
        (None, "192.0.2.1", True, None),
        (2, "192.0.2.1", True, 2),
        (2, THIS_MACHINE, False, 2),
        (2, "", True, None),  # a proxy that does not name the address
    ],
)
def test_how_many_from_one_address(limit, address, behind_proxy, most) -> None:
    assert VisitLimits(None, limit).most_of_one(address, most=10, behind_proxy=behind_proxy) == most


def test_addresses_of_one_visitor_are_one() -> None:
    assert network_of("::1") == network_of("127.1.2.3") == THIS_MACHINE
    assert network_of("fe80::1%eth0") == network_of("fe80::2%eth0")


@pytest.mark.parametrize(
    ("limits", "option"),
    [
        ((0,), "--max-visitors"),
        ((1, 0), "--max-per-address"),
        ((1, 1, 100), "--visitor-memory"),
        ((1, 1, 600, 0), "--max-starting"),
    ],
)
def test_limits_that_shut_everybody_out_name_their_option(limits, option) -> None:
    with pytest.raises(ServeError, match=option):
        VisitLimits(*limits)


def test_two_kernels_wait_for_visitors_without_spares_or_while_compiling_one(monkeypatch) -> None:
    explorer_app = pytest.importorskip("wordchipper_lab.serving.explorer_app")

    def waiting(spares: bool, pages: int | None = None) -> int:
        config = explorer_app.dashboard_config("localhost", 0, visits=VisitLimits(pages, spares=spares))
        return config.VoilaConfiguration.default_pool_size

    monkeypatch.setattr(explorer_app, "is_compiled", lambda: True)
    assert (waiting(True), waiting(False), waiting(True, pages=3)) == (2, 1, 1)
    monkeypatch.setattr(explorer_app, "is_compiled", lambda: False)
    assert waiting(True) == 1


def test_a_page_is_pinged_before_its_silence_is_judged() -> None:
    explorer_app = pytest.importorskip("wordchipper_lab.serving.explorer_app")
    settings = explorer_app.dashboard_config("localhost", 0).Voila.tornado_settings
    assert 2 * settings["ws_ping_interval"] < settings["ws_ping_timeout"]
