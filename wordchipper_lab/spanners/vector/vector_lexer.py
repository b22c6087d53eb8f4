"""The vector lexer: 64 bytes at once, for the patterns of OpenAI's vocabularies."""

from __future__ import annotations

import numpy as np

from ...arguments import a_text, checked
from ...errors import UnsupportedPatternError
from ..span_lexer import SpanLexer, gives_sound_blocks
from .vector_kernel import scan_spans
from .vector_tables import VectorTables, compile_vector

__all__ = ["VectorLexer"]


class VectorLexer(SpanLexer):
    """Gives exactly the spans of `AutomatonLexer`, for the patterns that have rules (`vector_tables.FAMILIES`).

    Texts of less than 64 bytes are left to the automaton. `wordchipper_lab.lab.prove_equivalence` proves the rules.

    Raises `UnsupportedPatternError` for any other pattern.

    >>> from wordchipper_lab.vocab.patterns import CL100K_PATTERN
    >>> [(s.start, s.end) for s in VectorLexer(CL100K_PATTERN).spans("hello  world")]
    [(0, 5), (5, 6), (6, 12)]
    """

    kind = "vector"

    @checked(pattern=a_text, name=a_text)
    def __init__(self, pattern: str, name: str = "") -> None:
        self.pattern, self.name = pattern, name
        tables = compile_vector(pattern)
        if tables is None:
            raise UnsupportedPatternError(
                pattern, 0, "a pattern without a vector lexer (choose the automaton),"
            )
        self.tables: VectorTables = tables

    def kernel_tables(self) -> VectorTables | None:
        """See `SpanLexer.kernel_tables`."""
        is_own = getattr(self.next_spans, "__func__", None) is VectorLexer.next_spans
        return self.tables if is_own else None

    @gives_sound_blocks
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
        return int(scan_spans(text, region_ends, region_kinds, cursor, ends, kinds, self.tables))
