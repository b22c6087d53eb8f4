"""HTTP and websockets byte by byte, so that tests can also do what no client library would."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import struct
import time
import uuid
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

PROTOCOL = "v1.kernel.websocket.jupyter.org"
PATIENCE = 180  # seconds: longer than anything takes on a busy machine


@dataclass
class Response:
    status: int
    headers: dict[str, str]
    body: bytes


async def connect(port: int, source: str = "127.0.0.1") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection to this machine, from any of its 127.x.y.z addresses."""
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0), limit=1 << 20)


async def request(
    port: int, path: str, method: str = "GET", source: str = "127.0.0.1", **headers: str
) -> Response:
    """One request and its whole answer; ``_`` in the name of a header stands for ``-``."""
    reader, writer = await connect(port, source)
    try:
        fields = {"Connection": "close", "X-Forwarded-For": _forwarded(source), **_dashed(headers)}
        writer.write(_head(port, method, path, fields))
        answer = await asyncio.wait_for(reader.read(), PATIENCE)
    finally:
        writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    status, received = _parse(head)
    if received.get("transfer-encoding") == "chunked":
        body = _unchunked(body)
    return Response(status, received, body)


def _head(port: int, method: str, path: str, headers: dict[str, str]) -> bytes:
    fields = {"Host": f"127.0.0.1:{port}", **headers}
    if method not in {"GET", "HEAD"}:
        fields.setdefault("Content-Length", "0")
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items()), "", ""]
    return "\r\n".join(lines).encode("latin-1")


def _forwarded(source: str) -> str:
    """The address that a proxy would report; a server that is not behind one ignores it."""
    return source.replace("127.0.0.", "203.0.113.")


