"""Matches of a pattern by the ``regex`` package, with a time limit.

The package's own ``timeout`` measures the processor time of the whole process, all threads together, from the
first match on. So when it expires, the time of this thread decides, and the search may resume where it
stopped. Reading the clock costs about 0.2 us per match. Meanwhile other threads run (``concurrent``).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import islice
from typing import Any

from .pattern_limits import PatternLimits

__all__ = ["TimedSearch"]

_HARMLESS = 8  # characters; a text this short is lexed 300,000 times a second, and no pattern hangs on it
_AT_ONCE = 4096


class TimedSearch:
    """Searches texts of `n_characters` in total; `limits` hold for all of them together.

    >>> import regex
    >>> search = TimedSearch(regex.compile("a+"), PatternLimits(), 20)
    >>> list(search.spans("aab" * 6 + "aa"))[-1]
    (18, 20)
    """

    def __init__(self, compiled: Any, limits: PatternLimits, n_characters: int) -> None:
        self._compiled, self._limits, self._n_characters = compiled, limits, n_characters
        self._most = limits.seconds_for(n_characters)
        self._spent = 0.0

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """(start, end) of each match; raises `WorkLimitError`."""
        if len(text) <= _HARMLESS:
            yield from (match.span() for match in self._compiled.finditer(text))
            return
        done, allowed = 0, max(self._most - self._spent, 0.01)
        while True:
            matches = self._compiled.finditer(text, done, concurrent=True, timeout=allowed)
            try:
                while found := self._next_spans(matches):
                    done = found[-1][1]
                    yield from found
                return
            except TimeoutError:
                if self._spent >= 0.9 * self._most:  # otherwise other threads took most of it
                    advice = "it backtracks; repeat no group that contains a repetition, try the automaton"
                    pattern = self._compiled.pattern
                    raise self._limits.gave_up(
                        pattern, done, self._n_characters, "characters", advice
                    ) from None
                allowed *= 2

    def _next_spans(self, matches: Iterator[Any]) -> list[tuple[int, int]]:
        began = time.thread_time()
        try:
            return [match.span() for match in islice(matches, _AT_ONCE)]
        finally:
            self._spent += time.thread_time() - began
