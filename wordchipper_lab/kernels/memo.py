"""A memo of recent spans and their tokens: exact, private to one thread, growing with what the texts hold.

Text repeats itself: of the spans of 15 MB of English or code all but 2.5 % occurred before, of 500 languages all
but 22 %. A memo that holds them all turns nearly every span into one load, if that load does not wait for memory:
spans are `stage`d some at a time, which computes their keys and prefetches their entries, before any is looked up.

An entry is four words:

    bytes 0-7 of the span | bytes 8-14, the length (4 bits), the number of tokens (4 bits) | tokens 0-1 | tokens 2-3

so it holds spans of up to 15 bytes (97 to 99 % of them) with up to 4 tokens; of others it says where the tokens are
(`store_elsewhere`). Equal words mean equal spans, with nothing left to verify. Two entries share a cache line, a
bucket; what finds no place there is in one of the next buckets. The table starts small; its owner enlarges it
(`move_entries`) when `is_crowded` says so, up to a limit. A full table replaces the older entry of a bucket.

A hit copies all four tokens with one instruction, of which only the valid ones are counted; choosing between the
two entries of a bucket takes no branch. A known span costs 4 ns (o200k_base, English): 1.7 to stage it, 2.3 to emit
its tokens. Documents of 5 kB, 15 MB of English that is new, then once more, MB/s: 87 and 107 with 2^16 entries
that new ones replaced, 168 and 229 with 2^19 and prefetching, 205 and 387 with growth, no entry lost before the
limit is reached, and long spans remembered as well (`long_memo`). Staging 32 or 512 spans at a time instead of 256
made no difference; neither did a function of its own for emitting.
"""

from __future__ import annotations

import numpy as np

from .huge_memory import more_words, new_words
from .jit import jit
from .prefetch import prefetch
from .unaligned import copy_16_bytes, load_u64

__all__ = [
    "ENTRY_BYTES",
    "FIRST_SLOTS",
    "LONGEST_MEMO_SPAN",
    "MEMO_SLACK",
    "MOST_MEMO_TOKENS",
    "NO_KEY",
    "STAGED_WORDS",
    "bucket_of",
    "doubled_memo",
    "find_displaced",
    "find_memo",
    "find_tokens",
    "is_crowded",
    "is_elsewhere",
    "memo_hash",
    "memo_key",
    "move_entries",
    "n_slots",
    "new_entry",
    "new_memo",
    "prefetch_memo",
    "split_entries",
    "store_elsewhere",
    "store_here",
    "unpack_memo",
    "where_else",
]

LONGEST_MEMO_SPAN = 15
MOST_MEMO_TOKENS = 4
MEMO_SLACK = 16
"""A key is made by two loads, which may read up to here after the start of a span."""

NO_KEY = np.uint64(1)
"""As second word of a key: a span that is in no memo. (Its length would be 0.)"""

STAGED_WORDS = 3
"""Words that are kept of a span between staging and looking up: its key and its hash."""

FIRST_SLOTS = 1 << 12
ENTRY_BYTES = 32

_ENTRY_WORDS = 4
_MOST_BUCKETS = 64
_RARE = np.uint64(1 << 15)  # tokens from here on
_LARGE = 1 << 16

_SIZE_SHIFT = np.uint64(56)
_COUNT_SHIFT = np.uint64(60)
_COUNT_BITS = np.uint64(4)
_HALF = np.uint64(32)
_ONE = np.uint64(1)
_BUCKET_SHIFT = np.uint64(3)
_TO_SECOND = np.uint64(2)
_A = np.uint64(0x9E3779B97F4A7C15)
_B = np.uint64(0xD6E8FEB86659FD93)
_KEY_BITS = np.uint64((1 << 60) - 1)
# Masks of the bytes in the two key words that belong to a span, by its length.
_LOW = np.array([(1 << 8 * min(size, 8)) - 1 for size in range(16)], dtype=np.uint64)
_HIGH = np.array([(1 << 8 * max(size - 8, 0)) - 1 for size in range(16)], dtype=np.uint64)


