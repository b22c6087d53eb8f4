"""Visitors of a running server: how many get in, what each may use and is shown, and what is left behind."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psutil
import pytest
from wire import Page, Response, WebSocket, frame, header, parts_of, request, to_screen

from wordchipper_lab.serving.kernel_messages import read_message

LONE = "a\ud800b"


def port_of(dashboard: Any) -> int:
    return int(dashboard.address.rstrip("/").rsplit(":", 1)[1])


@pytest.fixture(scope="module")
def port(dashboard: Any) -> int:
    return port_of(dashboard)


def kernel_of(page: Page, dashboard: Any) -> psutil.Process:
    """The kernel process behind a page."""
    for pid in dashboard.kernels():
        process = psutil.Process(pid)
        if any(page.kernel in word for word in process.cmdline()):
            return process
    raise AssertionError("the page has no kernel")


async def open_page(port: int, path: str = "/", address: str = "") -> Page | Response:
    """A page with its kernel connected, or the refusal; `address` is the visitor's as a proxy reports it."""
    answer = await request(port, path, **({"X_Forwarded_For": address} if address else {}))
    if answer.status != 200:
        return answer
    text = answer.body.decode()
    page = Page(port, kernel=re.search(r'"kernelId": *"([^"]+)"', text)[1])
    page.model = re.search(r'"model_id": *"([^"]+)"', text)[1]
    page.socket = await page.connect()
    return page


async def tell(
    page: Page, data: dict[str, Any], until: Callable[[dict[str, Any]], Any] | None = None
) -> list[str]:
    """Send a message to the page's widget; return all replies as text, `until` one or until idle."""
    sent = header("comm_msg")

    def is_done(message: dict[str, Any]) -> bool:  # a kernel also turns idle after earlier work
        return message.get("execution_state") == "idle" and message["parent"] == sent["msg_id"]

    page.socket.send(frame(sent, {"comm_id": page.model, "data": data}))
    return await listen(page.socket, until or is_done)


async def listen(socket: WebSocket, until: Callable[[dict[str, Any]], Any]) -> list[str]:
    received = []
    while True:
        message = await asyncio.wait_for(socket.receive(), 180)
        assert message is not None, "the socket was closed"
        received.append(message.decode(errors="replace"))
        _, head, parent, content = parts_of(message)
        if until({"type": head["msg_type"], "parent": parent.get("msg_id")} | content):
            return received


def set_to(screen: str = "explorer", **state: Any) -> dict[str, Any]:
    return to_screen({"do": "set", "state": state}, screen)


def open_screen(screen: str) -> dict[str, Any]:
    return {"method": "custom", "content": {"do": "open", "screen": screen}}


def run(coroutine: Awaitable[None]) -> None:
    asyncio.run(asyncio.wait_for(coroutine, 600))


async def ended(process: psutil.Process, seconds: float = 120) -> bool:
    deadline = time.monotonic() + seconds
    while process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
        if time.monotonic() > deadline:
            return False
        await asyncio.sleep(0.1)
    return True


@pytest.mark.parametrize(
    ("packed", "read"),
    [
        (rb'{"a\udc00": ["\ud800", {"b": "x\uDBFFy"}]}', {"a�": ["�", {"b": "x�y"}]}),
        (rb'["\ud83d\ude00", "\\ud800", 1.5, null, true]', ["😀", "\\ud800", 1.5, None, True]),
        ('["é", "😀"]'.encode(), ["é", "😀"]),
    ],
)
def test_messages_lose_lone_surrogates_only(packed: bytes, read: Any) -> None:
    assert read_message(packed) == read


def test_lone_surrogates_anywhere_are_answered(port) -> None:
    async def use() -> None:
        page = await open_page(port)
        for state in ({"model": LONE}, {"compare": [LONE]}, {"text": LONE}, {LONE: LONE}):
            assert "UnicodeEncodeError" not in "".join(await tell(page, set_to(**state)))
        told = "".join(await tell(page, set_to(model="o200k_base", compare=[], text=LONE)))
        assert "a\\ufffdb" in told or "a�b" in told
        for kind, content in [
            ("comm_msg", {"comm_id": LONE, "data": {}}),
            ("comm_open", {"comm_id": "x", "target_name": LONE, "data": {}}),
            ("comm_info_request", {"target_name": LONE}),
        ]:
            page.socket.send(frame(header(kind), content))
        page.socket.send(frame(header("comm_msg", LONE), {"comm_id": page.model, "data": set_to(text="x")}))
        await page.edit("still there")
        page.close()

    run(use())


def test_exceptions_of_a_kernel_stay_on_the_server(port) -> None:
    async def use() -> None:
        page = await open_page(port)
        told = []
        for data in ({}, {"method": "update", "state": 7}, set_to(selected="x"), {"method": "custom"}):
            told += await tell(page, data)
        page.socket.send(frame(header("comm_open"), {"comm_id": "x", "target_name": "no such", "data": {}}))
        page.socket.send(frame(header("comm_info_request"), ["not", "a", "dictionary"]))
        told += await tell(
            page,
            set_to(text="last"),
            lambda m: "_status" in m.get("data", {}).get("content", {}).get("state", {}),
        )
        everything = "".join(told)
        assert "Something went wrong on the server" in everything
        assert not re.search(r"Traceback|TraitError|File |site-packages|\.py\b|/wordchipper_lab", everything)
        assert '"stream"' not in everything
        page.close()

    run(use())


