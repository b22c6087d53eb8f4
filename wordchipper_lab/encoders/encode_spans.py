"""The second of the two passes: spans -> tokens, over flat arrays, with any of the span encoders.

A kernel receives an encoder as its number in `registry.BUILT_IN`. One function is compiled for all of them,
so that choosing another encoder on a screen does not require compiling; the choice costs one branch per
compound span.
"""

from __future__ import annotations

import numpy as np

from ..kernels.jit import jit
from ..kernels.long_memo import LONGEST_LONG_SPAN, SHORTEST_LONG_SPAN, find_long, store_long
from ..kernels.memo import (
    LONGEST_MEMO_SPAN,
    MEMO_SLACK,
    MOST_MEMO_TOKENS,
    is_remembered,
    memo_key,
    memo_slot,
    memo_store,
    unpack_memo,
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
from .span_work import SpanWork
from .tail_sweep import tail_sweep
from .workspace import SpanMemo

__all__ = ["encode_spans", "encode_word"]


@jit(inline=True)
def encode_word(
    tables: VocabTables,
    encoder: int,
    shortcut: bool,
    text: np.ndarray,
    start: int,
    end: int,
    tokens: np.ndarray,
    n_tokens: int,
    work: SpanWork,
) -> int:
    """Append the tokens of one word span; returns the new count.

    First comes the paper's fast path: a span that is one token takes one lookup. Of the others, short ones go
    through `short_merge` if `shortcut` is set, and the rest through ``BUILT_IN[encoder]`` (see `registry`) or
    a registered encoder. `work` must have room for the span.
    """
    size = end - start
    if size <= tables.longest_token[0]:
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
    if first_span > 0:
        start = ends[first_span - 1]
    i = first_span
    while i < n_spans:
        # Nearly all spans are known, so they get a separate loop, which keeps its values in registers.
        while i < n_spans:
            end = ends[i]
            size = end - start
            if kinds[i] != WORD or size > LONGEST_MEMO_SPAN or start > memo_stop:
                break
            first, second = memo_key(text, start, end)
            at = memo_slot(memo.short, first, second)
            if not is_remembered(memo.short, at, first, second):
                break
            n_tokens = unpack_memo(memo.short, at, tokens, n_tokens)
            if keep_ends:
                token_ends[i] = n_tokens
            start = end
            i += 1
        if i == n_spans:
            break
        end = ends[i]
        if kinds[i] == WORD:
            size = end - start
            before = n_tokens
            known = -1
            # Spans too long for the short memo, or with too many tokens for it, may be in the other.
            may_be_long = shortcut and SHORTEST_LONG_SPAN <= size <= LONGEST_LONG_SPAN
            if may_be_long:
                known = find_long(memo.long, text, start, end, tokens, n_tokens)
            if known >= 0:
                n_tokens = known
            else:
                if size > room:
                    progress[0] = i
                    progress[1] = n_tokens
                    return size
                n_tokens = encode_word(tables, encoder, shortcut, text, start, end, tokens, n_tokens, work)
                if size <= LONGEST_MEMO_SPAN and start <= memo_stop and n_tokens - before <= MOST_MEMO_TOKENS:
                    first, second = memo_key(text, start, end)
                    at = memo_slot(memo.short, first, second)
                    memo_store(memo.short, at, first, second, tokens, before, n_tokens)
                elif may_be_long:
                    store_long(memo.long, text, start, end, tokens, before, n_tokens)
        elif kinds[i] == SPECIAL:
            number = find_span(specials.spans, specials.data, specials.starts, text, start, end)
            tokens[n_tokens] = specials.ids[number]
            n_tokens += 1
        if keep_ends:
            token_ends[i] = n_tokens
        start = end
        i += 1
    progress[0] = n_spans
    progress[1] = n_tokens
    return 0
