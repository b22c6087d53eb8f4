r"""Lexers of patterns that a visitor typed: each gives up on a text that keeps it busy, and says how far it came.

Two ways to be slow without end: the ``regex`` package goes back and forth (``(a+)+$``), the automaton reads far ahead
for every span (``a*b|a`` on a's). Meanwhile both let other threads run: ``regex`` when told that it may
(``concurrent``: without it, one match of 0.23 s is 0.23 s for all), the automaton's kernel always.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from threading import local
from typing import Any

import numpy as np

from ...errors import PatternError, PatternSyntaxError, WorkLimitError
from ...spanners import GAP, AutomatonLexer, RegexLexer, SpanLexer, resolve_pattern
from ..regex_size import check_size
from .lexer_names import read_lexer

__all__ = ["MOST_SECONDS", "careful_lexer", "plain_lexer"]

MOST_SECONDS = 2.0
_SLOWEST = 1_000_000  # characters a second, a fifth of what patterns reach that do not go back and forth
_HARMLESS = 8  # characters; as short a text is lexed 300,000 times a second, and no pattern hangs on it
_LEAST_SPANS = 16  # between two looks at the clock
_MOST_BYTES = 50_000_000  # that they may read, if each reads to the end of the text: half a second


def careful_lexer(word: str, seconds: float = MOST_SECONDS) -> SpanLexer:
    r"""The lexer that `word` names (see `read_lexer`); if its pattern is one's own, with an end to its patience.

    Such a lexer raises `WorkLimitError` on a text that takes it longer than `seconds`, and one more for each million
    characters; making it raises that for a pattern that is too large, or `PatternError` as `read_lexer` does.

    >>> careful_lexer("regex:(a+)+$"), careful_lexer("regex:r50k_base")
    (<CarefulRegexLexer '(a+)+$'>, <RegexLexer r50k_base>)
    """
    kind, _, pattern = word.partition(":")
    if kind not in _CAREFUL or not pattern or resolve_pattern(pattern) != pattern:
        return read_lexer(word)
    check_size(pattern)
    try:
        return _CAREFUL[kind](pattern, seconds)
    except PatternError:
        raise
    except (RecursionError, OverflowError, ValueError, MemoryError) as error:
        if isinstance(error, WorkLimitError):
            raise
        raise PatternSyntaxError(pattern, 0, f"too large or contradictory ({error})") from None


def plain_lexer(lexer: SpanLexer) -> SpanLexer:
    """The lexer that a careful one stands for, which a proof can read; any other lexer itself."""
    if isinstance(lexer, CarefulRegexLexer):
        return RegexLexer(lexer.pattern)
    return AutomatonLexer(lexer.pattern) if isinstance(lexer, CarefulAutomatonLexer) else lexer


class CarefulRegexLexer(RegexLexer):
    """Gives up where `RegexLexer` would go back and forth for too long."""

    def __init__(self, pattern: str, seconds: float) -> None:
        super().__init__(pattern)
        self._compiled = _Timed(self._compiled, seconds)
        self._seconds = seconds

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.pattern, self._seconds)


class _Timed:
    """A compiled pattern whose `finditer` looks at the clock."""

    def __init__(self, compiled: Any, seconds: float) -> None:
        self._compiled, self._seconds = compiled, seconds

    def __getattr__(self, name: str) -> Any:
        return getattr(self._compiled, name)

    def finditer(self, text: str, *more: Any, **named: Any) -> Iterator[Any]:
        if len(text) <= _HARMLESS:
            return iter(self._compiled.finditer(text, *more, **named))
        return self._watch(text, more, named)

    def _watch(self, text: str, more: tuple[Any, ...], named: dict[str, Any]) -> Iterator[Any]:
        limit = self._seconds + len(text) / _SLOWEST
        done = 0
        try:
            for match in self._compiled.finditer(text, *more, concurrent=True, timeout=limit, **named):
                done = match.end()
                yield match
        except TimeoutError:
            advice = (
                "it goes back and forth; repeat no group that has a repetition in it, or try the automaton"
            )
            raise _gave_up(self._compiled.pattern, limit, done, len(text), "characters", advice) from None


class CarefulAutomatonLexer(AutomatonLexer):
    """Gives up where `AutomatonLexer` would read ahead for too long: few spans at a time, then a look at the clock."""

    def __init__(self, pattern: str, seconds: float) -> None:
        super().__init__(pattern)
        self._seconds = seconds
        self._spent = local()

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.pattern, self._seconds)

    def next_spans(
        self,
        text: np.ndarray,
        region_ends: np.ndarray,
        region_kinds: np.ndarray,
        cursor: np.ndarray,
        ends: np.ndarray,
        kinds: np.ndarray,
    ) -> int:
        """See `SpanLexer.next_spans`."""
        if not cursor.any():  # a new text
            self._spent.seconds = 0.0
        spent = getattr(self._spent, "seconds", 0.0)
        limit = self._seconds + len(text) / _SLOWEST
        n = 0
        while n < len(ends):
            rest = len(text) - int(cursor[1])
            taken = min(max(_MOST_BYTES // max(rest, 1), _LEAST_SPANS), len(ends) - n)
            started = time.perf_counter()
            found = super().next_spans(
                text, region_ends, region_kinds, cursor, ends[n : n + taken], kinds[n : n + taken]
            )
            spent += time.perf_counter() - started
            n = _join_gaps(ends, kinds, n, found, region_ends)
            if cursor[0] == len(region_ends):
                break
            if spent > limit:
                advice = "every span reads far ahead; let no branch need more text than the one behind it"
                raise _gave_up(self.pattern, limit, int(ends[n - 1]), len(text), "bytes", advice)
        self._spent.seconds = spent
        return n


def _join_gaps(ends: np.ndarray, kinds: np.ndarray, n: int, found: int, region_ends: np.ndarray) -> int:
    """Count `found` spans behind the first `n`; a gap that was cut only by a block's end is one gap again."""
    is_cut = n and found and kinds[n - 1] == kinds[n] == GAP and ends[n - 1] not in region_ends
    if not is_cut:
        return n + found
    ends[n - 1 : n + found - 1] = ends[n : n + found].copy()
    kinds[n - 1 : n + found - 1] = kinds[n : n + found].copy()
    return n + found - 1


_CAREFUL: dict[str, type[CarefulRegexLexer] | type[CarefulAutomatonLexer]] = {
    "regex": CarefulRegexLexer,
    "automaton": CarefulAutomatonLexer,
}


def _gave_up(pattern: str, limit: float, done: int, total: int, unit: str, advice: str) -> WorkLimitError:
    shown = pattern if len(pattern) <= 60 else pattern[:60] + "…"
    return WorkLimitError(
        f"the pattern {shown!r} was given up after {limit:.1f} s at {done:,} of {total:,} {unit}: {advice}, "
        "or take a shorter text"
    )
