"""short_merge: BPE of many spans that begin with up to 64 tokens, merge by merge of all of them in turn.

The cost of new text is that of the spans that no memo contains: 2 to 8 % of prose and code, a quarter of rare
languages; nearly all have 64 bytes or less. A merge looks up two pairs in a table of megabytes and then depends on
what they are: alone, a span waits for memory, and for branches that the processor could not predict. So spans wait
until there are some; then each gets one merge in turn, by code without branches, and while one waits for memory the
next ones compute. A span begins with its bytes or, where that is less by a quarter, with the characters that may be
taken whole (`vocab.characters`). Its state is

- a word with one bit per place, which says whether there is still a token: a token's neighbours are one bit operation
  away, and nothing is ever moved;
- for each place its token and the key of the pair with the next one, ``rank << 6 | place``: the lowest key is the
  leftmost best pair, and finding it is a vectorised minimum over 16, 32 or 64 numbers.

Cost: O(n^2) for n <= 64, with a tiny factor. Measured on spans that a memo misses, tables in caches, o200k_base, all of
them beginning with bytes, ns per span, by bytes (1-8 / 9-16 / 17-32 / 33-64): 58 / 120 / 205 / 440 for English, 76 /
140 / 235 / 345 for 500 languages; one span after the other, with branches, took 82 / 178 / 275 and 98 / 190 / 360,
bpe_backtrack 560 and 840 for the longest. With 40 lines of other data read for each span, as when new words meet a
large memo, 500 languages take 120 / 200 / 260 instead of 200 / 330 / 480.

Beginning with characters saves 65 % of the merges of the new spans of manual pages in 25 languages, 44 % of
those in 500 languages, and lets spans of up to 192 bytes wait: the manual pages went from 104 to 127 MB/s, 500
languages from 87 to 90.

No branch may depend on a lookup: in turns with branches it took 1.5 times as long as one after the other. A merge and
its lookups are two rounds, with a prefetch between them: 0.7 of the time where caches are cold. Two spans in turns are
as fast as one alone with branches, 4 take 0.8, 32 take 0.7 of its time; windows of 2, 4 and 8 entries of the table are
alike. WebAssembly has no prefetch: there, a round between the two notes where each pair is looked for and reads that
(`_read_early`). New text in 500 languages is encoded at 1.07 of the speed so; where there is a prefetch, at 0.94.
Twin: `reference.merge_bytes`.
"""

from __future__ import annotations

import numpy as np

from ..kernels.bits import highest_bit, lowest_bit
from ..kernels.jit import jit
from ..kernels.keys import NO_TOKEN, TOKEN_BITS, TOKEN_MASK, pair_key
from ..kernels.lowest_key import NO_LOWEST, lowest_key
from ..kernels.prefetch import has_prefetch
from ..kernels.tables import (
    find_from_slot,
    find_key_flat,
    find_pair,
    find_pair_flat,
    first_slot,
    pair_slots,
    prefetch_pair,
)
from ..vocab.characters import CHARACTER_WORDS
from ..vocab.tables import VocabTables

__all__ = [
    "BEGUN",
    "COUNTS",
    "FIRSTS",
    "FOUND",
    "HASHES",
    "KEYS",
    "LONGEST_SHORT_SPAN",
    "MORE_KEYS",
    "MOST_FIRST_TOKENS",
    "MOST_WAITING",
    "NUMBERS",
    "PLACES",
    "SHORT_WORDS",
    "SIZES",
    "STARTS",
    "WAITING_WORDS",
    "begin_to_wait",
    "merge_waiting",
    "which_wait",
]

MOST_FIRST_TOKENS = 64
"""Tokens with which a span may begin."""

LONGEST_SHORT_SPAN = 3 * MOST_FIRST_TOKENS

MOST_WAITING = 64
"""Spans that may wait to be merged."""

