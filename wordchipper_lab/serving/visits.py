"""Which visitors have a kernel, and whether one more may have one: a page is a process, and memory is
finite."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from .turns import Turns

__all__ = ["THIS_MACHINE", "Kernels", "NoRoomError", "Visit", "VisitorGoneError", "Visits", "network_of"]

THIS_MACHINE = "this machine"  #: as an address

_PATIENCE = (
    3.0  # seconds that a visitor waits for a kernel that is just ending, such as that of a reloaded page
)
_LOADING = 10.0  # seconds that a page may take to connect to its kernel before its place is given away
_LOOK_AGAIN = 0.1


class Kernels(Protocol):
    """The part of a kernel manager used here."""

    def is_alive(self, kernel_id: str) -> bool:
        """Whether this kernel is still alive."""

    def is_without_page(self, kernel_id: str) -> bool | None:
        """Whether the page has left again; None while it has not connected yet."""

    def spares(self) -> dict[str, int]:
        """How many kernels wait for a visitor, or are being started for one, by notebook: a new dictionary."""

    @property
    def n_ending(self) -> int:
        """How many spare kernels are ending now."""

    async def end(self, kernel_id: str) -> None:
        """End a visitor's kernel; returns when it has ended."""

    async def end_spare(self, notebook: str) -> None:
        """End a kernel that waits for a visitor of `notebook`."""


class NoRoomError(Exception):
    """There is no kernel for this visitor now; `own` says whether only for this address."""

    def __init__(self, most: int, *, own: bool) -> None:
        super().__init__(f"{most} pages are open")
        self.most, self.own = most, own


class VisitorGoneError(Exception):
    """The visitor is no longer waiting for this page."""


@dataclass(eq=False)
class Visit:
    """A page that was requested: it occupies a place from then on, until its kernel has ended."""

    address: str
    notebook: str
    is_gone: Callable[[], bool] = lambda: False  #: whether the visitor did not wait for the page
    kernel_id: str | None = None
    is_promised_a_spare: bool = False  #: when it was admitted, a kernel was waiting for it
    is_waiting_for_a_turn: bool = False
    sent_at: float | None = None  #: when the page had been sent; it connects to its kernel after that
    end_turn: Callable[[], None] | None = None  #: of those who start a kernel


