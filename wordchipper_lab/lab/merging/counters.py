"""The work of an encoder on a span, counted by its own kernel."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields

import numpy as np

from ...encoders.events import (
    BACKTRACK,
    CHECK,
    LOOKUP,
    MATCH,
    MERGE,
    POP,
    PUSH,
    SCAN,
    SHIFT,
    SHORTER,
    SIFT,
    STALE,
)
from ...kernels.trace import EVENT_CODES, TRACE_FIELDS

__all__ = ["WorkCounters", "counters_along", "counters_of"]


@dataclass(frozen=True)
class WorkCounters:
    """Work by kind; a kind that does not apply to an encoder stays 0."""

    merges: int = 0
    """Pairs that were merged."""
    pair_lookups: int = 0
    """Pairs looked up in the pair table."""
    compared_ranks: int = 0
    """Ranks compared one after another in search of the lowest."""
    moved_elements: int = 0
    """Tokens and ranks moved to close the hole that a merge leaves."""
    heap_pushes: int = 0
    heap_pops: int = 0
    """Heap entries popped, including stale ones."""
    stale_pops: int = 0
    """Popped entries whose tokens an earlier merge had consumed."""
    heap_moves: int = 0
    """Levels that entries moved in the heap."""
    trie_steps: int = 0
    """Bytes read on walks down the token trie."""
    pair_checks: int = 0
    """Rounds of the valid-pair check."""
    shorter_prefixes: int = 0
    """Times the next shorter prefix of a token was tried."""
    back_steps: int = 0
    """Times a position was found to be a dead end."""
    shifts: int = 0
    """Bytes pushed onto a stack (shift_reduce)."""

    @property
    def operations(self) -> int:
        """The sum of all operations, which determines the time. (Stale pops are included in the pops.)"""
        return sum(asdict(self).values()) - self.stale_pops


# Counter -> what it adds up: column 0 of the totals is the number of events, 1 to 4 are the sums of their
# values.
_SOURCES: dict[str, tuple[tuple[int, int], ...]] = {
    "merges": ((MERGE, 0),),
    "pair_lookups": ((LOOKUP, 0),),
    "compared_ranks": ((SCAN, 1),),
    "moved_elements": ((MERGE, 4),),
    "heap_pushes": ((PUSH, 0),),
    "heap_pops": ((POP, 0), (STALE, 0)),
    "stale_pops": ((STALE, 0),),
    "heap_moves": ((SIFT, 1),),
    "trie_steps": ((MATCH, 3),),
    "pair_checks": ((CHECK, 0),),
    "shorter_prefixes": ((SHORTER, 0),),
    "back_steps": ((BACKTRACK, 0),),
    "shifts": ((SHIFT, 0),),
}
assert tuple(_SOURCES) == tuple(item.name for item in fields(WorkCounters))


def counters_of(totals: np.ndarray) -> WorkCounters:
    """Read the totals of a `Trace` (int64 (`EVENT_CODES`, 5)), complete even if its buffer was too small."""
    return WorkCounters(
        **{
            name: sum(int(totals[code, column]) for code, column in source)
            for name, source in _SOURCES.items()
        }
    )


def counters_along(rows: np.ndarray, stops: list[int]) -> list[WorkCounters]:
    """The counters after the first ``stops[i]`` events of `rows` (ascending), for each i."""
    found, totals, begin = [], np.zeros((EVENT_CODES, TRACE_FIELDS), dtype=np.int64), 0
    for stop in stops:
        part = rows[begin:stop]
        np.add.at(totals, (part[:, 0], 0), 1)
        for column in range(1, TRACE_FIELDS):
            np.add.at(totals, (part[:, 0], column), part[:, column])
        begin = stop
        found.append(counters_of(totals))
    return found
