"""The running server answers odd addresses, methods and messages, and nothing else happens."""

from __future__ import annotations

import asyncio
import contextlib
import struct
import time
from typing import Any

import psutil
import pytest
from wire import Page, RefusedError, WebSocket, frame, header, request, to_screen

from wordchipper_lab.serving.front_door import why_malformed

ODD = [
    *(
        "/%00",
        "/%ff",
        "/..%2f..",
        "//",
        "//evil.example/",
        "/%0d%0aX:%201",
        "/.%2e/",
        "/%",
        "/%zz",
        "/?theme=%ff",
    ),
    *("/" + "a" * 9000, "/" + "%41" * 9000, "/logout", "/login", "/index.html", "/stepper/x", "/stepper%00"),
    *(
        "/voila/templates/",
        "/voila/templates/x",
        "/voila/templates/lab/static/",
        "/voila/templates/no/static/x",
    ),
    *("/voila/templates/lab/static/%00", "/voila/templates/../static/x", "/voila/templates/lab/x/y"),
    *("/voila/static/", "/voila/static/%00", "/voila/static/../../x", "/voila/static/" + "a" * 1500),
    *("/voila/files/", "/voila/files/..", "/voila/files/%00", "/voila/files/explorer.ipynb"),
    *("/voila/labextensions/", "/voila/labextensions/%ff", "/voila/labextensions/" + "a" * 1500),
    *("/voila/api/themes/", "/voila/api/themes/%00", "/voila/api/shutdown/x", "/voila/query/a-b-c-d-e"),
    *("/api/kernels", "/api/kernels/%00", "/api/kernels/a-b-c-d-e", "/api/kernels/a-b-c-d-e/channels"),
    *("/api/contents", "/api/sessions", "/api/terminals", "/%2e%2e/%2e%2e/etc/passwd", "/favicon.ico"),
]
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "BREW"]


@pytest.fixture(scope="module")
def port(dashboard: Any) -> int:
    return int(dashboard.address.rstrip("/").rsplit(":", 1)[1])


def test_no_odd_address_is_an_error_of_the_server_or_starts_anything(port, dashboard) -> None:
    async def ask() -> dict[str, int]:
        return {
            f"{method} {path[:60]}": (await request(port, path, method)).status
            for method in METHODS
            for path in ODD
        }

    before = len(dashboard.kernels())
    answers = asyncio.run(ask())
    assert {
        asked: status
        for asked, status in answers.items()
        if not 400 <= status < 500 and asked[:7] != "OPTIONS"
    } == {"HEAD /?theme=%ff": 200}
    assert max(answers.values()) < 500
    assert len(dashboard.kernels()) <= before + 4  # spare kernels waiting for visitors


def test_head_answers_and_starts_nothing(port, dashboard) -> None:
    async def ask() -> None:
        for path in ("/", "/stepper", "/training/"):
            answer = await request(port, path, "HEAD")
            assert (answer.status, answer.body) == (200, b"")
            assert answer.headers["content-type"].startswith("text/html")
            assert "kernels" not in answer.headers.get("location", "")

    asyncio.run(ask())


def test_other_sites_and_early_browsers_are_refused(port) -> None:
    image = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "no-cors", "Sec_Fetch_Dest": "image"}

    async def ask() -> None:
        for path in ("/", "/training", "/voila/static/voila.js", "/api/kernels/a-b-c-d-e"):
            refusal = await request(port, path, **image)
            assert refusal.status == 403
            assert b"--allow-site" in refusal.body
        assert (await request(port, "/", Origin="https://evil.example")).status == 403
        assert (await request(port, "/", Sec_Purpose="prefetch;prerender")).status == 503
        assert (await request(port, "/", Host="evil.example")).status == 403
        answer = await request(port, "/", "HEAD")
        assert answer.headers["content-security-policy"] == "frame-ancestors 'self'"
        assert answer.headers["x-frame-options"] == "SAMEORIGIN"

    asyncio.run(ask())


def test_a_socket_that_sends_what_no_page_sends_is_closed_and_no_other(port) -> None:
    bad: list[str | bytes] = [
        "{}",
        b"\xff" * 8,
        struct.pack("<Q", 1 << 62) + bytes(200),
        frame(header("comm_msg"), {}, "control"),
        frame({"msg_type": "comm_msg"}, {}),
        b"x" * ((32 << 20) + 1),
    ]

    async def ask() -> None:
        page = await Page.open(port)
        await page.edit("before")
        for protocol in (None, "v2.kernel.example"):
            with pytest.raises(RefusedError, match="400"):
                await page.connect(protocol=protocol)
        with pytest.raises(RefusedError, match="403"):
            await page.connect(Origin="https://evil.example")
        with pytest.raises(RefusedError, match="404"):
            await WebSocket.open(port, "/api/kernels/a-b-c-d-e/channels")
        await page.edit("between")  # a refused socket does not replace the page's own
        for message in bad:
            socket = await page.connect()
            socket.send(message)
            await socket.wait_closed()
        page.socket = await page.connect()
        newest = await page.connect()
        await page.socket.wait_closed()
        assert page.socket.close_code == 1008
        page.socket = newest
        page.socket.send(frame(header("execute_request"), {"code": "1"}))  # ignored, as Voila does
        await page.edit("after")
        page.close()

    asyncio.run(asyncio.wait_for(ask(), 600))


@pytest.mark.deep
def test_a_page_that_does_not_read_is_disconnected(port, dashboard) -> None:
    server = psutil.Process(dashboard.process.pid)
    text = "".join(chr(0x4E00 + number % 20_000) for number in range(49_000))

    async def ask() -> None:
        before = server.memory_info().rss
        page = await Page.open(port)
        number, deadline = 0, time.monotonic() + 300
        while time.monotonic() < deadline:
            number += 1
            data = to_screen({"do": "set", "ask": number, "state": {"text": f"{number} {text}"}})
            page.socket.send(frame(header("comm_msg"), {"comm_id": page.model, "data": data}))
            with contextlib.suppress(TimeoutError, ConnectionError):
                await asyncio.wait_for(page.socket.writer.drain(), 0.1)
            if (await request(port, f"/api/kernels/{page.kernel}")).status == 404:  # its page is gone
                break
        else:
            pytest.fail("the server kept all answers")
        assert server.memory_info().rss - before < 300 << 20
        other = await Page.open(port)  # other pages are not affected
        await other.edit("here")
        other.close()

    asyncio.run(asyncio.wait_for(ask(), 600))


def test_malformed_paths() -> None:
    assert why_malformed("/voila/static/voila.js") is None
    assert why_malformed("/caf%C3%A9/é") is None
    assert all(why_malformed(path) for path in ("/%00", "/%ff", "/%0a", "/\x7f", "/" + "a" * 3000))
