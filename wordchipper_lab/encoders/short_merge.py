"""short_merge: BPE of a span of up to 32 bytes, with its whole state in one word and two small arrays.

The cost of a text's spans is that of the few that no memo contains: 2 to 8 % of prose and code, a quarter of
rare languages; nearly all have 32 bytes or less. For these the elaborate data structures of the span encoders
only add branches that the processor cannot predict. Here, instead:

- each byte has one bit in a word that says whether it still begins a token; a token's neighbours are one bit
  operation away, and nothing is ever moved;
- the rank of a pair and its place are one number, ``rank << 6 | place``: the lowest one is the leftmost best pair,
  and finding it is a vectorised minimum over 16 or 32 numbers;
- that minimum is computed while the two pairs that a merge creates are being looked up (the only slow load), and
  the numbers are only changed as a whole vector (`lowest_key`): 4 / 9 / 28 % less time (1-8 / 9-16 / 17-32 bytes).

Cost: O(n^2) for n <= 32, with a tiny factor. Measured on spans that a memo misses, o200k_base, ns per span,
by bytes (1-8 / 9-16 / 17-32), before that last step: 213 / 373 / 790, bpe_backtrack 432 / 779 / 963; r50k_base
159 / 265 / 390, 295 / 491 / 508. Beyond 32 bytes bpe_backtrack was faster (33-64: 1,115 against 1,710). These did
not help: a memo of pair checks in bpe_backtrack (its cost is mispredicted branches), pairs in buckets of 4 or 8
compared at once, huge pages, lookups without a branch (as fast), merging eight spans in turns so that one works
while the others wait for memory (1.3 times as long: each turn mispredicts more than a wait costs).
Twin: `reference.merge_bytes`.
"""

from __future__ import annotations

import numpy as np

from ..kernels.bits import highest_bit, lowest_bit
from ..kernels.jit import jit
from ..kernels.keys import NO_TOKEN
from ..kernels.lowest_key import NO_LOWEST, lowest_without, put_keys
from ..kernels.tables import NOT_FOUND, find_pair

__all__ = ["LONGEST_SHORT_SPAN", "SHORT_WORK", "short_merge"]

LONGEST_SHORT_SPAN = 32
SHORT_WORK = 2 * LONGEST_SHORT_SPAN
"""Entries of the scratch array: the keys of the pairs, then the tokens."""

_PLACE_BITS = np.uint32(6)
_NO_PAIR = np.uint32(NO_LOWEST)
_ONE = np.uint64(1)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)


@jit(inline=True)
def _key(pairs: np.ndarray, left: int, right: int, place: int) -> np.uint32:
    token = find_pair(pairs, left, right)
    if token == NOT_FOUND:
        return _NO_PAIR
    return np.uint32(np.uint32(token) << _PLACE_BITS) | np.uint32(place)


@jit(inline=True)
def short_merge(
    pairs: np.ndarray,
    byte_pairs: np.ndarray,
    byte_tokens: np.ndarray,
    text: np.ndarray,
    start: int,
    end: int,
    tokens: np.ndarray,
    n_tokens: int,
    scratch: np.ndarray,
) -> int:
    """Append the tokens of the span ``text[start:end]`` of 1 to 32 bytes; returns the new count.

    `scratch` is uint32 (`SHORT_WORK`,); the tables are those of `VocabTables`.
    """
    size = end - start
    width = 16 if size <= 16 else 32
    keys = scratch[:width]
    at = scratch[LONGEST_SHORT_SPAN:]
    byte = np.int64(text[start])
    at[0] = byte_tokens[byte]
    lowest = _NO_PAIR
    for i in range(1, size):
        following = np.int64(text[start + i])
        at[i] = byte_tokens[following]
        key = np.uint32(byte_pairs[byte << 8 | following] << _PLACE_BITS) | np.uint32(i - 1)
        keys[i - 1] = key
        lowest = min(lowest, key)
        byte = following
    for i in range(size - 1, width):
        keys[i] = _NO_PAIR
    live = _ALL >> np.uint64(64 - size)
    while np.int64(lowest) >> 6 < NO_TOKEN:
        merged = np.int64(lowest) >> 6
        place = np.int64(lowest) & 63
        bit = _ONE << np.uint64(place)
        before = live & (bit - _ONE)
        behind = live & ~(bit | (bit - _ONE))
        right = lowest_bit(behind)
        behind &= behind - _ONE
        live ^= _ONE << np.uint64(right)
        at[place] = merged
        left = highest_bit(before) if before != 0 else place
        lowest = lowest_without(keys, right, place, left)
        key_right, key_left = _NO_PAIR, _NO_PAIR
        if behind != 0:
            key_right = _key(pairs, merged, np.int64(at[lowest_bit(behind)]), place)
        if before != 0:
            key_left = _key(pairs, np.int64(at[left]), merged, left)
        put_keys(keys, left, key_left, place, key_right)
        lowest = min(lowest, min(key_right, key_left))
    while live != 0:
        tokens[n_tokens] = at[lowest_bit(live)]
        n_tokens += 1
        live &= live - _ONE
    return n_tokens