@dataclass(eq=False)
class Visits:
    """All visits; at most `most` kernels live, and at most `most_of_one` of them for one address."""

    kernels: Kernels
    most: int
    most_of_one: Callable[[str], int | None] = lambda address: None
    turns: Turns = field(default_factory=lambda: Turns(1))
    idle_seconds: float = 30.0
    clock: Callable[[], float] = time.monotonic
    _visits: list[Visit] = field(default_factory=list)

    @property
    def n_kernels(self) -> int:
        """Live kernels: of visitors (including those just admitted) and spare ones."""
        self._forget_ended()
        return len(self._visits) + sum(self.kernels.spares().values()) + self.kernels.n_ending

    async def admit(self, address: str, notebook: str, is_gone: Callable[[], bool] = lambda: False) -> Visit:
        """Admit a visitor, making room if necessary; raises `NoRoomError` after a few seconds without room.

        `is_gone` says whether the visitor has left meanwhile: then no room is made, now or before a start,
        and `VisitorGoneError` is raised.
        """
        group, deadline = network_of(address), self.clock() + _PATIENCE
        while (refusal := self._why_not(group, notebook)) is not None and not is_gone():
            if await self._make_room(group if refusal.own else None):
                continue
            if self.clock() >= deadline:
                raise refusal
            await asyncio.sleep(_LOOK_AGAIN)
        if is_gone():
            raise VisitorGoneError
        visit = Visit(group, notebook, is_gone, is_promised_a_spare=self._has_a_spare_for(notebook))
        self._visits.append(visit)
        return visit

    async def before_a_start(self, visit: Visit) -> None:
        """Wait for a turn, and make sure that a kernel started then is within the bound: no spare is kept in
        its place.

        Raises `VisitorGoneError` if the visitor did not wait.
        """
        visit.is_promised_a_spare = False  # another visitor has taken it, if there was one
        visit.is_waiting_for_a_turn = True
        visit.end_turn = await self.turns.take(visit.address)
        visit.is_waiting_for_a_turn = False
        if visit.is_gone():
            raise VisitorGoneError
        while self.n_kernels > self.most and await self._end_a_spare():
            pass

    def page_sent(self, visit: Visit) -> None:
        """The page was sent to its visitor; one that got no kernel no longer occupies a place."""
        visit.sent_at = self.clock()
        if visit.end_turn is not None:
            visit.end_turn()
        if visit.kernel_id is None and visit in self._visits:
            self._visits.remove(visit)

    async def end_unclaimed(self) -> None:
        """End kernels whose page was sent some time ago and never connected, because it was not opened."""
        for visit in self._waiting(self.idle_seconds):
            await self._end(visit)

    def _why_not(self, address: str, notebook: str) -> NoRoomError | None:
        self._forget_ended()
        most_of_one = self.most_of_one(address)
        if most_of_one is not None and sum(visit.address == address for visit in self._visits) >= most_of_one:
            return NoRoomError(most_of_one, own=True)
        is_ready = self._has_a_spare_for(notebook)
        return NoRoomError(self.most, own=False) if self.n_kernels - is_ready >= self.most else None

    def _has_a_spare_for(self, notebook: str) -> bool:
        return self._unpromised_spares().get(notebook, 0) > 0

    def _unpromised_spares(self) -> dict[str, int]:
        """Spare kernels that belong to no admitted visitor, by notebook."""
        spares = self.kernels.spares()
        for visit in self._visits:
            if visit.kernel_id is None and visit.is_promised_a_spare and visit.notebook in spares:
                spares[visit.notebook] -= 1
        return spares

    async def _make_room(self, address: str | None) -> bool:
        """End the least needed kernel; only of one address if one is given."""
        if address is None and await self._end_a_spare():
            return True
        left = [visit for visit in self._visits if self._is_left(visit)]
        for visit in (*left, *self._waiting(_LOADING)):
            if address is None or visit.address == address:
                await self._end(visit)
                return True
        return False

    async def _end_a_spare(self) -> bool:
        unpromised = self._unpromised_spares().items()
        notebook = next((notebook for notebook, number in unpromised if number > 0), None)
        if notebook is not None:
            await self.kernels.end_spare(notebook)
        return notebook is not None

    async def _end(self, visit: Visit) -> None:
        if visit.kernel_id is not None and self.kernels.is_alive(visit.kernel_id):
            await self.kernels.end(visit.kernel_id)
        if visit in self._visits:
            self._visits.remove(visit)

    def _is_left(self, visit: Visit) -> bool:
        return visit.kernel_id is not None and self.kernels.is_without_page(visit.kernel_id) is True

    def _waiting(self, seconds: float) -> list[Visit]:
        """Visits whose page was sent at least this long ago and has not connected, the oldest first."""
        since = self.clock() - seconds
        return [
            visit
            for visit in self._visits
            if visit.kernel_id is not None
            and visit.sent_at is not None
            and visit.sent_at <= since
            and self.kernels.is_without_page(visit.kernel_id) is None
        ]

    def _forget_ended(self) -> None:
        """Forget visits whose kernel has ended, and visitors who left before one was started for them."""
        self._visits = [
            visit
            for visit in self._visits
            if (
                not (visit.is_waiting_for_a_turn and visit.is_gone())
                if visit.kernel_id is None
                else self.kernels.is_alive(visit.kernel_id)
            )
        ]


def network_of(address: str) -> str:
    """The network of an address: an IPv6 subscriber has 2^64 addresses.

    >>> network_of("192.0.2.7"), network_of("2001:db8:1:2:a::b"), network_of("::ffff:127.0.0.1"), network_of("?")
    ('192.0.2.7', '2001:db8:1:2::/64', 'this machine', '?')
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    parsed = getattr(parsed, "ipv4_mapped", None) or parsed
    if parsed.is_loopback:
        return THIS_MACHINE
    return str(ipaddress.ip_network((parsed, 64), strict=False)) if parsed.version == 6 else str(parsed)