def new_memo(slots: int = FIRST_SLOTS, most: int = 0) -> np.ndarray:
    """An empty memo: uint64 (4 * slots,); 0 slots disable it. `slots` must be a power of two, 2 or more.

    It can become as large as `most` slots where it is (`doubled_memo`).

    >>> new_memo(4).shape
    (16,)
    """
    return new_words(_ENTRY_WORDS * slots, _ENTRY_WORDS * most)


def doubled_memo(memo: np.ndarray) -> np.ndarray | None:
    """The memory of a memo and as much behind it, for `split_entries`; None if it was not made for that."""
    return more_words(memo, 2 * len(memo))


def n_slots(memo: np.ndarray) -> int:
    """Number of entries that a memo has place for."""
    return len(memo) // _ENTRY_WORDS


@jit(inline=True)
def memo_key(text: np.ndarray, start: int, end: int) -> tuple[np.uint64, np.uint64]:
    """The two key words of the span ``text[start:end]`` of 1 to 15 bytes; reads ``text[start:start + 16]``."""
    size = np.uint64(end - start)
    low = load_u64(text, start) & _LOW[size]
    high = load_u64(text, start + 8) & _HIGH[size]
    return low, high | (size << _SIZE_SHIFT)


@jit(inline=True)
def memo_hash(first: np.uint64, second: np.uint64) -> np.uint64:
    """Hash of a key: 32 bits, of which the lowest choose the bucket."""
    mixed = (first * _A) ^ (second * _B)
    mixed ^= mixed >> _HALF
    return (mixed * _A) >> _HALF


@jit(inline=True)
def bucket_of(memo: np.ndarray, hashed: np.uint64) -> np.uint64:
    """Index of the first word of the bucket to which a key belongs."""
    mask = (np.uint64(len(memo)) >> _BUCKET_SHIFT) - _ONE
    return (hashed & mask) << _BUCKET_SHIFT


@jit(inline=True)
def prefetch_memo(memo: np.ndarray, hashed: np.uint64) -> None:
    """Prefetch the entries that `find_memo` will compare."""
    prefetch(memo, bucket_of(memo, hashed))


@jit(inline=True)
def find_memo(
    memo: np.ndarray, first: np.uint64, second: np.uint64, hashed: np.uint64
) -> tuple[np.uint64, bool]:
    """(index of the first word of an entry, whether it has this key)."""
    at = bucket_of(memo, hashed)
    # Both words in one comparison, both entries before the only branch: each branch would be mispredicted.
    here = (memo[at] ^ first) | ((memo[at + np.uint64(1)] ^ second) << _COUNT_BITS)
    there = (memo[at + np.uint64(4)] ^ first) | ((memo[at + np.uint64(5)] ^ second) << _COUNT_BITS)
    return at + (np.uint64(here != 0) << _TO_SECOND), (here == 0) | (there == 0)


