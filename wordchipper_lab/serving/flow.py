"""How fast a page's messages go on to its kernel, so that they wait with their sender and not in the server.

The server hands messages to ZeroMQ, which keeps whatever a busy kernel has not taken yet: without a bound, a page that
sends large ones faster than they are answered fills the server's memory. A websocket that is not read from holds its
sender back by itself (TCP), and nothing is lost.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict, deque
from collections.abc import Callable

__all__ = ["Flow"]

_BURST_SECONDS = 10  # a page that opens asks for a hundred things at once
_MOST_UNANSWERED = 1000


class Flow:
    """One page's messages: `admit` each before it goes on, `answered` each when its kernel is done with it."""

    def __init__(
        self, *, per_second: float, unanswered_bytes: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._per_second, self._most_bytes, self._clock = per_second, unanswered_bytes, clock
        self._allowance, self._counted_at = per_second * _BURST_SECONDS, clock()
        # A page may use an id twice: each answer is for one of its messages, the oldest.
        self._sizes: defaultdict[str, deque[int]] = defaultdict(deque)
        self.unanswered, self.unanswered_bytes = 0, 0
        self._room = asyncio.Event()
        self.closed = False

    async def admit(self, message_id: str, size: int) -> None:
        """Wait until a message of `size` bytes may go on; returns at once when the page has gone."""
        while not self.closed and (
            self.unanswered >= _MOST_UNANSWERED
            or (self.unanswered and self.unanswered_bytes + size > self._most_bytes)
        ):
            self._room.clear()
            await self._room.wait()
        while not self.closed and (wait := self._seconds_until_allowed()) > 0:
            await asyncio.sleep(min(wait, 1.0))
        self._allowance -= 1
        self._sizes[message_id].append(size)
        self.unanswered += 1
        self.unanswered_bytes += size

    def answered(self, message_id: str) -> None:
        """A kernel is done with a message; one that it did not get from this page changes nothing."""
        if sizes := self._sizes.get(message_id):
            self.unanswered -= 1
            self.unanswered_bytes -= sizes.popleft()
            if not sizes:
                del self._sizes[message_id]
            self._room.set()

    def forget(self) -> None:
        """The kernel was started anew: nothing of what it got will be answered."""
        self._sizes.clear()
        self.unanswered = self.unanswered_bytes = 0
        self._room.set()

    def close(self) -> None:
        """The page has gone."""
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