# Columns of `waiting`, uint64: what is known of each span that waits, and, of those that take turns, which places have
# a token.
STARTS, SIZES, BEGUN, FIRSTS, COUNTS, PLACES, NUMBERS, KEYS, MORE_KEYS, HASHES = (
    MOST_WAITING * column for column in range(10)
)
_ORDER, _LIVE, _CHOSEN, _LEFT, _RIGHT, _SLOTS, _READ = (MOST_WAITING * column for column in range(10, 17))
WAITING_WORDS = 17 * MOST_WAITING

# Parts of `short`, uint32.
_KEYS = 0
_TOKENS = _KEYS + MOST_WAITING * MOST_FIRST_TOKENS
_LOWEST = _TOKENS + MOST_WAITING * MOST_FIRST_TOKENS
_ACTIVE = _LOWEST + MOST_WAITING
FOUND = _ACTIVE + MOST_WAITING
"""Where the tokens of the spans begin."""
SHORT_WORDS = FOUND + MOST_WAITING * MOST_FIRST_TOKENS

_PLACE_BITS = np.uint64(6)
_PLACE_MASK = np.uint64(63)
_NO_PAIR = np.uint32(NO_LOWEST)
_NO_RANK = np.uint64(NO_TOKEN)
_NONE = TOKEN_MASK  # as a neighbour: no token, so it is in no pair
_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_BYTE_BITS = np.uint64(8)
_TWO = np.uint64(2)
_TOP = np.uint64(1 << 63)
_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_TOKEN = np.uint64(TOKEN_BITS)
_FIRST_LEAD, _FIRST_OF_THREE, _FIRST_OF_FOUR = np.uint64(0xC2), np.uint64(0xE0), np.uint64(0xF0)
_FIRST_POINT_OF_THREE = np.uint64(0x800)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)


@jit(inline=True)
def begin_to_wait(
    tables: VocabTables, text: np.ndarray, start: int, size: int, short: np.ndarray, first: int
) -> int:
    """What the column `BEGUN` needs of the span ``text[start:start + size]``; negative if the span cannot wait.

    It is the number of tokens with which the span begins, written to ``short[FOUND + first:]``, where there must be
    room for `MOST_FIRST_TOKENS`; or 0 if it begins with its bytes.
    """
    n = np.int64(0)
    if text[start + size - 1] >= 0x80 and size <= LONGEST_SHORT_SPAN:
        n = _take_characters(
            tables.pairs, tables.byte_tokens, tables.characters, text, start, size, short[FOUND + first :]
        )
    return np.int64(-1) if n == 0 and size > MOST_FIRST_TOKENS else n


@jit()
def _take_characters(
    pairs: np.ndarray,
    byte_tokens: np.ndarray,
    characters: np.ndarray,
    text: np.ndarray,
    start: int,
    size: int,
    tokens: np.ndarray,
) -> int:
    """Write the tokens of characters, and of single bytes where a character may not be taken whole
    (`vocab.characters`), and prefetch their pairs; returns their number, 0 if that is not much less than of bytes."""
    slots = pair_slots(pairs)
    begin, end = np.uint64(start), np.uint64(start + size)
    place, n, left = begin, _ZERO, np.uint64(_NONE)
    while place < end:
        byte = np.uint64(text[place])
        token, until = np.uint64(byte_tokens[byte]), place + _ONE
        behind = place + _TWO + np.uint64(byte >= _FIRST_OF_THREE)
        if (byte >= _FIRST_LEAD) & (byte < _FIRST_OF_FOUR) & (behind <= end):
            second, last = np.uint64(text[place + _ONE]), np.uint64(text[behind - _ONE])
            point = (byte & np.uint64(31)) << _PLACE_BITS | (second & _PLACE_MASK)
            if byte >= _FIRST_OF_THREE:
                point = point << _PLACE_BITS | (last & _PLACE_MASK)
            entry = point * np.uint64(CHARACTER_WORDS)
            is_whole = (second >> _PLACE_BITS == _TWO) & (last >> _PLACE_BITS == _TWO)
            is_whole &= (byte < _FIRST_OF_THREE) == (point < _FIRST_POINT_OF_THREE)
            is_whole &= characters[entry] != _ZERO
            if place > begin:
                neighbour = np.uint64(text[place - _ONE])
                is_whole &= neighbour >> _PLACE_BITS == _TWO
                is_whole &= characters[entry + _ONE] >> (neighbour & _PLACE_MASK) & _ONE == _ZERO
            if behind < end:
                neighbour = np.uint64(text[behind])
                is_whole &= neighbour >= np.uint64(0xC0)
                is_whole &= characters[entry + _TWO] >> (neighbour & _PLACE_MASK) & _ONE == _ZERO
            if is_whole:
                token, until = characters[entry] - _ONE, behind
        if n == np.uint64(MOST_FIRST_TOKENS):
            return 0
        tokens[n] = token
        prefetch_pair(pairs, slots, left, token)
        n += _ONE
        left, place = token, until
    return np.int64(n) if n * np.uint64(4) <= (end - begin) * np.uint64(3) else np.int64(0)


