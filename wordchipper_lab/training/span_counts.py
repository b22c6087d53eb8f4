"""The counts of a corpus: each distinct span and how often it occurs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from ..arguments import an_iterable, checked, instance_of, mapping_of, whole_number, wrong_type

__all__ = ["SpanCounts"]


@dataclass(frozen=True, eq=False)
class SpanCounts:
    """Distinct word spans in the order in which they were first seen, concatenated.

    data: uint8 (total,). ends: int64 (n,), bytes. counts: int64 (n,), each at least 1.

    >>> counts = SpanCounts.from_mapping({b"low": 5, b" lower": 2})
    >>> len(counts), counts.n_spans, counts.n_bytes, counts.to_dict()
    (2, 7, 27, {b'low': 5, b' lower': 2})
    """

    data: np.ndarray
    ends: np.ndarray
    counts: np.ndarray

    def __post_init__(self) -> None:
        if not all(isinstance(array, np.ndarray) for array in (self.data, self.ends, self.counts)):
            raise wrong_type("data, ends or counts", (self.data, self.ends, self.counts), "arrays")

    @classmethod
    @checked(counts=mapping_of(instance_of("bytes", bytes), whole_number(0), "a mapping of bytes to counts"))
    def from_mapping(cls, counts: Mapping[bytes, int]) -> SpanCounts:
        """From a mapping span -> count, in its order."""
        lengths = np.fromiter(map(len, counts), dtype=np.int64, count=len(counts))
        data = np.frombuffer(bytearray(b"".join(counts)), dtype=np.uint8)
        return cls(data, np.cumsum(lengths), np.fromiter(counts.values(), dtype=np.int64, count=len(counts)))

    @classmethod
    def merge(cls, parts: Iterable[SpanCounts]) -> SpanCounts:
        """The sum of several counts, in the order in which their spans would first be seen one after another.

        >>> a, b = SpanCounts.from_mapping({b"x": 1}), SpanCounts.from_mapping({b"y": 2, b"x": 3})
        >>> SpanCounts.merge([a, b]).to_dict()
        {b'x': 4, b'y': 2}
        """
        total: dict[bytes, int] = {}
        for part in an_iterable("several SpanCounts")("parts", parts):
            if not isinstance(part, SpanCounts):
                raise wrong_type("a part", part, "SpanCounts")
            for span, count in part.to_dict().items():
                total[span] = total.get(span, 0) + count
        return cls.from_mapping(total)

    def to_dict(self) -> dict[bytes, int]:
        """Span -> count, in the order of the spans."""
        return dict(zip(self.spans(), self.counts.tolist(), strict=True))

    def spans(self) -> list[bytes]:
        """The spans, in order."""
        data, start, spans = self.data.tobytes(), 0, []
        for end in self.ends.tolist():
            spans.append(data[start:end])
            start = end
        return spans

    @property
    def n_spans(self) -> int:
        """Number of spans counted."""
        return int(self.counts.sum())

    @property
    def n_bytes(self) -> int:
        """Number of bytes of all counted spans."""
        return int(np.dot(np.diff(self.ends, prepend=0), self.counts))

    def __len__(self) -> int:
        """Number of distinct spans."""
        return len(self.ends)
