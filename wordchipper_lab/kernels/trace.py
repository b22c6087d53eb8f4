"""Recording what a kernel does: rows of integers in a caller's buffer, or nothing at all.

Every span encoder takes a `trace`. With ``trace=None`` numba drops each ``if trace is not None:`` branch when it
compiles, so the untraced specialisation holds no recording code; with a `Trace` the same source records its steps.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .jit import jit

__all__ = ["TRACE_FIELDS", "Trace", "new_trace", "record"]

TRACE_FIELDS = 5


class Trace(NamedTuple):
    """A buffer for events; an event is a code and four integers whose meaning the encoder's file states."""

    events: np.ndarray
    """int64 (capacity, 5): event code, then four values."""
    count: np.ndarray
    """int64 (1,): events met so far; beyond the capacity they are counted, not kept."""

    @property
    def is_truncated(self) -> bool:
        """Whether more events happened than the buffer could keep."""
        return int(self.count[0]) > len(self.events)

    def rows(self) -> np.ndarray:
        """The kept events, in order: int64 (n, 5)."""
        return self.events[: min(int(self.count[0]), len(self.events))]


def new_trace(capacity: int) -> Trace:
    """An empty trace for up to `capacity` events.

    >>> new_trace(8).rows().shape
    (0, 5)
    """
    return Trace(np.empty((capacity, TRACE_FIELDS), dtype=np.int64), np.zeros(1, dtype=np.int64))


@jit()
def record(trace: Trace, code: int, a: int, b: int, c: int, d: int) -> None:
    """Append one event; when the buffer is full the event is only counted."""
    row = trace.count[0]
    trace.count[0] = row + 1
    if row < len(trace.events):
        trace.events[row, 0] = code
        trace.events[row, 1] = a
        trace.events[row, 2] = b
        trace.events[row, 3] = c
        trace.events[row, 4] = d