@jit(inline=True)
def find_tokens(
    memo: np.ndarray, first: np.uint64, second: np.uint64, bucket: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """(index of the first word of an entry, number of its tokens), which is 0 if the entry has another key, or if its
    tokens are elsewhere. `bucket` is the key's (`bucket_of`)."""
    here = (memo[bucket] ^ first) | ((memo[bucket + np.uint64(1)] ^ second) << _COUNT_BITS)
    there = (memo[bucket + np.uint64(4)] ^ first) | ((memo[bucket + np.uint64(5)] ^ second) << _COUNT_BITS)
    at = bucket + (np.uint64(here != 0) << _TO_SECOND)
    count = memo[at + np.uint64(1)] >> _COUNT_SHIFT
    if (here != 0) & (there != 0):
        count = np.uint64(0)
    return at, count


@jit()
def find_displaced(memo: np.ndarray, first: np.uint64, second: np.uint64, hashed: np.uint64) -> int:
    """Index of the first word of the entry with this key in a bucket behind its own, or -1.

    An entry is there if its own bucket was full, and those in between were.
    """
    at = bucket_of(memo, hashed)
    for _ in range(_MOST_BUCKETS - 1):
        if memo[at + np.uint64(5)] == 0:
            return -1
        at = _next_bucket(memo, at)
        if (memo[at] ^ first) | ((memo[at + np.uint64(1)] ^ second) << _COUNT_BITS) == 0:
            return np.int64(at)
        if (memo[at + np.uint64(4)] ^ first) | ((memo[at + np.uint64(5)] ^ second) << _COUNT_BITS) == 0:
            return np.int64(at) + 4
    return -1


@jit(inline=True)
def _next_bucket(memo: np.ndarray, at: np.uint64) -> np.uint64:
    return (at + np.uint64(8)) & (np.uint64(len(memo)) - _ONE)


@jit(inline=True)
def _free_place(memo: np.ndarray, home: np.uint64) -> tuple[np.uint64, bool]:
    """(the first empty place of the bucket `home` or of those behind it, whether there is one)."""
    at = home
    for _ in range(_MOST_BUCKETS):
        if memo[at + np.uint64(1)] == 0:
            return at, True
        if memo[at + np.uint64(5)] == 0:
            return at + np.uint64(4), True
        at = _next_bucket(memo, at)
    return home, False


@jit(inline=True)
def unpack_memo(memo: np.ndarray, at: np.uint64, tokens: np.ndarray, n_tokens: int) -> int:
    """Append the tokens of the entry at `at`; `tokens` needs room for 4 more. Returns the new count."""
    copy_16_bytes(memo, at + np.uint64(2), tokens, n_tokens)
    return n_tokens + np.int64(memo[at + np.uint64(1)] >> _COUNT_SHIFT)


@jit(inline=True)
def _is_rare_token(memo: np.ndarray, at: np.uint64, home: np.uint64) -> bool:
    """Whether the entry at `at` is a rare token, in its own bucket: so it is found up to `_MOST_BUCKETS` from here."""
    second = memo[at + np.uint64(1)]
    return (
        (second >> _COUNT_SHIFT == _ONE)
        & (memo[at + np.uint64(2)] >= _RARE)
        & (bucket_of(memo, memo_hash(memo[at], second & _KEY_BITS)) == home)
    )


@jit(inline=True)
def new_entry(
    memo: np.ndarray, used: np.ndarray, first: np.uint64, second: np.uint64, hashed: np.uint64
) -> np.uint64:
    """Index of a new entry for a key that has none, without tokens yet; an older one makes place if necessary.

    In a full bucket it takes the place of a token that is rare in all texts, for it has just been met in this one; the
    token moves behind.

    ``used[0]`` (int64) is the number of entries, ``used[1]`` that of entries that were replaced.
    """
    home = bucket_of(memo, hashed)
    at, is_free = home, False
    if used[0] * 32 < len(memo) * 7:  # with more than 7 of 8 places taken, most free ones are far away
        at, is_free = _free_place(memo, home)
    if is_free:
        used[0] += 1
        for here in (home, home + np.uint64(_ENTRY_WORDS)):
            if (at != home) & (at != home + np.uint64(_ENTRY_WORDS)) and _is_rare_token(memo, here, home):
                copy_16_bytes(memo, here, memo, at)
                copy_16_bytes(memo, here + np.uint64(2), memo, at + np.uint64(2))
                at = here
    else:
        used[1] += 1
        at = home
        copy_16_bytes(memo, at, memo, at + np.uint64(4))
        copy_16_bytes(memo, at + np.uint64(2), memo, at + np.uint64(6))
    memo[at] = first
    memo[at + np.uint64(1)] = second
    return at


@jit(inline=True)
def store_here(memo: np.ndarray, at: np.uint64, tokens: np.ndarray, begin: int, stop: int) -> None:
    """Write the tokens ``tokens[begin:stop]``, 1 to 4, to the entry at `at`."""
    low, high = np.uint64(0), np.uint64(0)
    for i in range(stop - begin):
        if i < 2:
            low |= np.uint64(tokens[begin + i]) << np.uint64(32 * i)
        else:
            high |= np.uint64(tokens[begin + i]) << np.uint64(32 * (i - 2))
    memo[at + np.uint64(1)] |= np.uint64(stop - begin) << _COUNT_SHIFT
    memo[at + np.uint64(2)] = low
    memo[at + np.uint64(3)] = high


@jit(inline=True)
def store_elsewhere(memo: np.ndarray, at: np.uint64, place: int, count: int) -> None:
    """Write to the entry at `at` that its tokens are `count` tokens at `place` in a `LongMemo`."""
    memo[at + np.uint64(2)] = np.uint64(place)
    memo[at + np.uint64(3)] = np.uint64(count)


@jit(inline=True)
def is_elsewhere(memo: np.ndarray, at: np.uint64) -> bool:
    """Whether the tokens of the entry at `at` are too many for it: it has none."""
    return memo[at + np.uint64(1)] >> _COUNT_SHIFT == 0


@jit(inline=True)
def where_else(memo: np.ndarray, at: np.uint64) -> tuple[int, int]:
    """(place, number of tokens) of an entry that `is_elsewhere`."""
    return np.int64(memo[at + np.uint64(2)]), np.int64(memo[at + np.uint64(3)])


@jit(inline=True)
def is_crowded(memo: np.ndarray, used: np.ndarray) -> bool:
    """Whether a larger memo would be faster: half of the places are taken, three quarters of a large one's.

    With three quarters, one entry in five is not in its own bucket; those are the rare ones, which came late. On new
    text a memory that is twice as large costs more than that (see `encoders.memo_growth`).
    """
    quarters = 3 if len(memo) >= _ENTRY_WORDS * _LARGE else 2
    return used[0] * (4 * _ENTRY_WORDS) > len(memo) * quarters


@jit()
def move_entries(memo: np.ndarray, larger: np.ndarray, used: np.ndarray, has_some: bool) -> None:
    """Copy all entries to a larger memo; with `has_some`, those that are in it already are left out.

    `used` is that of the larger one, see `new_entry`; an entry that finds no place counts as replaced.
    """
    for number in range(len(memo) // _ENTRY_WORDS):
        source = np.uint64(number * _ENTRY_WORDS)
        second = memo[source + np.uint64(1)]
        if second != 0:
            key = second & _KEY_BITS
            hashed = memo_hash(memo[source], key)
            if has_some:
                _, is_there = find_memo(larger, memo[source], key, hashed)
                if is_there or find_displaced(larger, memo[source], key, hashed) >= 0:
                    continue
            at, is_free = _free_place(larger, bucket_of(larger, hashed))
            if not is_free:
                used[1] += 1
                continue
            copy_16_bytes(memo, source, larger, at)
            copy_16_bytes(memo, source + np.uint64(2), larger, at + np.uint64(2))
            used[0] += 1


@jit()
def split_entries(memo: np.ndarray) -> None:
    """Put all entries, which are in the first half of `memo`, where they belong in the whole.

    A bucket is emptied before its entries are put back, beginning behind one that is not full. So none comes back
    behind its old place, unless in the other half, and no bucket is emptied that one had to pass by.
    """
    half = np.uint64(len(memo) // 2)
    first = np.uint64(0)
    while first < half and memo[first + np.uint64(5)] != 0:
        first += np.uint64(8)
    for number in range(len(memo) // 16):
        here = (first + np.uint64(8) + np.uint64(8 * number)) & (half - _ONE)
        there = here + np.uint64(_ENTRY_WORDS)
        one, two = memo[here], memo[here + np.uint64(1)]
        three, four = memo[here + np.uint64(2)], memo[here + np.uint64(3)]
        five, six = memo[there], memo[there + np.uint64(1)]
        seven, eight = memo[there + np.uint64(2)], memo[there + np.uint64(3)]
        memo[here + np.uint64(1)] = memo[there + np.uint64(1)] = 0
        if two != 0:
            _put_back(memo, one, two, three, four)
        if six != 0:
            _put_back(memo, five, six, seven, eight)


@jit(inline=True)
def _put_back(memo: np.ndarray, one: np.uint64, two: np.uint64, three: np.uint64, four: np.uint64) -> None:
    at, is_free = _free_place(memo, bucket_of(memo, memo_hash(one, two & _KEY_BITS)))
    if is_free:
        memo[at], memo[at + np.uint64(1)] = one, two
        memo[at + np.uint64(2)], memo[at + np.uint64(3)] = three, four
