"""A screen whose page computes by itself what it draws, and tells its kernel afterwards.

The page has the kernels as WebAssembly (``web/engine/near_screen.js``): it answers a key at once and sends the state a
moment later, marked as ``drawn``. The kernel then computes the same for whoever asks it, and sends nothing: its answer
could be older than what the page shows by then. From the next change that comes from elsewhere on, everything is sent
again, first what was held back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from .page_widget import PageWidget

__all__ = ["FollowingWidget"]


class FollowingWidget(PageWidget):
    """`drawn_in_pages`: the answers that a page can compute; empty for a screen that only the kernel draws."""

    drawn_in_pages: ClassVar[frozenset[str]] = frozenset()

    _is_following = False  # what the page shows is its own work
    _is_repeating = False  # what changes at this moment is what the page has already
    _unsent: frozenset[str] = frozenset()

    def _settled(self, use: Callable[[], None]) -> None:
        """Call ``use()`` once all answers to the present state are there."""
        use()

    @classmethod
    def _settable(cls) -> set[str]:
        """The names of the public state."""
        return set()

    @contextmanager
    def _repeating(self) -> Iterator[None]:
        """What changes inside this block is what the page has already, if this screen follows its page."""
        before, self._is_repeating = self._is_repeating, True
        try:
            yield
        finally:
            self._is_repeating = before

    def _follow(self, take_over: Callable[[], None]) -> None:
        """Change the state as the page did: `take_over` may raise, and then changes nothing."""
        self._is_following = True
        with self._repeating():
            take_over()

    def _lead(self) -> None:
        """From now on send what changes, and what was held back as soon as it is up to date."""
        self._is_following = False
        if self._unsent:
            self._settled(self._send_unsent)

    def _send_unsent(self) -> None:
        unsent, self._unsent = self._unsent, frozenset()
        if unsent and not self._is_following:
            self.send_state(sorted(unsent))
        else:
            self._unsent |= unsent

    def _should_send_property(self, key: str, value: Any) -> bool:
        if self._is_following and key in self.drawn_in_pages:
            self._unsent |= {key}
            return False
        if self._is_following and self._is_repeating and key in self._settable():
            return False  # the page may have gone on meanwhile
        return bool(super()._should_send_property(key, value))

    def notify_change(self, change: Any) -> None:
        """As every widget; a change that Python code makes ends the following."""
        is_made_here = self._is_following and not self._is_repeating and change["name"] in self._settable()
        if is_made_here:
            self._is_following = False
        super().notify_change(change)
        if is_made_here:
            self._lead()
