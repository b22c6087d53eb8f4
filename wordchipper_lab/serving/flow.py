"""The rate at which a page's messages reach its kernel, so that they wait with their sender and not in the
server.

The server passes messages to ZeroMQ, which stores whatever a busy kernel has not taken yet. Without a bound,
a page that sends large ones faster than they are answered fills the server's memory. A websocket that is not
read from slows its sender down by itself (TCP), and nothing is lost.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable

__all__ = ["Flow"]

_BURST_SECONDS = 10  # a page that opens requests a hundred things at once
_MOST_UNANSWERED = 1000


class Flow:
    """One page's messages: `admit` each before it is passed on, `answered` each when its kernel has finished
    it."""

    def __init__(
        self, *, per_second: float, unanswered_bytes: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._per_second, self._most_bytes, self._clock = per_second, unanswered_bytes, clock
        self._allowance, self._counted_at = per_second * _BURST_SECONDS, clock()
        self._unanswered: deque[tuple[str, int]] = deque()  # id (a page may use one twice) and size
        self.unanswered_bytes = 0
        self._room = asyncio.Event()
        self.closed = False

    async def admit(self, message_id: str, size: int) -> None:
        """Wait until a message of `size` bytes may be passed on; returns immediately when the page has
        left."""
        while not self.closed and (
            len(self._unanswered) >= _MOST_UNANSWERED
            or (self._unanswered and self.unanswered_bytes + size > self._most_bytes)
        ):
            self._room.clear()
            await self._room.wait()
        while not self.closed and (wait := self._seconds_until_allowed()) > 0:
            await asyncio.sleep(min(wait, 1.0))
        self._allowance -= 1
        self._unanswered.append((message_id, size))
        self.unanswered_bytes += size

    def answered(self, message_id: str) -> None:
        """A kernel has finished a message, and all before it, because it processes them in order.

        Not every message is answered: a kernel ignores one that it received before, or cannot read. The id of
        a message that did not come from this page has no effect.
        """
        if not any(message_id == waiting for waiting, _ in self._unanswered):
            return
        found = None
        while found != message_id:
            found, size = self._unanswered.popleft()
            self.unanswered_bytes -= size
        self._room.set()

    def forget(self) -> None:
        """The kernel was restarted: nothing it received will be answered."""
        self._unanswered.clear()
        self.unanswered_bytes = 0
        self._room.set()

    def close(self) -> None:
        """The page has left."""
        self.closed = True
        self._room.set()

    def _seconds_until_allowed(self) -> float:
        now = self._clock()
        earned = (now - self._counted_at) * self._per_second
        self._allowance, self._counted_at = (
            min(self._per_second * _BURST_SECONDS, self._allowance + earned),
            now,
        )
        return max(0.0, (1 - self._allowance) / self._per_second)
