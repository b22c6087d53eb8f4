"""bpe_backtrack: do not start from bytes; guess the longest token, check whether it is right, and go back if
not.

A list of tokens is the BPE of their bytes if and only if each *adjacent pair* in it is valid: encoding the
joined bytes of the two returns the two. So the span is walked from left to right. At each position the
longest token that fits (a walk down the token trie) is tried after the last accepted one. If that pair is not
valid, its longest proper prefix that is a token is tried, and so on. If none is left, the position is a dead
end: its bit is cleared permanently, the last token is removed, and its own shorter prefixes are tried. A
position whose bit is cleared is never entered again, so at most n steps go back in the whole span.

To check whether (left, right) is valid, merges across the border are undone, the later one first. `limit` is
the rank of the merge undone last. If the two inner tokens merge with a rank below it, BPE would have joined
them first: not valid.

Repetitive text repeats earlier steps from a memo (`step_memo`). While tracing, or without a memo, every step
is computed again.

Cost: O(n) amortised; the prefix chain and the pair check are bounded by the vocabulary, not by the span.
Exact if every token is merged from two lower-ranked ones (`UnifiedVocab.is_merge_ordered`; all of OpenAI's
are).
Source: paper, Listing 5 (BpeBacktrackSpanEncoder), after van Antwerpen and Neubeck, "So many tokens, so little
time" (GitHub blog, 2024) and their crate `bpe`. Twin: `reference.merge_bytes`.
"""

from __future__ import annotations

import numpy as np

from ..kernels.bits import clear_bit, is_bit_set, set_all_bits, words_for_bits
from ..kernels.jit import jit
from ..kernels.tables import NOT_FOUND, find_pair
from ..kernels.trace import Trace, record
from ..kernels.trie import longest_match
from ..kernels.unaligned import is_same
from ..vocab.tables import VocabTables
from .events import ACCEPT, BACKTRACK, BIT, CHECK, MATCH, SHORTER
from .span_encoder import SpanEncoder
from .span_work import SpanWork
from .step_memo import STEP_BYTES, new_step_memo, recall_step, remember_step

__all__ = ["BPE_BACKTRACK", "bpe_backtrack", "is_valid_pair"]

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
        # Undo the later merge of the two; a single byte cannot be undone, so then the other one is. Among
        # equal ranks the leftmost merge comes first, hence `right + 1`.
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
) -> tuple[int, int]:
    if position == end:
        return NOT_FOUND, np.int64(0)
    token, decisive = longest_match(
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
        record(trace, MATCH, position - start, token, min(decisive, end - position), 0)
    return token, decisive


@jit(inline=True)
def _size(tables: VocabTables, token: int) -> int:
    return np.int64(tables.token_starts[token + 1]) - np.int64(tables.token_starts[token])


@jit(inline=True)
def _repeat(
    tables: VocabTables,
    text: np.ndarray,
    start: int,
    position: int,
    end: int,
    tokens: np.ndarray,
    n_tokens: int,
    work: SpanWork,
    run: tuple[int, int, int],
) -> tuple[int, int, int]:
    """Take steps while they are known; returns the last token, the position reached and the new count.

    `run` describes a token that followed itself: the token, the position, and the bytes that decided it, at least 8. In
    a run of blanks or dashes it keeps doing so: 1.3 ns each, while a step from the memo takes 5.5.
    """
    token = np.int64(tokens[n_tokens - 1])
    run_token, run_start, run_decisive = run
    while True:
        following = np.int64(NOT_FOUND)
        if (
            token == run_token
            and position + run_decisive <= end
            and is_same(text, run_start, text, position, run_decisive)
        ):
            following = token
        elif position + STEP_BYTES <= end:
            following = recall_step(work.steps, text, position, token)
            if following == token:
                run_token, run_start, run_decisive = token, position, np.int64(STEP_BYTES)
        if following == NOT_FOUND:
            return token, position, n_tokens
        stop = position + _size(tables, following)
        if not is_bit_set(work.bits, stop - start):
            return token, position, n_tokens
        tokens[n_tokens] = following
        n_tokens += 1
        token, position = following, stop


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
    steps = work.steps
    learns = trace is None and len(steps) > 0
    run = (np.int64(NOT_FOUND), np.int64(0), np.int64(0))
    head = n_tokens
    position = start
    token, decisive = _match(tables, text, start, position, end, trace)
    is_free = True  # whether the choice here depends only on the bytes and on the token before
    while token != NOT_FOUND:
        last = np.int64(tokens[n_tokens - 1]) if n_tokens > head else np.int64(NOT_FOUND)
        while True:
            stop = position + _size(tables, token)
            is_open = is_bit_set(bits, stop - start)
            if trace is not None:
                record(trace, BIT, position - start, token, stop - start, 1 if is_open else 0)
            if is_open and (last == NOT_FOUND or is_valid_pair(tables, last, token, trace)):
                if trace is not None:
                    record(trace, ACCEPT, position - start, token, 0, 0)
                tokens[n_tokens] = token
                n_tokens += 1
                repeats = False
                if learns and is_free and last != NOT_FOUND:
                    if decisive <= STEP_BYTES:
                        if position + STEP_BYTES <= end:
                            repeats = remember_step(steps, text, position, decisive, last, token)
                    elif last == token and position + decisive <= end:
                        run = (token, position, decisive)
                        repeats = True
                position = stop
                if repeats:
                    token, position, n_tokens = _repeat(
                        tables, text, start, position, end, tokens, n_tokens, work, run
                    )
                token, decisive = _match(tables, text, start, position, end, trace)
                is_free = True
                break
            is_free = is_free and is_open
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
                position -= _size(tables, last)
            token = last
            is_free = False
            break
    return n_tokens


def _scratch(capacity: int, memo: bool) -> dict[str, np.ndarray]:
    bits = np.empty(words_for_bits(capacity + 1), dtype=np.uint64)
    return {"bits": bits, "steps": new_step_memo()} if memo else {"bits": bits}


BPE_BACKTRACK = SpanEncoder(
    "bpe_backtrack", bpe_backtrack, cost="O(n)", scratch=_scratch, needs_merge_order=True
)