@pytest.mark.deep
def test_a_page_that_left_leaves_no_work_behind(port, dashboard) -> None:
    async def use() -> None:
        page = await open_page(port, "/training")
        kernel = kernel_of(page, dashboard)
        slow = {"mode": "real", "corpus": "diverse", "rate": 1, "vocab_size": 5000}
        await tell(page, open_screen("training"))
        await tell(page, set_to("training", **slow))
        await tell(
            page,
            to_screen({"do": "start"}, "training"),
            lambda m: m.get("data", {}).get("content", {}).get("state", {}).get("_live"),
        )
        page.close()
        assert await ended(kernel)

    run(use())


@pytest.mark.deep
def test_work_in_processes_of_their_own_ends_too(port, dashboard) -> None:
    async def use() -> None:
        page = await open_page(port, "/throughput")
        kernel = kernel_of(page, dashboard)
        await tell(page, open_screen("throughput"))
        await tell(page, set_to("throughput", memory=True, corpora=["english"], peers=[], rounds=3))
        page.socket.send(
            frame(
                header("comm_msg"),
                {"comm_id": page.model, "data": to_screen({"do": "run"}, "throughput")},
            )
        )
        deadline = time.monotonic() + 120
        while not (probes := kernel.children()):
            assert time.monotonic() < deadline
            await asyncio.sleep(0.05)
        probes[0].suspend()  # so that it cannot end by itself
        page.close()
        assert await ended(kernel)
        assert await ended(probes[0])

    run(use())


@pytest.mark.deep
def test_no_more_visitors_than_there_is_room_for(narrow_dashboard) -> None:
    async def use() -> None:
        port = port_of(narrow_dashboard)
        answers = await asyncio.gather(
            *(request(port, "/divergence", X_Forwarded_For=f"192.0.2.{number}") for number in range(12))
        )
        assert sorted(answer.status for answer in answers) == [200] * 3 + [503] * 9
        assert len(narrow_dashboard.kernels()) <= 3
        refusal = next(answer for answer in answers if answer.status == 503)
        assert 10 <= int(refusal.headers["retry-after"]) <= 20
        assert refusal.headers["content-type"].startswith("text/html")
        assert b"All places are taken" in refusal.body
        assert b"--max-visitors" in refusal.body
        # None of the three ever connected: their places go to newcomers and are not kept any longer.
        await asyncio.sleep(10)
        page = await open_page(port, "/", "192.0.2.1")
        for _ in range(3):
            page.close()
            page = await open_page(port, "/", "192.0.2.1")
            await page.edit("reloaded")
        second = await open_page(port, "/", "192.0.2.1")
        third = await request(port, "/", X_Forwarded_For="192.0.2.1")
        assert third.status == 429
        assert b"--max-per-address" in third.body
        for opened in (page, second):
            await opened.edit("not disturbed")
            opened.close()

    run(use())


@contextmanager
def no_kernel_starting(dashboard: Any) -> Iterator[None]:
    """Nothing is forked meanwhile, so that visitors have to wait: a kernel starts within 0.3 s."""
    zygote = dashboard.zygote()
    zygote.suspend()
    try:
        yield
    finally:
        zygote.resume()


@pytest.mark.deep
def test_a_visitor_who_left_while_waiting_leaves_the_place_to_others(narrow_dashboard) -> None:
    async def use() -> None:
        port = port_of(narrow_dashboard)
        asked = {}
        with no_kernel_starting(narrow_dashboard):
            # One of the first two may get the kernel that waits for visitors; the other one takes the only turn.
            for number, name in enumerate(("first", "second", "leaves", "stays")):
                source = f"127.0.0.{20 + number}"
                asked[name] = asyncio.create_task(request(port, f"/divergence?{name}", source=source))
                await asyncio.sleep(0.2)
            asked["leaves"].cancel()
            await asyncio.sleep(1)
        await asyncio.wait(asked.values(), timeout=150)
        assert [asked[name].result().status for name in ("first", "second", "stays")] == [200, 200, 200]
        await asyncio.sleep(10)  # they never connect: until then, their places are kept

    run(use())


@pytest.mark.deep
def test_a_kernel_whose_page_never_connects_ends(narrow_dashboard) -> None:
    async def use() -> None:
        answer = await request(port_of(narrow_dashboard), "/divergence", X_Forwarded_For="192.0.2.9")
        page = Page(0, kernel=re.search(rb'"kernelId": *"([^"]+)"', answer.body)[1].decode())
        assert await ended(kernel_of(page, narrow_dashboard), 90)

    run(use())


@pytest.mark.deep
def test_a_question_that_needs_more_memory_than_a_visitor_has_is_a_problem_of_its_page(
    narrow_dashboard,
) -> None:
    """Vocabularies are compared until no further one fits; each adds 50 to 100 MB."""

    async def use() -> None:
        port = port_of(narrow_dashboard)
        page, other = await open_page(port, "/", "192.0.2.1"), await open_page(port, "/", "192.0.2.2")
        names = ["cl100k_base", "r50k_base", "p50k_base", "p50k_edit", "o200k_harmony"]
        everything = ""
        for lexer in ("vector", "automaton", "logos", "regex"):
            for encoder in ("bpe_backtrack", "priority_merge"):
                state = set_to(text="wörd " * 200_000, compare=names, lexer=lexer, encoder=encoder)
                told = await tell(
                    page, state, lambda m: "_status" in m.get("data", {}).get("content", {}).get("state", {})
                )
                everything += told[-1]
            await other.edit(f"meanwhile, {lexer}")
        assert "--visitor-memory" in everything
        await page.edit("short again")
        assert kernel_of(page, narrow_dashboard).is_running()
        for opened in (page, other):
            opened.close()

    run(use())