def _dashed(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def _parse(head: bytes) -> tuple[int, dict[str, str]]:
    first, *lines = head.decode("latin-1").split("\r\n")
    if not first:
        raise ConnectionError("closed without an answer")
    pairs = (line.split(":", 1) for line in lines)
    return int(first.split()[1]), {name.lower(): value.strip() for name, value in pairs}


def _unchunked(body: bytes) -> bytes:
    whole = b""
    while body:
        size, _, body = body.partition(b"\r\n")
        n_bytes = int(size, 16)
        whole, body = whole + body[:n_bytes], body[n_bytes + 2 :]
    return whole


class RefusedError(ConnectionError):
    """A websocket was not opened; `status` is the HTTP status."""

    def __init__(self, status: int, body: bytes) -> None:
        super().__init__(f"{status}: {body.decode(errors='replace')}")
        self.status = status


_CLOSE, _PING, _PONG = 8, 9, 10


@dataclass
class WebSocket:
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    close_code: int | None = None
    close_reason: str = ""

    @classmethod
    async def open(
        cls,
        port: int,
        path: str,
        source: str = "127.0.0.1",
        protocol: str | None = PROTOCOL,
        **headers: str,
    ) -> WebSocket:
        reader, writer = await connect(port, source)
        fields = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
        fields["X-Forwarded-For"] = _forwarded(source)
        fields["Sec-WebSocket-Key"] = base64.b64encode(os.urandom(16)).decode()
        if protocol is not None:
            fields["Sec-WebSocket-Protocol"] = protocol
        writer.write(_head(port, "GET", path, fields | _dashed(headers)))
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
        status, _ = _parse(head.removesuffix(b"\r\n\r\n"))
        if status != 101:
            body = await asyncio.wait_for(reader.read(1000), PATIENCE)
            writer.close()
            raise RefusedError(status, body)
        return cls(reader, writer)

    def send(self, payload: str | bytes) -> None:
        """Queue a text or binary frame; `writer.drain` waits until it is sent."""
        opcode, data = (0x81, payload.encode()) if isinstance(payload, str) else (0x82, payload)
        self._write(opcode, data)

    def _write(self, opcode: int, data: bytes) -> None:
        if len(data) < 126:
            head = bytes([opcode, 0x80 | len(data)])
        elif len(data) < 1 << 16:
            head = bytes([opcode, 0x80 | 126]) + struct.pack("!H", len(data))
        else:
            head = bytes([opcode, 0x80 | 127]) + struct.pack("!Q", len(data))
        self.writer.write(head + bytes(4) + data)  # masked with zeros: the same bytes

    async def receive(self) -> bytes | None:
        """The next message; None once the server has closed the socket. Pings are answered, as browsers do."""
        while True:
            try:
                first, second = await self.reader.readexactly(2)
                size = second & 0x7F
                if size == 126:
                    size = int.from_bytes(await self.reader.readexactly(2), "big")
                elif size == 127:
                    size = int.from_bytes(await self.reader.readexactly(8), "big")
                data = await self.reader.readexactly(size)
            except (asyncio.IncompleteReadError, ConnectionError):
                return None
            opcode = first & 0x0F
            if opcode == _CLOSE:
                self.close_code = int.from_bytes(data[:2], "big") if data else None
                self.close_reason = data[2:].decode()
                self.writer.close()
                return None
            if opcode == _PING:
                self._write(0x80 | _PONG, data)
            elif opcode != _PONG:
                return data

    async def wait_closed(self) -> None:
        """Read until the server closes."""
        while await asyncio.wait_for(self.receive(), PATIENCE) is not None:
            pass

    def close(self) -> None:
        self.writer.close()


def frame(header: Any, content: Any, channel: str = "shell", buffers: tuple[bytes, ...] = ()) -> bytes:
    """A message to a kernel, as pages send it."""
    parts = [channel.encode(), *(json.dumps(part).encode() for part in (header, {}, {}, content)), *buffers]
    offsets = [8 * (len(parts) + 2)]
    for part in parts:
        offsets.append(offsets[-1] + len(part))
    return struct.pack(f"<{len(offsets) + 1}Q", len(offsets), *offsets) + b"".join(parts)


def header(kind: str, message_id: str | None = None) -> dict[str, str]:
    return {
        "msg_id": message_id or uuid.uuid4().hex,
        "msg_type": kind,
        "session": "test",
        "username": "",
        "version": "5.3",
        "date": "2026-01-01T00:00:00Z",
    }


def parts_of(message: bytes) -> tuple[str, Any, Any, Any]:
    """Channel, header, parent header and content of a message from a kernel."""
    number = int.from_bytes(message[:8], "little")
    offsets = struct.unpack_from(f"<{number}Q", message, 8)
    channel, head, parent, _, content, *_ = (message[begin:end] for begin, end in pairwise(offsets))
    return channel.decode(), json.loads(head), json.loads(parent), json.loads(content)


def to_screen(content: dict[str, Any], screen: str = "explorer") -> dict[str, Any]:
    """A message to one of the screens of the Lab that a page shows; the Explorer is open from the beginning."""
    return {"method": "custom", "content": {"to": screen, "content": content}}


@dataclass
class Page:
    """The Lab as a browser opens it, with its Explorer, without a browser."""

    port: int
    source: str = "127.0.0.1"
    kernel: str = ""
    model: str = ""
    socket: WebSocket | None = None
    asked: int = field(default=0)

    @classmethod
    async def open(cls, port: int, source: str = "127.0.0.1", *, assets: bool = False) -> Page:
        """Load the page (with `assets`, also the scripts it names) and connect to its kernel."""
        page = cls(port, source)
        answer = await request(port, "/", source=source, Sec_Fetch_Site="none")
        if answer.status != 200:
            raise RefusedError(answer.status, answer.body[:300])
        text = answer.body.decode()
        page.kernel = re.search(r'"kernelId": *"([^"]+)"', text)[1]
        page.model = re.search(r'"model_id": *"([^"]+)"', text)[1]
        if assets:
            for path in sorted(set(re.findall(r'(?:src|href)="(/voila/[^"#]+)"', text))):
                assert (await request(port, path, source=source)).status == 200, path
        page.socket = await page.connect()
        return page

    @property
    def path(self) -> str:
        return f"/api/kernels/{self.kernel}/channels?session_id={uuid.uuid4().hex}"

    async def connect(self, **options: Any) -> WebSocket:
        return await WebSocket.open(self.port, self.path, self.source, **options)

    async def edit(self, text: str) -> float:
        """Type `text`; return the seconds until the page has the whole answer."""
        self.asked += 1
        data = to_screen({"do": "set", "ask": self.asked, "state": {"text": text}})
        begun = time.perf_counter()
        self.socket.send(frame(header("comm_msg"), {"comm_id": self.model, "data": data}))
        while True:
            message = await asyncio.wait_for(self.socket.receive(), PATIENCE)
            if message is None:
                raise ConnectionError(f"the page lost its kernel: {self.socket.close_reason}")
            _, head, _, content = parts_of(message)
            if head["msg_type"] != "comm_msg":
                continue
            sent = content["data"].get("content", {})
            if (sent.get("content") or {}).get("ask") == self.asked:
                return time.perf_counter() - begun

    def close(self) -> None:
        """Leave without a word, like a crashed tab."""
        if self.socket is not None:
            self.socket.close()