@jit()
def which_wait(
    tables: VocabTables, text: np.ndarray, ends: np.ndarray, short: np.ndarray, waits: np.ndarray
) -> None:
    """``waits[i]`` (bool) becomes whether the span that ends at ``ends[i]`` in `text`, where the one before it ended,
    can wait."""
    start = np.int64(0)
    for i in range(len(ends)):
        waits[i] = begin_to_wait(tables, text, start, ends[i] - start, short, 0) >= 0
        start = ends[i]


@jit(inline=True)
def merge_waiting(
    tables: VocabTables, text: np.ndarray, n_waiting: int, waiting: np.ndarray, short: np.ndarray
) -> None:
    """Merge the spans ``text[start:start + size]`` that are in the columns `STARTS` and `SIZES` of `waiting`, `BEGUN`
    as `begin_to_wait` says.

    The tokens of span i are written to ``short[FOUND + first:FOUND + first + count]``, where first is in the column
    `FIRSTS`, given, with room for those with which it begins, and count in `COUNTS`. `waiting` is uint64
    (`WAITING_WORDS`,), `short` uint32 (`SHORT_WORDS`,).
    """
    longest = np.uint64(0)
    for width in (16, 32, 64):
        n = 0
        for number in range(np.uint64(n_waiting)):
            size = _first_tokens(waiting, number)
            waiting[_ORDER + n] = number
            n += np.int64((size > longest) & (size <= np.uint64(width)))
        longest = np.uint64(width)
        if n > 0:
            _merge_in_turns(
                tables.pairs, tables.byte_pairs, tables.byte_tokens, text, n, np.uint64(width), waiting, short
            )


@jit(inline=True)
def _first_tokens(waiting: np.ndarray, span: np.uint64) -> np.uint64:
    """Number of tokens with which the span begins."""
    begun = waiting[np.uint64(BEGUN) + span]
    return waiting[np.uint64(SIZES) + span] if begun == _ZERO else begun


