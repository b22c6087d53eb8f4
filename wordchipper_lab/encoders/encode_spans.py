"""The second of the two passes: spans -> tokens, over flat arrays, with any of the span encoders.

A kernel receives an encoder as its number in `registry.BUILT_IN`. One function is compiled for all of them,
so that choosing another encoder on a screen does not require compiling; the choice costs one branch per
compound span.

With the shortcuts, short spans that nothing knows wait until there are 64 or the others are done, are merged together
(`short_merge`), and their tokens are put between those of the others. Where the encoder is bpe_backtrack, longer ones
are merged in pieces (`span_pieces`).
"""

from __future__ import annotations

import numpy as np

from ..kernels.jit import jit
from ..kernels.keep_apart import keep_apart
from ..kernels.keys import span_key
from ..kernels.long_memo import (
    LONGEST_LONG_SPAN,
    find_long,
    is_kept,
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
    bucket_of,
    find_displaced,
    find_memo,
    find_tokens,
    is_elsewhere,
    memo_hash,
    memo_key,
    new_entry,
    store_elsewhere,
    store_here,
    unpack_memo,
    where_else,
)
from ..kernels.prefetch import prefetch
from ..kernels.tables import NOT_FOUND, find_span
from ..kernels.unaligned import copy_16_bytes
from ..spanners.spans import SPECIAL, WORD
from ..vocab.special import SpecialTables
from ..vocab.tables import VocabTables
from .bpe_backtrack import bpe_backtrack
from .buffer_sweep import buffer_sweep
from .merge_heap import merge_heap
from .plugs import call_plug
from .priority_merge import priority_merge
from .short_merge import (
    BEGUN,
    COUNTS,
    FIRSTS,
    FOUND,
    HASHES,
    KEYS,
    MORE_KEYS,
    MOST_WAITING,
    NUMBERS,
    PLACES,
    SIZES,
    STARTS,
    begin_to_wait,
    merge_waiting,
)
from .span_memo import SPANS_A_STAGE, SpanMemo, holds_all_tokens
from .span_pieces import merge_in_pieces
from .span_work import SpanWork
from .tail_sweep import tail_sweep

__all__ = ["encode_spans"]

BACKTRACK = 4
"""The number of `bpe_backtrack`, which is exact where `merge_in_pieces` is."""


@jit(inline=True)
def _encode_word(
    tables: VocabTables,
    encoder: int,
    text: np.ndarray,
    start: int,
    end: int,
    tokens: np.ndarray,
    n_tokens: int,
    work: SpanWork,
) -> int:
    """Append the tokens of one word span, by ``BUILT_IN[encoder]`` (see `registry`) or a registered encoder; returns
    the new count. `work` must have room for the span."""
    if encoder == 0:
        return buffer_sweep(tables, text, start, end, tokens, n_tokens, work, None)
    if encoder == 1:
        return tail_sweep(tables, text, start, end, tokens, n_tokens, work, None)
    if encoder == 2:
        return merge_heap(tables, text, start, end, tokens, n_tokens, work, None)
    if encoder == 3:
        return priority_merge(tables, text, start, end, tokens, n_tokens, work, None)
    if encoder == BACKTRACK:
        return bpe_backtrack(tables, text, start, end, tokens, n_tokens, work, None)
    return call_plug(tables, text, start, end, tokens, n_tokens, work)


@jit()
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
    """Write the keys of spans i to stop - 1, and where they may be, to ``memo.staged``, and prefetch their entries.

    Apart from `encode_spans`, and here and in `_emit_known` all indices without a sign: Python code that was seen
    before went from 490 to 600 MB/s. `_emit_known` apart as well slows down texts with new words, at each of which it
    ends: 500 languages 265 to 240. Prefetching the records of long spans, once their slots were there, made no
    difference.
    """
    keep_apart()
    if i > 0:
        start = ends[i - 1]
    at = np.uint64(0)
    for number in range(np.uint64(i), np.uint64(stop)):
        end = ends[number]
        size = np.uint64(end - start)
        first, second, bucket = np.uint64(0), NO_KEY, np.uint64(0)
        if (kinds[number] == WORD) & (size <= np.uint64(LONGEST_MEMO_SPAN)) & (start <= memo_stop):
            first, second = memo_key(text, start, end)
            bucket = bucket_of(memo.short, memo_hash(first, second))
            prefetch(memo.short, bucket)
        elif (kinds[number] == WORD) & (
            size - np.uint64(LONGEST_MEMO_SPAN + 1) <= np.uint64(LONGEST_LONG_SPAN - LONGEST_MEMO_SPAN - 1)
        ):
            first = span_key(text, start, end)
            prefetch_long(memo.long, first)
        memo.staged[at] = first
        memo.staged[at + np.uint64(1)] = second
        memo.staged[at + np.uint64(2)] = bucket
        at += np.uint64(STAGED_WORDS)
        start = end


