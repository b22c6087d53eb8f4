"""The arguments of the engine's kernel: two tables of addresses, and how the kernel reads them.

One holds everything that stays the same from call to call, the other the arrays of a thread.
``TABLES.describe()`` and ``WORK.describe()`` give the place of each array, for a caller outside Python.
"""

from __future__ import annotations

from ..kernels.address_table import AddressTable
from ..kernels.layout import I64, U8, U32, Layout
from ..spanners.special_automaton import SpecialAutomaton
from ..spanners.text_spanner import TextSpanner
from ..spanners.vector.vector_tables import VectorTables
from ..vocab.special import SpecialTables
from ..vocab.tables import VocabTables
from ..vocab.unified import UnifiedVocab
from .span_memo import SpanMemo
from .span_work import SpanWork
from .workspace import Workspace

__all__ = ["TABLES", "WORK", "tables_addresses", "work_addresses"]

TABLES = Layout(
    vocab=VocabTables,
    specials=SpecialTables,
    lexer=VectorTables,
    special_automaton=SpecialAutomaton,
    ids=U32,
)
"""Everything that does not change from call to call."""

WORK = Layout(
    ends=I64,
    kinds=U8,
    progress=I64,
    state=I64,
    short_text=U8,
    text=U8,
    document_ends=I64,
    offsets=I64,
    one_end=I64,
    two_offsets=I64,
    tokens=U32,
    memo=SpanMemo,
    span_work=SpanWork,
)
"""The arrays of one thread: see `Workspace`."""


def tables_addresses(vocab: UnifiedVocab, spanner: TextSpanner, lexer: VectorTables) -> AddressTable:
    """The table of what does not change from call to call."""
    return TABLES.table(
        vocab=vocab.tables,
        specials=vocab.specials,
        lexer=lexer,
        special_automaton=spanner.specials,
        ids=vocab.ids,
    )


def work_addresses(workspace: Workspace) -> AddressTable:
    """The table of one thread's arrays; rebuilt when one of them is replaced."""
    return WORK.table(
        ends=workspace.ends,
        kinds=workspace.kinds,
        progress=workspace.progress,
        state=workspace.state,
        short_text=workspace.short_text,
        text=workspace.text,
        document_ends=workspace.document_ends,
        offsets=workspace.offsets,
        one_end=workspace.one_end,
        two_offsets=workspace.two_offsets,
        tokens=workspace.tokens,
        memo=workspace.memo,
        span_work=workspace.span_work,
    )
