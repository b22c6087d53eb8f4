"""Connections are counted, and those that never finish a request are closed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tornado.web import Application, RequestHandler
from wire import connect, request

from wordchipper_lab.serving.connections import BoundedServer
from wordchipper_lab.serving.socket_limits import SocketLimits


class Hello(RequestHandler):
    def get(self) -> None:
        self.write("hello")


@asynccontextmanager
async def serving(*, seconds: float = 60, per_address: bool = True) -> AsyncIterator[int]:
    limits = SocketLimits(connections=8, header_seconds=seconds)
    server = BoundedServer(Application([("/", Hello)]), limits, per_address=per_address)
    server.listen(0, "127.0.0.1")
    (listening,) = server._sockets.values()
    yield listening.getsockname()[1]
    server.stop()
    await server.close_all_connections()


async def is_closed(reader: asyncio.StreamReader, *, within: float = 30) -> bool:
    try:
        return await asyncio.wait_for(reader.read(1), within) == b""
    except TimeoutError:
        return False
    except ConnectionError:
        return True


def test_one_address_does_not_shut_out_another() -> None:
    async def steps() -> None:
        async with serving() as port:
            (first, stay), (_, leave) = [await connect(port, "127.0.0.2") for _ in range(2)]
            third, _ = await connect(port, "127.0.0.2")
            assert await is_closed(third)
            assert (await request(port, "/", source="127.0.0.3")).body == b"hello"
            assert not await is_closed(first, within=0.01)
            leave.close()
            for _ in range(100):
                try:  # the server stops counting it once it notices
                    assert (await request(port, "/", source="127.0.0.2")).body == b"hello"
                    break
                except ConnectionError:
                    await asyncio.sleep(0.05)
            else:
                raise AssertionError("a closed connection was counted forever")
            stay.close()

    asyncio.run(steps())


def test_behind_a_proxy_only_all_are_counted() -> None:
    async def steps() -> None:
        async with serving(per_address=False) as port:
            open_ = [await connect(port) for _ in range(8)]
            ninth, _ = await connect(port)
            assert await is_closed(ninth)
            assert not any([await is_closed(reader, within=0.01) for reader, _ in open_])

    asyncio.run(steps())


def test_a_request_that_is_never_finished_is_closed() -> None:
    async def steps() -> None:
        async with serving(seconds=0.2) as port:
            silent, _ = await connect(port)
            slow, writer = await connect(port)
            writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
            assert await is_closed(silent)
            assert await is_closed(slow)
            assert (await request(port, "/")).body == b"hello"

    asyncio.run(steps())
