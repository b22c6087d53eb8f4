"""What lies in the engine's two books, and how its kernel finds it there.

One book holds all that stays the same from call to call, the other the arrays of a thread. The numbers of the arrays
are those of the fields of the named tuples, one tuple after the other.
"""

from __future__ import annotations

import numpy as np

from ..kernels.address_table import Book, array_at
from ..kernels.jit import jit
from ..kernels.long_memo import LongMemo
from ..spanners.automaton.automaton_tables import AutomatonTables
from ..spanners.special_automaton import SpecialAutomaton
from ..spanners.text_spanner import TextSpanner
from ..vocab.special import SpecialTables
from ..vocab.tables import VocabTables
from ..vocab.unified import UnifiedVocab
from .workspace import SpanMemo, SpanWork, Workspace

__all__ = [
    "read_automaton",
    "read_memo",
    "read_span_work",
    "read_special_automaton",
    "read_specials",
    "read_vocab",
    "tables_book",
    "work_book",
]


def tables_book(vocab: UnifiedVocab, spanner: TextSpanner, automaton: AutomatonTables) -> Book:
    """The book of all that does not change from call to call."""
    *special_arrays, first = spanner.specials
    numbers = np.array([first], dtype=np.int64)
    return Book([*vocab.tables, *vocab.specials, *automaton, *special_arrays, numbers])


def work_book(workspace: Workspace) -> Book:
    """The book of one thread's arrays; made anew when one of them is."""
    own = (workspace.ends, workspace.kinds, workspace.progress, workspace.state, workspace.short_text)
    return Book([*own, workspace.memo.short, *workspace.memo.long, *workspace.span_work, workspace.text])


@jit(inline=True)
def read_vocab(book: np.ndarray) -> VocabTables:
    """The vocabulary's tables."""
    return VocabTables(
        array_at(book, 0, np.uint8),
        array_at(book, 1, np.uint32),
        array_at(book, 2, np.uint64),
        array_at(book, 3, np.uint64),
        array_at(book, 4, np.uint32),
        array_at(book, 5, np.uint32),
        array_at(book, 6, np.uint32),
        array_at(book, 7, np.uint64),
        array_at(book, 8, np.uint8),
        array_at(book, 9, np.uint32),
        array_at(book, 10, np.uint32),
        array_at(book, 11, np.int64),
        array_at(book, 12, np.uint32),
    )


@jit(inline=True)
def read_specials(book: np.ndarray) -> SpecialTables:
    """The special tokens' tables."""
    return SpecialTables(
        array_at(book, 13, np.uint8),
        array_at(book, 14, np.uint32),
        array_at(book, 15, np.uint64),
        array_at(book, 16, np.uint32),
    )


@jit(inline=True)
def read_automaton(book: np.ndarray) -> AutomatonTables:
    """The automaton's tables."""
    return AutomatonTables(
        array_at(book, 17, np.uint32),
        array_at(book, 18, np.uint16),
        array_at(book, 19, np.uint8),
        array_at(book, 20, np.uint32),
        array_at(book, 21, np.uint16),
        array_at(book, 22, np.int64),
    )


@jit(inline=True)
def read_special_automaton(book: np.ndarray) -> SpecialAutomaton:
    """The automaton that finds the special tokens."""
    return SpecialAutomaton(
        array_at(book, 23, np.uint64),
        array_at(book, 24, np.uint8),
        array_at(book, 25, np.int32),
        array_at(book, 26, np.int32),
        array_at(book, 27, np.int32),
        array_at(book, 28, np.int64)[0],
    )


@jit(inline=True)
def read_memo(work: np.ndarray) -> SpanMemo:
    """The thread's memo of spans."""
    return SpanMemo(
        array_at(work, 5, np.uint64),
        LongMemo(
            array_at(work, 6, np.uint64),
            array_at(work, 7, np.uint8),
            array_at(work, 8, np.uint32),
            array_at(work, 9, np.int64),
        ),
    )


@jit(inline=True)
def read_span_work(work: np.ndarray) -> SpanWork:
    """The span encoders' scratch."""
    return SpanWork(
        array_at(work, 10, np.int64),
        array_at(work, 11, np.uint32),
        array_at(work, 12, np.int64),
        array_at(work, 13, np.int32),
        array_at(work, 14, np.int32),
        array_at(work, 15, np.uint64),
        array_at(work, 16, np.uint64),
        array_at(work, 17, np.uint64),
        array_at(work, 18, np.uint32),
        array_at(work, 19, np.uint64),
    )
