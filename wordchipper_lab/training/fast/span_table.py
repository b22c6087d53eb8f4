"""`SpanTable`: a `CountTable` that grows."""

from __future__ import annotations

import numpy as np

from ...errors import TrainingError
from ..span_counts import SpanCounts
from .count_table import RECORDS_FULL, CountTable, fill_slots, write_records

__all__ = ["SpanTable"]

_FIRST_RECORDS = 1 << 12
_MOST_RECORDS = 1 << 30
_FIRST_ARENA = 1 << 14


class SpanTable:
    """Distinct spans with their counts, and as much room as they need.

    ``arrays`` are passed to kernels; `grow` and `clear` replace them.
    """

    def __init__(self) -> None:
        self.arrays = CountTable(
            np.zeros(2 * _FIRST_RECORDS, dtype=np.int32),
            np.empty(4 * _FIRST_RECORDS, dtype=np.uint64),
            np.empty(_FIRST_ARENA, dtype=np.uint8),
            np.zeros(2, dtype=np.int64),
        )

    def __len__(self) -> int:
        return int(self.arrays.used[0])

    def grow(self, full: int) -> None:
        """Double what is full: `RECORDS_FULL` or `ARENA_FULL`. Raises `TrainingError` for 2^30 distinct spans."""
        arrays = self.arrays
        if full != RECORDS_FULL:
            self.arrays = arrays._replace(arena=_doubled(arrays.arena))
            return
        if len(arrays.records) >= 4 * _MOST_RECORDS:
            raise TrainingError(
                f"the corpus has more than {_MOST_RECORDS:,} distinct spans: use a pattern that divides it "
                "further, or a part of it"
            )
        slots = np.zeros(2 * len(arrays.slots), dtype=np.int32)
        self.arrays = arrays._replace(slots=slots, records=_doubled(arrays.records))
        fill_slots(self.arrays)

    def clear(self) -> None:
        """Remove all spans and keep the memory."""
        self.arrays.slots[:] = 0
        self.arrays.used[:] = 0

    def counts(self) -> SpanCounts:
        """The counts, in the order first seen."""
        ends, counts = np.empty(len(self), dtype=np.int64), np.empty(len(self), dtype=np.int64)
        size = write_records(self.arrays, np.empty(0, dtype=np.uint8), ends, counts)
        data = np.empty(size, dtype=np.uint8)
        write_records(self.arrays, data, ends, counts)
        return SpanCounts(data, ends, counts)


def _doubled(array: np.ndarray) -> np.ndarray:
    larger = np.empty(2 * len(array), dtype=array.dtype)
    larger[: len(array)] = array
    return larger
