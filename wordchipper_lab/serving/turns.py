"""Whose page is started next: a start takes a core for seconds, and open pages need one too."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field

__all__ = ["Turns"]

_LATELY = 60.0  # seconds
_LONGEST = 10.0  # seconds; a slow reader must not keep others waiting


@dataclass(eq=False)
class Turns:
    """At most `at_once` at the same time; of those waiting, the one without a turn for longest comes first.

    So each visitor waits for at most one start of each other address, however many pages one of them
    requests.

    >>> async def in_what_order(visitors: str) -> str:
    ...     turns, order = Turns(1), []
    ...     async def start(whose: str) -> None:
    ...         end = await turns.take(whose)
    ...         order.append(whose)
    ...         await asyncio.sleep(0)
    ...         end()
    ...     await asyncio.gather(*map(start, visitors))
    ...     return "".join(order)
    >>> asyncio.run(in_what_order("aaaabb"))
    'ababaa'
    """

    at_once: int
    longest: float = _LONGEST
    clock: Callable[[], float] = time.monotonic
    _running: int = 0
    _waiting: list[tuple[str, asyncio.Future[None]]] = field(default_factory=list)
    _latest: dict[str, float] = field(default_factory=dict)

    @property
    def are_all_taken(self) -> bool:
        """Whether a newcomer would have to wait."""
        return self._running >= self.at_once

    async def take(self, whose: str) -> Callable[[], None]:
        """Wait for a turn; it ends when the returned function is called, or after `longest` seconds."""
        loop = asyncio.get_running_loop()
        granted = loop.create_future()
        self._waiting.append((whose, granted))
        self._grant()
        try:
            await granted
        except asyncio.CancelledError:
            if granted.done() and not granted.cancelled():
                self._end()
            raise
        has_ended = False

        def end() -> None:
            nonlocal has_ended
            if not has_ended:
                has_ended = True
                self._end()

        loop.call_later(self.longest, end)
        return end

    def _end(self) -> None:
        self._running -= 1
        self._grant()

    def _grant(self) -> None:
        now = self.clock()
        self._latest = {whose: when for whose, when in self._latest.items() if when > now - _LATELY}
        self._waiting = [each for each in self._waiting if not each[1].cancelled()]
        while self._waiting and not self.are_all_taken:
            next_ = min(self._waiting, key=lambda each: self._latest.get(each[0], 0.0))
            self._waiting.remove(next_)
            whose, granted = next_
            granted.set_result(None)
            self._running += 1
            self._latest[whose] = now
