"""Record what a kernel does, as rows of integers in a caller's buffer, or record nothing at all.

Every span encoder takes a `trace`. With ``trace=None`` numba removes each ``if trace is not None:`` branch
when it compiles, so the untraced specialisation contains no recording code. With a `Trace` the same source
records its steps.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .jit import jit

__all__ = ["EVENT_CODES", "TRACE_FIELDS", "Trace", "new_trace", "record"]

TRACE_FIELDS = 5
EVENT_CODES = 16
"""Event codes are below this."""


class Trace(NamedTuple):
    """A buffer for events; an event is a code and four integers, whose meaning is documented in the encoder's
    file."""

    events: np.ndarray
    """int64 (5 * capacity,): event code, then four values."""
    count: np.ndarray
    """int64 (1,): events so far; those beyond the capacity are counted, not stored."""
    totals: np.ndarray
    """int64 (5 * `EVENT_CODES`,): number of events of each kind, and the sums of their four values, over all
    events."""

    @property
    def is_truncated(self) -> bool:
        """Whether there were more events than the buffer holds."""
        return int(self.count[0]) > len(self.events) // TRACE_FIELDS

    def rows(self) -> np.ndarray:
        """The stored events, in order: int64 (n, 5)."""
        return self.events.reshape(-1, TRACE_FIELDS)[: int(self.count[0])]

    def totals_by_code(self) -> np.ndarray:
        """The `totals`, a row for each kind of event: int64 (`EVENT_CODES`, 5)."""
        return self.totals.reshape(-1, TRACE_FIELDS)


def new_trace(capacity: int) -> Trace:
    """An empty trace with room for `capacity` events.

    >>> new_trace(8).rows().shape
    (0, 5)
    """
    events, totals = (np.zeros(n * TRACE_FIELDS, dtype=np.int64) for n in (capacity, EVENT_CODES))
    return Trace(events, np.zeros(1, dtype=np.int64), totals)


@jit()
def record(trace: Trace, code: int, a: int, b: int, c: int, d: int) -> None:
    """Append one event; when the buffer is full, only count it."""
    totals = trace.totals
    at = TRACE_FIELDS * code
    totals[at] += 1
    totals[at + 1] += a
    totals[at + 2] += b
    totals[at + 3] += c
    totals[at + 4] += d
    at = TRACE_FIELDS * trace.count[0]
    trace.count[0] += 1
    if at < len(trace.events):
        trace.events[at] = code
        trace.events[at + 1] = a
        trace.events[at + 2] = b
        trace.events[at + 3] = c
        trace.events[at + 4] = d
