"""Small lexers, right and wrong, and a naive comparison of two."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from wordchipper_lab.spanners import WORD, Span, SpanLexer

Rows = list[tuple[int, tuple[Span, ...], tuple[Span, ...]]]


def _naive_row(lexer: SpanLexer, text: str) -> list[Span]:
    """The spans, with adjacent gaps joined."""
    row: list[Span] = []
    for span in lexer.spans(text):
        if row and row[-1].kind == span.kind == "gap":
            row[-1] = Span(row[-1].start, span.end, "gap")
        else:
            row.append(span)
    return row


def _naive_divergences(a: SpanLexer, b: SpanLexer, text: str) -> Rows:
    """(start, row of a, row of b) of each differing stretch between common boundaries, relative to start."""
    rows = _naive_row(a, text), _naive_row(b, text)
    common = sorted({span.end for span in rows[0]} & {span.end for span in rows[1]})
    found, start = [], 0
    for end in common:
        one, other = (
            tuple(Span(s.start - start, s.end - start, s.kind) for s in row if start < s.end <= end)
            for row in rows
        )
        if one != other:
            found.append((start, one, other))
        start = end
    return found


@pytest.fixture(scope="session")
def naive_row() -> Callable[[SpanLexer, str], list[Span]]:
    return _naive_row


@pytest.fixture(scope="session")
def naive_divergences() -> Callable[[SpanLexer, SpanLexer, str], Rows]:
    return _naive_divergences


class FaultyLexer(SpanLexer):
    """Returns the ends it was constructed with, whatever the text."""

    def __init__(self, *ends: int, kind: int = WORD, count: int | None = None) -> None:
        self.ends, self.kind_number, self.count = ends, kind, count

    def next_spans(self, text, region_ends, region_kinds, cursor, ends, kinds) -> int:  # type: ignore[no-untyped-def]
        new = [end for end in self.ends if not cursor[0]]
        cursor[0] = 1
        ends[: len(new)], kinds[: len(new)] = np.array(new), self.kind_number
        return len(new) if self.count is None else self.count


@pytest.fixture(scope="session")
def faulty_lexer() -> type[FaultyLexer]:
    return FaultyLexer