@jit()
def _merge_in_turns(
    pairs: np.ndarray,
    byte_pairs: np.ndarray,
    byte_tokens: np.ndarray,
    text: np.ndarray,
    n: int,
    width: np.uint64,
    waiting: np.ndarray,
    short: np.ndarray,
) -> None:
    """Merge the first `n` spans in the column `_ORDER`, none of which begins with more than `width` tokens."""
    keys, tokens = short[_KEYS:_TOKENS], short[_TOKENS:_LOWEST]
    lowest, active, found = short[_LOWEST:_ACTIVE], short[_ACTIVE:FOUND], short[FOUND:]
    order = waiting[_ORDER : _ORDER + n]
    slots = pair_slots(pairs)
    n_active = _ZERO
    for number in range(np.uint64(n)):
        turn = np.uint64(number)
        span, at = order[turn], turn * width
        size = _first_tokens(waiting, span)
        waiting[np.uint64(_LIVE) + turn] = _ALL >> (np.uint64(64) - size)
        if waiting[np.uint64(BEGUN) + span] == _ZERO:
            start = waiting[np.uint64(STARTS) + span]
            lowest[turn] = _begin_with_bytes(byte_pairs, byte_tokens, text, start, size, at, keys, tokens)
        else:
            first = waiting[np.uint64(FIRSTS) + span]
            lowest[turn] = _begin_with_tokens(pairs, slots, found, first, size, at, keys, tokens)
        active[n_active] = turn
        n_active += np.uint64(np.uint64(lowest[turn]) >> _PLACE_BITS < _NO_RANK)
    while n_active > _ZERO:
        for number in range(n_active):
            turn = np.uint64(active[np.uint64(number)])
            _merge(pairs, slots, turn, width, keys, tokens, lowest, waiting)
        if not has_prefetch():
            read = _ZERO
            for number in range(n_active):
                read ^= _read_early(pairs, slots, np.uint64(active[np.uint64(number)]), waiting)
            waiting[np.uint64(_READ)] = read  # or nothing would be read
        n_next = _ZERO
        for number in range(n_active):
            turn = np.uint64(active[np.uint64(number)])
            key = _look_up(pairs, slots, turn, width, keys, lowest[turn], waiting)
            lowest[turn] = key
            active[n_next] = turn
            n_next += np.uint64(np.uint64(key) >> _PLACE_BITS < _NO_RANK)
        n_active = n_next
    for number in range(np.uint64(n)):
        turn = np.uint64(number)
        span = order[turn]
        first = waiting[np.uint64(FIRSTS) + span]
        begins, at = waiting[np.uint64(_LIVE) + turn], first
        while begins != _ZERO:
            found[at] = tokens[turn * width + np.uint64(lowest_bit(begins))]
            at += _ONE
            begins &= begins - _ONE
        waiting[np.uint64(COUNTS) + span] = at - first


@jit(inline=True)
def _begin_with_bytes(
    byte_pairs: np.ndarray,
    byte_tokens: np.ndarray,
    text: np.ndarray,
    start: np.uint64,
    size: np.uint64,
    at: np.uint64,
    keys: np.ndarray,
    tokens: np.ndarray,
) -> np.uint32:
    """Write the tokens of single bytes and the keys of their pairs from `at` on; returns the lowest key."""
    last = size - _ONE
    byte = np.uint64(text[start])
    lowest = _NO_PAIR
    for number in range(last):
        place = np.uint64(number)
        following = np.uint64(text[start + place + _ONE])
        tokens[at + place] = byte_tokens[byte]
        rank = np.uint64(byte_pairs[byte << _BYTE_BITS | following])
        key = np.uint32(rank << _PLACE_BITS | place)
        keys[at + place] = key
        lowest = min(lowest, key)
        byte = following
    tokens[at + last] = byte_tokens[byte]
    keys[at + last] = _NO_PAIR
    return lowest


@jit(inline=True)
def _begin_with_tokens(
    pairs: np.ndarray,
    slots: np.uint64,
    found: np.ndarray,
    first: np.uint64,
    size: np.uint64,
    at: np.uint64,
    keys: np.ndarray,
    tokens: np.ndarray,
) -> np.uint32:
    """Write the tokens ``found[first:first + size]`` and the keys of their pairs from `at` on; returns the lowest
    key."""
    last = size - _ONE
    left, lowest = np.uint64(found[first]), _NO_PAIR
    for number in range(last):
        place = np.uint64(number)
        right = np.uint64(found[first + place + _ONE])
        tokens[at + place] = left
        merged, is_sure = find_pair_flat(pairs, slots, left, right)
        if not is_sure:
            merged = np.uint64(find_pair(pairs, np.int64(left), np.int64(right)) + 1)
        key = np.uint32((merged - _ONE) << _PLACE_BITS | place)
        keys[at + place] = key
        lowest = min(lowest, key)
        left = right
    tokens[at + last] = left
    keys[at + last] = _NO_PAIR
    return lowest


