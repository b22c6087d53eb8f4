"""What hostile clients do to the server; each attack ends by itself and returns how it was answered."""

from __future__ import annotations

import asyncio
import random
import struct
from collections.abc import Awaitable, Callable

from wire import Page, RefusedError, connect, frame, header, request, to_screen

ODD_PATHS = [
    "/%00",
    "/%ff",
    "/logout",
    "/voila/templates/",
    "/" + "a" * 5000,
    "/..%2f..",
    "/voila/files/x",
    "/api/kernels",
]
METHODS = ["GET", "HEAD", "POST", "PUT", "OPTIONS", "TRACE", "BREW"]


async def old_protocol(port: int, source: str) -> str:
    """A socket in the old format, which used to hang the server."""
    try:
        page = await Page.open(port, source)
    except RefusedError as refused:
        return f"{refused.status} for the page"
    try:
        await page.connect(protocol=None)
    except RefusedError as refused:
        return f"{refused.status} for the socket"
    finally:
        page.close()
    return "LET IN"


async def garbage_frames(port: int, source: str) -> str:
    """Frames with absurd numbers of offsets, or nothing but noise."""
    try:
        page = await Page.open(port, source)
    except RefusedError as refused:
        return f"{refused.status} for the page"
    for bad in (
        b"\xff" * 8,
        struct.pack("<Q", 1 << 60) + bytes(1000),
        random.randbytes(10_000),
        "{}",
        frame(header("comm_msg"), {}, "control"),
    ):
        socket = await page.connect()
        socket.send(bad)
        await socket.wait_closed()
    page.close()
    return "closed"


async def message_flood(port: int, source: str) -> str:
    """As many messages as get through in ten seconds."""
    try:
        page = await Page.open(port, source)
    except RefusedError as refused:
        return f"{refused.status} for the page"
    message = frame(header("comm_msg"), {"comm_id": "nobody", "data": {"x": "y" * 10_000}})
    deadline = asyncio.get_running_loop().time() + 10
    try:
        while asyncio.get_running_loop().time() < deadline:
            page.socket.send(message)
            try:
                await asyncio.wait_for(page.socket.writer.drain(), 1)
            except TimeoutError:
                continue
            await asyncio.sleep(0)
    finally:
        page.close()
    return "held back"


async def no_reader(port: int, source: str) -> str:
    """Ask for large answers and read none."""
    try:
        page = await Page.open(port, source)
    except RefusedError as refused:
        return f"{refused.status} for the page"
    text = "".join(chr(0x4E00 + number) for number in range(20_000)) * 2
    for number in range(600):
        data = to_screen({"do": "set", "ask": number, "state": {"text": f"{number} {text}"}})
        page.socket.send(frame(header("comm_msg"), {"comm_id": page.model, "data": data}))
        try:
            await asyncio.wait_for(page.socket.writer.drain(), 1)
        except TimeoutError:
            continue
        except ConnectionError:
            return "closed"
        await asyncio.sleep(0.01)
    page.close()
    return "ended"


async def other_sites(port: int, source: str) -> str:
    """Images, frames and scripts on another site."""
    seen = set()
    for mode, dest in (
        ("no-cors", "image"),
        ("navigate", "iframe"),
        ("no-cors", "script"),
        ("cors", "empty"),
    ):
        headers = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": mode, "Sec_Fetch_Dest": dest}
        answer = await request(port, "/", source=source, **headers)
        seen.add(answer.status)
    return " ".join(map(str, sorted(seen)))


async def page_flood(port: int, source: str) -> str:
    """Ten pages at once, none of which ever connects."""
    answers = await asyncio.gather(
        *(request(port, random.choice(["/", "/stepper", "/training"]), source=source) for _ in range(10)),
        return_exceptions=True,
    )
    worst = max(getattr(answer, "status", 0) for answer in answers)
    await asyncio.sleep(5)
    return f"{worst} at worst"


async def odd_paths(port: int, source: str) -> str:
    """Useless addresses and methods."""
    worst = 0
    for path in ODD_PATHS:
        for method in METHODS:
            worst = max(worst, (await request(port, path, method, source=source)).status)
    await asyncio.sleep(1)
    return f"{worst} at worst"


async def half_open(port: int, source: str) -> str:
    """Two hundred connections that send half a head, one line a second, or nothing."""
    open_ = []
    for _ in range(200):
        try:
            open_.append(await connect(port, source))
        except OSError:
            break
    for second in range(20):
        for number, (_, writer) in enumerate(open_):
            if number % 2 and not writer.is_closing():
                writer.write(b"GET / HTTP/1.1\r\n" if second == 0 else b"X-Slow: y\r\n")
        await asyncio.sleep(1)
    for _, writer in open_:
        writer.close()
    return "ended"


async def half_a_message(port: int, source: str) -> str:
    """The beginning of a long message whose end never comes."""
    try:
        page = await Page.open(port, source)
    except RefusedError as refused:
        return f"{refused.status} for the page"
    page.socket.writer.write(b"\x82\xff" + struct.pack("!Q", 31 << 20) + bytes(4) + bytes(1 << 20))
    await asyncio.sleep(10)
    page.close()
    return "ended"


ATTACKS: dict[str, Callable[[int, str], Awaitable[str]]] = {
    attack.__name__.replace("_", " "): attack
    for attack in (
        old_protocol,
        garbage_frames,
        message_flood,
        no_reader,
        other_sites,
        page_flood,
        odd_paths,
        half_open,
        half_a_message,
    )
}
