"""Background work that a visitor can end: a stop is heard within a second, whatever the work is at."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from .background_work import BackgroundWork

__all__ = ["LONGEST_STOP", "StoppableWork"]

LONGEST_STOP = 0.8
"""Seconds; what does not end by then goes on in its thread, and is forgotten."""


class StoppableWork:
    """`work` as of `BackgroundWork`; `end` hears the exception that ended it, or None, exactly once.

    `is_stopped` says then whether a stop was asked for.
    """

    def __init__(
        self,
        work: Callable[[Any, Any], object],
        show: Callable[[dict[str, Any]], None],
        end: Callable[[BaseException | None], None],
    ) -> None:
        self.is_stopped = self._is_over = False
        self._end = end
        self._work: BackgroundWork[dict[str, Any]] = BackgroundWork(
            work, lambda shown: None if self._is_over else show(shown), self._finish
        )
        self._work.interrupt = self.stop
        self.start, self.run = self._work.start, self._work.run

    def stop(self) -> None:
        """Ask for an end, and wait for it less than a second: one call of a regular expression cannot be ended."""
        self.is_stopped = True
        self._work.stop.set()
        with suppress(RuntimeError):  # no event loop: the work is this thread's own
            asyncio.get_running_loop().call_later(LONGEST_STOP, self._finish, None)

    def abandon(self) -> None:
        """End without a word: the result is no longer wanted."""
        self._work.stop.set()
        self._is_over = True

    def _finish(self, error: BaseException | None) -> None:
        if not self._is_over:
            self._is_over = True
            self._end(error)
