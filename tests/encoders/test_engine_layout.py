"""The engine's kernel reads from its tables the arrays that were put there, each from its own place."""

from __future__ import annotations

import numpy as np
import pytest

from wordchipper_lab.encoders import ENCODERS
from wordchipper_lab.encoders.engine_layout import TABLES, WORK, tables_addresses, work_addresses
from wordchipper_lab.encoders.workspace import Workspace
from wordchipper_lab.kernels.jit import jit
from wordchipper_lab.spanners import AutomatonLexer, TextSpanner
from wordchipper_lab.vocab.unified import load_vocab


def flat(value) -> list[np.ndarray]:
    """All arrays of nested tuples, with numbers as arrays of one element."""
    if isinstance(value, tuple):
        return [array for item in value for array in flat(item)]
    return [np.atleast_1d(np.asarray(value))]


def places(arrays: list[np.ndarray]) -> list[tuple[int, int, np.dtype]]:
    return [(array.ctypes.data, array.size, array.dtype) for array in arrays]


@pytest.mark.parametrize("encoder", ENCODERS)
def test_every_array_is_where_its_layout_says(encoder: str) -> None:
    vocab = load_vocab("o200k_base")
    lexer = AutomatonLexer(vocab.pattern)
    table = tables_addresses(vocab, TextSpanner(lexer, vocab.special_tokens), lexer.kernel_tables())
    workspace = Workspace(encoder, vocab.tables)
    for layout, written in ((TABLES, table), (WORK, work_addresses(workspace))):
        described = [
            (int(written.addresses[2 * f.number]), int(written.addresses[2 * f.number + 1]), f.dtype)
            for f in layout.fields
        ]
        assert described == places(written.arrays)
        assert [entry["name"] for entry in layout.describe()] == [field.name for field in layout.fields]


read_vocab, read_memo, read_specials = (
    TABLES.reader("vocab"),
    WORK.reader("memo"),
    TABLES.reader("special_automaton"),
)


@jit()
def some_of(tables, work):
    vocab, memo, specials = read_vocab(tables), read_memo(work), read_specials(tables)
    return (
        vocab.longest_token[0],
        len(vocab.byte_pairs),
        len(memo.long.used),
        specials.first,
        len(specials.roots),
    )


def test_the_compiled_readers_read_them() -> None:
    vocab = load_vocab("r50k_base")
    lexer = AutomatonLexer(vocab.pattern)
    spanner = TextSpanner(lexer, vocab.special_tokens)
    table, work = (
        tables_addresses(vocab, spanner, lexer.kernel_tables()),
        work_addresses(Workspace("tail_sweep", vocab.tables)),
    )
    expected = int(vocab.tables.longest_token[0]), 65_536, 3, ord("<"), 256
    assert some_of(table.addresses, work.addresses) == expected
