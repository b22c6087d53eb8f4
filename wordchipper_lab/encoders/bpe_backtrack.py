"""bpe_backtrack: never start from bytes - guess the longest token, check that it is right, go back when it is not.

A list of tokens is the BPE of their bytes if and only if each *adjacent pair* in it is valid: encoding the joined
bytes of the two gives back the two. So the span is walked from left to right. At each position the longest token that
fits (a walk down the token trie) is tried after the last accepted one; if that pair is not valid, its longest proper
prefix that is a token is tried, and so on; if none is left, the position leads nowhere: its bit is cleared for
good, the last token is taken back and its own shorter prefixes are tried. A position whose bit is cleared is never
entered again, so at most n steps go back in the whole span.

Is (left, right) valid? Undo merges across the border, the later one first: `limit` is the rank of the merge undone
last; if the two inner tokens merge with a rank below it, BPE would have joined them first: not valid.

Cost: O(n) amortised; the prefix chain and the pair check are bounded by the vocabulary, not by the span.
Exact where every token is merged from two lower-ranked ones (`UnifiedVocab.is_merge_ordered`; all of OpenAI's are).
Source: paper, Listing 5 (BpeBacktrackSpanEncoder), after van Antwerpen and Neubeck, "So many tokens, so little
time" (GitHub blog, 2024) and their crate `bpe`. Twin: `reference.merge_bytes`.
"""

from __future__ import annotations

import numpy as np

from ..kernels.bits import clear_bit, is_bit_set, set_all_bits
from ..kernels.jit import jit
from ..kernels.tables import NOT_FOUND, find_pair
from ..kernels.trace import Trace, record
from ..kernels.trie import longest_match
from ..vocab.tables import VocabTables
from .events import ACCEPT, BACKTRACK, CHECK, MATCH, SHORTER
from .workspace import SpanWork

__all__ = ["bpe_backtrack", "is_valid_pair"]

_NO_LIMIT = np.int64(1 << 40)


@jit()
def is_valid_pair(tables: VocabTables, left: int, right: int, trace: Trace | None) -> bool:
    """Whether BPE of the joined bytes of two tokens gives these two tokens."""
    limit = _NO_LIMIT
    while True:
        rank = find_pair(tables.pairs, left, right)
        if trace is not None:
            record(trace, CHECK, left, right, limit, rank)
        if rank != NOT_FOUND and rank < limit:
            return False
        # Undo the later merge of the two; a single byte cannot be undone, then the other one is.
        # Among equal ranks the leftmost merge comes first, hence `right + 1`.
        if left > right:
            limit = left
            left = np.int64(tables.splits[2 * left + 1])
            if left == limit:
                limit = right + 1
                right = np.int64(tables.splits[2 * right])
                if right + 1 == limit:
                    return True
        else:
            limit = right + 1
            right = np.int64(tables.splits[2 * right])
            if right + 1 == limit:
                limit = left
                left = np.int64(tables.splits[2 * left + 1])
                if left == limit:
                    return True


@jit()
def _match(
    tables: VocabTables, text: np.ndarray, start: int, position: int, end: int, trace: Trace | None
) -> int:
    if position == end:
        return NOT_FOUND
    token = longest_match(
        tables.children,
        tables.edge_bytes,
        tables.longest_tokens,
        tables.two_bytes,
        tables.byte_tokens,
        text,
        position,
        end,
    )
    if trace is not None:
        record(trace, MATCH, position - start, token, 0, 0)
    return token


@jit()
def bpe_backtrack(
    tables: VocabTables,
    text: np.ndarray,
    start: int,
    end: int,
    tokens: np.ndarray,
    n_tokens: int,
    work: SpanWork,
    trace: Trace | None,
) -> int:
    """Append the tokens of the span ``text[start:end]`` to ``tokens[:n_tokens]``; returns the new count."""
    bits = work.bits
    set_all_bits(bits, end - start + 1)
    # The pair found valid last: in repetitive text it is the next one too (1.3 x on one letter again and again).
    valid_left, valid_right = np.int64(NOT_FOUND), np.int64(NOT_FOUND)
    head = n_tokens
    position = start
    token = _match(tables, text, start, position, end, trace)
    while token != NOT_FOUND:
        last = np.int64(tokens[n_tokens - 1]) if n_tokens > head else np.int64(NOT_FOUND)
        while True:
            stop = position + np.int64(tables.token_starts[token + 1]) - np.int64(tables.token_starts[token])
            is_open = is_bit_set(bits, stop - start)
            is_known = last == NOT_FOUND or (trace is None and last == valid_left and token == valid_right)
            if is_open and (is_known or is_valid_pair(tables, last, token, trace)):
                valid_left, valid_right = last, token
                if trace is not None:
                    record(trace, ACCEPT, position - start, token, 0, 0)
                tokens[n_tokens] = token
                n_tokens += 1
                position = stop
                token = _match(tables, text, start, position, end, trace)
                break
            shorter = np.int64(tables.next_prefix[token])
            if shorter != token:
                if trace is not None:
                    record(trace, SHORTER, position - start, token, shorter, 0)
                token = shorter
                continue
            clear_bit(bits, position - start)
            if trace is not None:
                record(trace, BACKTRACK, position - start, last, 0, 0)
            if last != NOT_FOUND:
                n_tokens -= 1
                position -= np.int64(tables.token_starts[last + 1]) - np.int64(tables.token_starts[last])
            token = last
            break
    return n_tokens
