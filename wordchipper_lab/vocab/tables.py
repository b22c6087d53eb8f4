"""`VocabTables`: a vocabulary for the kernels, as flat arrays only."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..errors import UnsupportedVocabError, VocabError
from ..kernels.keys import MAX_TOKEN
from ..kernels.layout import I64, U8, U32, U64
from ..kernels.tables import NOT_FOUND, find_span, insert_spans, pair_table, span_table
from ..kernels.trie import MOST_BYTES, build_trie
from .characters import character_table
from .long_tokens import pair_scratch
from .pairs import derive_pairs, derive_pairs_in_rank_order, insert_splits, tabulate_byte_pairs
from .token_bytes import TokenBytes

__all__ = ["BuiltTables", "VocabTables", "build_tables", "find_bytes", "token_dtype"]


class VocabTables(NamedTuple):
    """Flat arrays of one vocabulary. All tokens are uint32: one type, so every kernel is compiled once."""

    token_data: U8
    """uint8 (total,): the bytes of all ranked tokens, by id."""
    token_starts: U32
    """uint32 (n + 1,): token i is ``token_data[token_starts[i]:token_starts[i + 1]]``; empty for an unused id."""
    spans: U64
    """uint64 (2 * slots + slots / 16,): bytes -> token (kernels/tables.py)."""
    pairs: U64
    """uint64 (slots + slots / 16,): (left, right) -> token (kernels/tables.py)."""
    byte_tokens: U32
    """uint32 (256,): byte -> token."""
    splits: U32
    """uint32 (2 * n,): token i is merged from ``splits[2 * i]``, ``splits[2 * i + 1]``; a single byte from itself."""
    next_prefix: U32
    """uint32 (n,): the longest proper prefix of each token that is a token; a single byte is its own."""
    children: U64
    """uint64 (nodes + 1,): the token trie (kernels/trie.py)."""
    edge_bytes: U8
    """uint8 (nodes,)"""
    longest_tokens: U32
    """uint32 (nodes,)"""
    two_bytes: U32
    """uint32 (65536,)"""
    longest_token: I64
    """int64 (1,): bytes of the longest token; longer spans are never looked up whole."""
    byte_pairs: U32
    """uint32 (65536,): the token that two bytes merge into, at ``first << 8 | second``; `NO_TOKEN` for none."""
    characters: U64
    """uint64 (4 * 65536,): four words for each code point that has two or three bytes. 1 + the token, or 0 if merging
    makes none of it; then 64 bits each for the continuation bytes before it (the lowest 6 bits of the byte) and the
    bytes from 0xC0 on behind it, beside which it may not be taken whole before others are merged (`characters`)."""


class BuiltTables(NamedTuple):
    """The tables of a vocabulary, and properties found while building them."""

    tables: VocabTables
    is_merge_ordered: bool
    """Every token is merged from two lower ones, which bpe_backtrack needs to be exact."""
    n_unreachable: int
    """Tokens of two or more bytes that merging never makes (they are found only as whole spans)."""


def token_dtype(n_tokens: int) -> np.dtype:
    """The smallest dtype for the ids 0..n_tokens-1: uint16, or uint32.

    >>> token_dtype(50257), token_dtype(100277)
    (dtype('uint16'), dtype('uint32'))
    """
    return np.dtype(np.uint16 if n_tokens <= 1 << 16 else np.uint32)


def find_bytes(tables: VocabTables, span: bytes) -> int:
    """Token whose bytes are `span`, or ``NOT_FOUND`` (-1)."""
    if not span or len(span) > tables.longest_token[0]:
        return NOT_FOUND
    text = np.frombuffer(bytearray(span), dtype=np.uint8)
    return int(find_span(tables.spans, tables.token_data, tables.token_starts, text, 0, len(text)))


def build_tables(tokens: TokenBytes, splits: np.ndarray | None = None) -> BuiltTables:
    """Build all tables; raises `VocabError` if a token occurs twice or a single byte is missing.

    splits: as in `VocabTables`, where merges are listed; by default, two neighbours merge if their joined bytes are a
    token. The bytes are shared, not copied, if they are writable: do not change them afterwards. Takes about 0.1 s
    for o200k_base (pairs 0.05, trie 0.06) after loading the kernels, which takes 0.15 s.
    """
    # Kernels are compiled for writable arrays only.
    data = np.require(tokens.data, dtype=np.uint8, requirements=["C", "W"])
    starts = tokens.starts.astype(np.uint32)
    n = len(starts) - 1
    if n > MAX_TOKEN:
        raise UnsupportedVocabError(
            f"the vocabulary has {n:,} tokens; this engine supports up to {MAX_TOKEN:,}"
        )
    if len(data) >= MOST_BYTES:
        raise UnsupportedVocabError(
            f"the tokens have {len(data):,} bytes in total; this engine supports fewer than {MOST_BYTES:,}"
        )
    spans = span_table(n)
    duplicate = int(insert_spans(spans, data, starts, n))
    if duplicate != NOT_FOUND:
        raise VocabError(
            f"token {duplicate} has the same bytes as an earlier one: every token must be unique"
        )
    sizes = np.diff(starts)
    byte_tokens = _find_byte_tokens(data, starts, sizes)
    pairs = pair_table(n)
    ids = np.arange(n, dtype=np.uint32)
    if splits is None:
        splits = np.empty(2 * n, dtype=np.uint32)
        arguments = (spans, data, starts, byte_tokens, pairs, splits, pair_scratch(int(sizes.max())))
        is_merge_ordered = int(derive_pairs_in_rank_order(*arguments)) == NOT_FOUND
        unreachable = 0
        if not is_merge_ordered:
            pairs[:] = 0
            unreachable = int(derive_pairs(*arguments))
            is_merge_ordered = not bool(np.any(splits.reshape(-1, 2) > ids[:, None]))
    else:
        insert_splits(pairs, splits)
        is_merge_ordered = not bool(np.any(splits.reshape(-1, 2) > ids[:, None]))
        unreachable = int(np.count_nonzero((sizes > 1) & (splits[::2] == ids)))
    is_matchable = (sizes == 1) | ((sizes > 1) & (splits[::2] != ids))
    byte_pairs = np.empty(1 << 16, dtype=np.uint32)
    tabulate_byte_pairs(pairs, byte_tokens, byte_pairs)
    order = np.flatnonzero(is_matchable).astype(np.int64, copy=False)
    children, edge_bytes, longest_tokens, two_bytes, next_prefix = build_trie(data, starts, order, n)
    tables = VocabTables(
        token_data=data,
        token_starts=starts,
        spans=spans,
        pairs=pairs,
        byte_tokens=byte_tokens,
        splits=splits,
        next_prefix=next_prefix,
        children=children,
        edge_bytes=edge_bytes,
        longest_tokens=longest_tokens,
        two_bytes=two_bytes,
        longest_token=np.array([sizes.max()], dtype=np.int64),
        byte_pairs=byte_pairs,
        characters=character_table(data, starts, splits),
    )
    return BuiltTables(tables, is_merge_ordered, unreachable)


def _find_byte_tokens(data: np.ndarray, starts: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    single = np.flatnonzero(sizes == 1)
    byte_tokens = np.zeros(256, dtype=np.uint32)
    values = data[starts[single]]
    byte_tokens[values] = single
    if len(values) < 256:
        missing = sorted(set(range(256)) - set(values.tolist()))
        listed = ", ".join(f"0x{byte:02x}" for byte in missing[:8])
        raise VocabError(
            f"{len(missing)} single bytes have no token ({listed}): a byte-level vocabulary needs all 256"
        )
    return byte_tokens
