"""The input of a trainer: sequences of symbols with their counts. Symbols are bytes, or the items of an
alphabet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..arguments import check_name, checked, instance_of, mapping_of, sequence_of, whole_number, wrong_type
from .options import BYTE_ORDERS
from .span_counts import SpanCounts

__all__ = ["SymbolCounts"]


@dataclass(frozen=True, eq=False)
class SymbolCounts:
    """Distinct sequences of symbols, concatenated, in the order in which they were first seen.

    symbols: int32 (total,), ids of the alphabet. ends: int64 (n,). counts: int64 (n,). alphabet: the bytes of
    each symbol; their number is the id of the first merge. n_known: how many of them there are for ``vocab_size``, if
    some ids stand for none.

    >>> corpus = SymbolCounts.from_spans(SpanCounts.from_mapping({b"low": 5}))
    >>> corpus.symbols.tolist(), len(corpus.alphabet)
    ([108, 111, 119], 256)
    """

    symbols: np.ndarray
    ends: np.ndarray
    counts: np.ndarray
    alphabet: tuple[bytes, ...]
    n_known: int | None = None

    def __post_init__(self) -> None:
        if not all(isinstance(array, np.ndarray) for array in (self.symbols, self.ends, self.counts)):
            raise wrong_type("symbols, ends or counts", (self.symbols, self.ends, self.counts), "arrays")

    @classmethod
    @checked(spans=instance_of("SpanCounts", SpanCounts))
    def from_spans(cls, spans: SpanCounts, byte_order: str = "value") -> SymbolCounts:
        """Byte-level: each byte is a symbol; `byte_order` (one of `BYTE_ORDERS`) defines the ids."""
        order = BYTE_ORDERS[check_name("byte order", byte_order, BYTE_ORDERS)]
        id_of_byte = np.argsort(np.array(order)).astype(np.int32)
        alphabet = tuple(bytes([byte]) for byte in order)
        return cls(id_of_byte[spans.data], spans.ends, spans.counts, alphabet)

    @classmethod
    @checked(
        sequences=mapping_of(
            sequence_of(whole_number(0, (1 << 31) - 1), "a tuple of ids"),
            whole_number(0),
            "a mapping of ids to counts",
        ),
        alphabet=sequence_of(instance_of("bytes", bytes), "several bytes objects"),
    )
    def from_sequences(
        cls, sequences: Mapping[tuple[int, ...], int], alphabet: Sequence[bytes]
    ) -> SymbolCounts:
        """From a mapping of id sequences to counts, in its order."""
        lengths = np.fromiter(map(len, sequences), dtype=np.int64, count=len(sequences))
        symbols = np.array([symbol for sequence in sequences for symbol in sequence], dtype=np.int32)
        counts = np.fromiter(sequences.values(), dtype=np.int64, count=len(sequences))
        return cls(symbols, np.cumsum(lengths), counts, tuple(alphabet))

    @property
    def n_before(self) -> int:
        """Number of tokens before the first merge."""
        return len(self.alphabet) if self.n_known is None else self.n_known

    @property
    def n_symbols(self) -> int:
        """Number of symbols of all counted sequences: the tokens before the first merge."""
        return int(np.dot(np.diff(self.ends, prepend=0), self.counts))

    def sequences(self) -> list[list[int]]:
        """The distinct sequences as lists of ids, in order."""
        symbols, start, found = self.symbols.tolist(), 0, []
        for end in self.ends.tolist():
            found.append(symbols[start:end])
            start = end
        return found