@jit()
def _emit_known(
    short: np.ndarray,
    staged: np.ndarray,
    i: int,
    stage: int,
    stop: int,
    tokens: np.ndarray,
    n_tokens: int,
    token_ends: np.ndarray,
) -> tuple[int, int]:
    """Append the tokens of spans i, i + 1, ... to stop - 1, up to the first that is not known; returns where it
    stopped, and the new count."""
    keep_ends = len(token_ends) > 0
    at = np.uint64(STAGED_WORDS * (i - stage))
    for number in range(np.uint64(i), np.uint64(stop)):
        entry, count = find_tokens(short, staged[at], staged[at + np.uint64(1)], staged[at + np.uint64(2)])
        if count == 0:
            return np.int64(number), n_tokens
        copy_16_bytes(short, entry + np.uint64(2), tokens, n_tokens)
        n_tokens += np.int64(count)
        if keep_ends:
            token_ends[number] = n_tokens
        at += np.uint64(STAGED_WORDS)
    return stop, n_tokens


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
    `short_merge`, also in pieces): then each span that is not one token goes through the span encoder.

    Returns 0 when all spans are done, or the size in bytes of a span for which `work` has no room: grow it
    and call again.
    """
    room = work.capacity[0]
    shortcut = len(memo.short) > 0
    memo_stop = len(text) - MEMO_SLACK if shortcut else -1
    keep_ends = len(token_ends) > 0
    longest_token = tables.longest_token[0]
    n_tokens = progress[1]
    i = progress[0]
    staged_until = i
    stage = i
    n_waiting = n_begun = 0  # `begin_to_wait`
    missing = 0
    none_may_wait = False
    while True:
        if n_waiting > 0 and (n_waiting == MOST_WAITING or i == n_spans or missing > 0 or none_may_wait):
            n_tokens = _encode_waiting(tables, text, memo, n_waiting, work, tokens, n_tokens, token_ends, i)
            n_waiting = n_begun = 0
        if i == n_spans or missing > 0:
            break
        if shortcut and i >= staged_until:
            stage = i
            staged_until = min(n_spans, i + SPANS_A_STAGE)
            _stage(text, start, ends, kinds, i, staged_until, memo_stop, memo)
        # Nearly all spans are known, so they get a separate loop, which keeps its values in registers.
        first, second, hashed = np.uint64(0), NO_KEY, np.uint64(0)
        entry, known = np.uint64(0), False
        if i < staged_until:
            i, n_tokens = _emit_known(
                memo.short, memo.staged, i, stage, staged_until, tokens, n_tokens, token_ends
            )
            if i == staged_until:
                continue
            staged = np.uint64(STAGED_WORDS * (i - stage))
            first, second = memo.staged[staged], memo.staged[staged + np.uint64(1)]
            hashed = memo_hash(first, second)
            entry, known = find_memo(memo.short, first, second, hashed)
        if i > 0:
            start = ends[i - 1]
        end = ends[i]
        if kinds[i] == WORD:
            size = end - start
            before = n_tokens
            known_until = -1
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
                # The paper's fast path: a span that is one token takes one lookup. A memo with all short tokens
                # would know it.
                token = NOT_FOUND
                if size <= longest_token and not (second != NO_KEY and holds_all_tokens(memo)):
                    token = find_span(tables.spans, tables.token_data, tables.token_starts, text, start, end)
                begun = np.int64(-1)
                if token == NOT_FOUND and shortcut:
                    begun = begin_to_wait(tables, text, start, size, work.short, n_begun)
                if token != NOT_FOUND:
                    tokens[n_tokens] = token
                    n_tokens += 1
                elif begun >= 0:
                    work.waiting[STARTS + n_waiting] = np.uint64(start)
                    work.waiting[SIZES + n_waiting] = np.uint64(size)
                    work.waiting[BEGUN + n_waiting] = np.uint64(begun)
                    work.waiting[FIRSTS + n_waiting] = np.uint64(n_begun)
                    work.waiting[PLACES + n_waiting] = np.uint64(n_tokens)
                    work.waiting[NUMBERS + n_waiting] = np.uint64(i)
                    work.waiting[KEYS + n_waiting] = first
                    work.waiting[MORE_KEYS + n_waiting] = second
                    work.waiting[HASHES + n_waiting] = hashed
                    n_waiting += 1
                    n_begun += size if begun == 0 else begun
                elif size > room:
                    missing = size
                    continue
                else:
                    in_pieces = shortcut and encoder == BACKTRACK
                    none_may_wait = in_pieces and n_waiting > 0
                    if none_may_wait:
                        continue
                    if in_pieces:
                        n_tokens = merge_in_pieces(tables, text, start, end, tokens, n_tokens, work)
                    if not in_pieces or n_tokens < 0:
                        n_tokens = _encode_word(tables, encoder, text, start, end, tokens, before, work)
                if n_tokens > before:
                    _remember(memo, first, second, hashed, text, start, end, tokens, before, n_tokens)
        elif kinds[i] == SPECIAL:
            number = find_span(specials.spans, specials.data, specials.starts, text, start, end)
            tokens[n_tokens] = specials.ids[number]
            n_tokens += 1
        if keep_ends:
            token_ends[i] = n_tokens
        i += 1
    progress[0] = i
    progress[1] = n_tokens
    return missing


@jit(inline=True)
def _remember(
    memo: SpanMemo,
    first: np.uint64,
    second: np.uint64,
    hashed: np.uint64,
    text: np.ndarray,
    start: int,
    end: int,
    tokens: np.ndarray,
    before: int,
    stop: int,
) -> None:
    """Store that the span has the tokens ``tokens[before:stop]``, under the key that was staged for it."""
    if second != NO_KEY:
        entry, known = find_memo(memo.short, first, second, hashed)
        at = np.int64(entry) if known else find_displaced(memo.short, first, second, hashed)
        if at >= 0 and (
            not is_elsewhere(memo.short, np.uint64(at))
            or is_kept(memo.long, where_else(memo.short, np.uint64(at))[0])
        ):
            return  # it waited twice
        if at < 0:
            at = np.int64(new_entry(memo.short, memo.used, first, second, hashed))
        if stop - before <= MOST_MEMO_TOKENS:
            store_here(memo.short, np.uint64(at), tokens, before, stop)
        else:
            place = store_tokens(memo.long, tokens, before, stop)
            store_elsewhere(memo.short, np.uint64(at), place, stop - before)
    elif first != 0:
        store_long(memo.long, first, text, start, end, tokens, before, stop)


@jit(inline=True)
def _encode_waiting(
    tables: VocabTables,
    text: np.ndarray,
    memo: SpanMemo,
    n_waiting: int,
    work: SpanWork,
    tokens: np.ndarray,
    n_tokens: int,
    token_ends: np.ndarray,
    stop: int,
) -> int:
    """Merge the spans that wait, remember them, and put their tokens where they belong; returns the new count.

    `stop` is the span after the last one that has tokens.
    """
    waiting, found = work.waiting, work.short[FOUND:]
    merge_waiting(tables, text, n_waiting, waiting, work.short)
    shift = 0
    for i in range(n_waiting):
        count = np.int64(waiting[COUNTS + i])
        shift += count
        start, before = np.int64(waiting[STARTS + i]), np.int64(waiting[FIRSTS + i])
        _remember(
            memo,
            waiting[KEYS + i],
            waiting[MORE_KEYS + i],
            waiting[HASHES + i],
            text,
            start,
            start + np.int64(waiting[SIZES + i]),
            found,
            before,
            before + count,
        )
    # From the last one on, what follows it moves up.
    result = n_tokens + shift
    for i in range(n_waiting - 1, -1, -1):
        place, number = np.int64(waiting[PLACES + i]), np.int64(waiting[NUMBERS + i])
        count, before = np.int64(waiting[COUNTS + i]), np.int64(waiting[FIRSTS + i])
        for at in range(n_tokens - 1, place - 1, -1):
            tokens[at + shift] = tokens[at]
        if len(token_ends) > 0:
            for span in range(number, stop):
                token_ends[span] += shift
            stop = number
        shift -= count
        for at in range(count):
            tokens[place + shift + at] = found[before + at]
        n_tokens = place
    return result
