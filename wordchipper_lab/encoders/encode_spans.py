"""The second of the two passes: spans -> tokens, over flat arrays, with any of the span encoders.

A kernel receives an encoder as its number in `registry.BUILT_IN`. One function is compiled for all of them,
so that choosing another encoder on a screen does not require compiling; the choice costs one branch per
compound span.
"""

from __future__ import annotations

import numpy as np

from ..kernels.jit import jit
from ..kernels.keys import span_key
from ..kernels.long_memo import (
    LONGEST_LONG_SPAN,
    find_long,
    prefetch_long,
    recall_tokens,
    store_long,
    store_tokens,
)
from ..kernels.memo import (
    LONGEST_MEMO_SPAN,
    MEMO_SLACK,
    MOST_MEMO_TOKENS,
    NO_KEY,
    STAGED_WORDS,
    find_displaced,
    find_memo,
    is_elsewhere,
    memo_hash,
    memo_key,
    new_entry,
    prefetch_memo,
    store_elsewhere,
    store_here,
    unpack_memo,
    where_else,
)
from ..kernels.tables import NOT_FOUND, find_span
from ..spanners.spans import SPECIAL, WORD
from ..vocab.special import SpecialTables
from ..vocab.tables import VocabTables
from .bpe_backtrack import bpe_backtrack
from .buffer_sweep import buffer_sweep
from .merge_heap import merge_heap
from .plugs import call_plug
from .priority_merge import priority_merge
from .short_merge import LONGEST_SHORT_SPAN, short_merge
from .span_memo import SPANS_A_STAGE, SpanMemo, holds_all_tokens
from .span_work import SpanWork
from .tail_sweep import tail_sweep

__all__ = ["encode_spans", "encode_word"]


@jit(inline=True)
def encode_word(
    tables: VocabTables,
    encoder: int,
    shortcut: bool,
    is_no_token: bool,
    text: np.ndarray,
    start: int,
    end: int,
    tokens: np.ndarray,
    n_tokens: int,
    work: SpanWork,
) -> int:
    """Append the tokens of one word span; returns the new count.

    First comes the paper's fast path: a span that is one token takes one lookup (`is_no_token`: none is
    needed). Of the others, short ones go through `short_merge` if `shortcut` is set, and the rest through
    ``BUILT_IN[encoder]`` (see `registry`) or a registered encoder. `work` must have room for the span.
    """
    size = end - start
    if size <= tables.longest_token[0] and not is_no_token:
        token = find_span(tables.spans, tables.token_data, tables.token_starts, text, start, end)
        if token != NOT_FOUND:
            tokens[n_tokens] = token
            return n_tokens + 1
    if shortcut and size <= LONGEST_SHORT_SPAN:
        return short_merge(
            tables.pairs,
            tables.byte_pairs,
            tables.byte_tokens,
            text,
            start,
            end,
            tokens,
            n_tokens,
            work.short,
        )
    if encoder == 0:
        return buffer_sweep(tables, text, start, end, tokens, n_tokens, work, None)
    if encoder == 1:
        return tail_sweep(tables, text, start, end, tokens, n_tokens, work, None)
    if encoder == 2:
        return merge_heap(tables, text, start, end, tokens, n_tokens, work, None)
    if encoder == 3:
        return priority_merge(tables, text, start, end, tokens, n_tokens, work, None)
    if encoder == 4:
        return bpe_backtrack(tables, text, start, end, tokens, n_tokens, work, None)
    return call_plug(tables, text, start, end, tokens, n_tokens, work)


@jit(inline=True)
def _stage(
    text: np.ndarray,
    start: int,
    ends: np.ndarray,
    kinds: np.ndarray,
    i: int,
    stop: int,
    memo_stop: int,
    memo: SpanMemo,
) -> None:
    """Write the keys of spans i to stop - 1 to ``memo.staged``, and prefetch their entries."""
    if i > 0:
        start = ends[i - 1]
    at = 0
    for number in range(i, stop):
        end = ends[number]
        size = end - start
        first, second, hashed = np.uint64(0), NO_KEY, np.uint64(0)
        if (kinds[number] == WORD) & (size <= LONGEST_MEMO_SPAN) & (start <= memo_stop):
            first, second = memo_key(text, start, end)
            hashed = memo_hash(first, second)
            prefetch_memo(memo.short, hashed)
        elif (kinds[number] == WORD) & (size > LONGEST_MEMO_SPAN) & (size <= LONGEST_LONG_SPAN):
            first = span_key(text, start, end)
            prefetch_long(memo.long, first)
        memo.staged[at] = first
        memo.staged[at + 1] = second
        memo.staged[at + 2] = hashed
        at += STAGED_WORDS
        start = end


