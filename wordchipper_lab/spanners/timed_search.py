"""Matches of a pattern by the ``regex`` package, as long as they do not take too long.

The package's own ``timeout`` measures the processor time of the whole process, all threads together, from the first
match on; so when it strikes, the time of this thread decides, and the search may go on where it was. Asking the clock
costs some 0.2 us a match. Meanwhile other threads run (``concurrent``).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import islice
from typing import Any

from .pattern_limits import PatternLimits

__all__ = ["TimedSearch"]

_HARMLESS = 8  # characters; as short a text is lexed 300,000 times a second, and no pattern hangs on it
_AT_ONCE = 4096


class TimedSearch:
    """Searches texts of `n_characters` in all; `limits` hold for all of them together.

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
                if self._spent >= 0.9 * self._most:  # else other threads took most of it
                    advice = "it goes back and forth; repeat no group that has a repetition in it, try the automaton"
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
