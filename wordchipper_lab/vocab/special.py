"""Special tokens for the kernels: a small span table beside the one of the vocabulary."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from ..kernels.layout import U8, U32, U64
from ..kernels.tables import insert_spans, span_table
from ..text.text_bytes import encode_text
from .token_bytes import pack_tokens

__all__ = ["SpecialTables", "build_special_tables"]


class SpecialTables(NamedTuple):
    """Special token number i has the bytes ``data[starts[i]:starts[i + 1]]`` and the id ``ids[i]``."""

    data: U8
    """uint8 (total,)"""
    starts: U32
    """uint32 (n + 1,)"""
    spans: U64
    """uint64 (2 * slots + slots / 16,): bytes -> number (kernels/tables.py)."""
    ids: U32
    """uint32 (n,)"""


def build_special_tables(special_tokens: Mapping[str, int]) -> SpecialTables:
    """Flat arrays of `special_tokens` (text -> id).

    >>> build_special_tables({"<|endoftext|>": 50256}).ids.tolist()
    [50256]
    """
    packed = pack_tokens([encode_text(text) for text in special_tokens])
    data = np.array(packed.data, dtype=np.uint8)
    starts = packed.starts.astype(np.uint32)
    spans = span_table(len(special_tokens))
    insert_spans(spans, data, starts, len(special_tokens))
    return SpecialTables(data, starts, spans, np.array(list(special_tokens.values()), dtype=np.uint32))