@jit()
def encode_spans(
    tables: VocabTables,
    specials: SpecialTables,
    encoder: int,
    text: np.ndarray,
    start: int,
    ends: np.ndarray,
    kinds: np.ndarray,
    n_spans: int,
    memo: SpanMemo,
    work: SpanWork,
    tokens: np.ndarray,
    token_ends: np.ndarray,
    progress: np.ndarray,
) -> int:
    """Append the tokens of spans to `tokens`: from the memo, by the paper's fast path, or through the span
    encoder.

    The spans are consecutive: span i is ``text[ends[i - 1]:ends[i]]`` (bytes; `start` before the first) of
    kind ``kinds[i]``. `tokens` (uint32) must have room after ``progress[1]`` for one token per byte and
    `MOST_MEMO_TOKENS` more. `progress` (int64 (2,)) holds the next span and the tokens so far, and is
    updated; ``token_ends[i]`` becomes the number of tokens up to and including span i (nothing is written if
    it is empty). Gaps have no tokens. An empty ``memo.short`` disables the shortcuts (the memo and
    `short_merge`): then each span that is not one token goes through the span encoder.

    Returns 0 when all spans are done, or the size in bytes of a span for which `work` has no room: grow it
    and call again.
    """
    room = work.capacity[0]
    shortcut = len(memo.short) > 0
    memo_stop = len(text) - MEMO_SLACK if shortcut else -1
    keep_ends = len(token_ends) > 0
    n_tokens = progress[1]
    first_span = progress[0]
    i = first_span
    staged_until = i
    stage = i
    while i < n_spans:
        if shortcut and i >= staged_until:
            stage = i
            staged_until = min(n_spans, i + SPANS_A_STAGE)
            _stage(text, start, ends, kinds, i, staged_until, memo_stop, memo)
        # Nearly all spans are known, so they get a separate loop, which keeps its values in registers.
        first, second, hashed = np.uint64(0), NO_KEY, np.uint64(0)
        entry, known = np.uint64(0), False
        while i < staged_until:
            staged = STAGED_WORDS * (i - stage)
            first, second, hashed = memo.staged[staged], memo.staged[staged + 1], memo.staged[staged + 2]
            entry, known = find_memo(memo.short, first, second, hashed)
            if not known or is_elsewhere(memo.short, entry):
                break
            n_tokens = unpack_memo(memo.short, entry, tokens, n_tokens)
            if keep_ends:
                token_ends[i] = n_tokens
            i += 1
        if shortcut and i == staged_until:
            continue
        if i > 0:
            start = ends[i - 1]
        end = ends[i]
        if kinds[i] == WORD:
            size = end - start
            before = n_tokens
            known_until = -1
            at = -1
            if second != NO_KEY:
                at = np.int64(entry) if known else find_displaced(memo.short, first, second, hashed)
                if at >= 0:
                    if is_elsewhere(memo.short, np.uint64(at)):
                        place, count = where_else(memo.short, np.uint64(at))
                        known_until = recall_tokens(memo.long, place, count, tokens, n_tokens)
                    else:
                        known_until = unpack_memo(memo.short, np.uint64(at), tokens, n_tokens)
            elif first != 0:
                known_until = find_long(memo.long, first, text, start, end, tokens, n_tokens)
            if known_until >= 0:
                n_tokens = known_until
            else:
                if size > room:
                    progress[0] = i
                    progress[1] = n_tokens
                    return size
                # A memo with all short tokens would know it.
                is_no_token = second != NO_KEY and holds_all_tokens(memo)
                n_tokens = encode_word(
                    tables, encoder, shortcut, is_no_token, text, start, end, tokens, n_tokens, work
                )
                if second != NO_KEY:
                    if at < 0:
                        at = new_entry(memo.short, memo.used, first, second, hashed)
                    if n_tokens - before <= MOST_MEMO_TOKENS:
                        store_here(memo.short, np.uint64(at), tokens, before, n_tokens)
                    else:
                        place = store_tokens(memo.long, tokens, before, n_tokens)
                        store_elsewhere(memo.short, np.uint64(at), place, n_tokens - before)
                elif first != 0:
                    store_long(memo.long, first, text, start, end, tokens, before, n_tokens)
        elif kinds[i] == SPECIAL:
            number = find_span(specials.spans, specials.data, specials.starts, text, start, end)
            tokens[n_tokens] = specials.ids[number]
            n_tokens += 1
        if keep_ends:
            token_ends[i] = n_tokens
        i += 1
    progress[0] = n_spans
    progress[1] = n_tokens
    return 0