@jit(inline=True)
def _merge(
    pairs: np.ndarray,
    slots: np.uint64,
    turn: np.uint64,
    width: np.uint64,
    keys: np.ndarray,
    tokens: np.ndarray,
    lowest: np.ndarray,
    waiting: np.ndarray,
) -> None:
    """Merge the pair with the lowest key, note the two pairs that this creates, and prefetch what `_look_up` needs of
    them; ``lowest[turn]`` becomes the lowest key of the pairs that stay as they are."""
    at, key = turn * width, np.uint64(lowest[turn])
    merged, place = key >> _PLACE_BITS, key & _PLACE_MASK
    bit = _ONE << place
    begins = waiting[np.uint64(_LIVE) + turn]
    before = begins & (bit - _ONE)
    behind = begins & ~(bit | (bit - _ONE))
    begins ^= behind & (_ZERO - behind)
    behind &= behind - _ONE
    waiting[np.uint64(_LIVE) + turn] = begins
    tokens[at + place] = np.uint32(merged)
    is_first, is_last = np.uint64(before == _ZERO), np.uint64(behind == _ZERO)
    left = np.uint64(highest_bit(before | _ONE))
    right = np.uint64(lowest_bit(behind | _TOP)) & (width - _ONE)
    changed = bit | ((_ONE ^ is_first) << left)
    lowest[turn] = lowest_key(keys, at, begins & ~changed, width)
    left_token = np.uint64(tokens[at + left]) | (_NONE * is_first)
    right_token = np.uint64(tokens[at + right]) | (_NONE * is_last)
    prefetch_pair(pairs, slots, left_token, merged)
    prefetch_pair(pairs, slots, merged, right_token)
    waiting[np.uint64(_CHOSEN) + turn] = left << _PLACE_BITS | place
    waiting[np.uint64(_LEFT) + turn] = pair_key(left_token, merged)
    waiting[np.uint64(_RIGHT) + turn] = pair_key(merged, right_token)


@jit(inline=True)
def _read_early(pairs: np.ndarray, slots: np.uint64, turn: np.uint64, waiting: np.ndarray) -> np.uint64:
    """Note where `_look_up` begins, and read that. In a loop that does nothing else, several reads wait for memory at a
    time."""
    left = first_slot(pairs, slots, waiting[np.uint64(_LEFT) + turn])
    right = first_slot(pairs, slots, waiting[np.uint64(_RIGHT) + turn])
    waiting[np.uint64(_SLOTS) + turn] = left << _HALF | right
    return np.uint64(pairs[left & (slots - _ONE)] ^ pairs[right & (slots - _ONE)])


@jit(inline=True)
def _look_up(
    pairs: np.ndarray,
    slots: np.uint64,
    turn: np.uint64,
    width: np.uint64,
    keys: np.ndarray,
    lowest: np.uint32,
    waiting: np.ndarray,
) -> np.uint32:
    """Write the keys of the two pairs that the last merge created; returns the lowest of all."""
    at, chosen = turn * width, waiting[np.uint64(_CHOSEN) + turn]
    left, place = chosen >> _PLACE_BITS, chosen & _PLACE_MASK
    left_pair, right_pair = waiting[np.uint64(_LEFT) + turn], waiting[np.uint64(_RIGHT) + turn]
    if has_prefetch():
        with_right, is_sure = find_key_flat(pairs, slots, right_pair)
        with_left, is_sure_too = find_key_flat(pairs, slots, left_pair)
    else:
        noted = waiting[np.uint64(_SLOTS) + turn]
        with_right, is_sure = find_from_slot(pairs, slots, noted & _LOW, right_pair)
        with_left, is_sure_too = find_from_slot(pairs, slots, noted >> _HALF, left_pair)
    if not (is_sure & is_sure_too):
        with_right = np.uint64(
            find_pair(pairs, np.int64(right_pair >> _TOKEN), np.int64(right_pair & TOKEN_MASK)) + 1
        )
        with_left = np.uint64(
            find_pair(pairs, np.int64(left_pair >> _TOKEN), np.int64(left_pair & TOKEN_MASK)) + 1
        )
    # 0 for no pair becomes the highest rank: all bits above the place are set.
    left_key = np.uint32((with_left - _ONE) << _PLACE_BITS | left)
    right_key = np.uint32((with_right - _ONE) << _PLACE_BITS | place)
    keys[at + left] = left_key
    keys[at + place] = right_key  # the last one: the first token has no left one, and `left` is its own place
    return min(lowest, min(left_key, right_key))
