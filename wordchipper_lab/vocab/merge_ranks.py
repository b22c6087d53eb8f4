"""A vocabulary whose merges are listed, in an order of their own: tokens are numbered by the rank of their merge.

Everywhere else in this package a token's number is its rank. In a ``tokenizer.json`` ids and ranks are independent: a
merge has its place in a list, and ids are what the vocabulary says. So tokens get numbers in the order in which they
are merged, the engine works with those, and the ids take their place in what it returns.

A token has one rank even if several merges make it. What becomes a token goes through the same states as its bytes
alone, because nothing crosses its borders before it is complete (see `pairs`); so its last merge is the same in every
text, and all others that make it never happen. Which one it is, is found by merging the token's bytes, as
Hugging Face's `tokenizers` does it: the lowest rank first, the leftmost of equal ones; if a pair is listed twice, its
last place counts. Tokens that this never makes are not produced at all, unless whole spans are looked up first
(``ignore_merges``). Qwen 3.5 has 201 such entries: a program that trusts the vocabulary gives other ids there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ..errors import UnsupportedVocabError, show
from ..kernels.jit import jit
from ..kernels.keys import MAX_TOKEN
from ..kernels.tables import NOT_FOUND, find_pair, insert_pair, pair_table
from .long_tokens import PairScratch, pair_scratch, split_long_token
from .token_bytes import TokenBytes, pack_tokens

__all__ = ["NEVER_IN_UTF8", "NO_ID", "RankedTokens", "bytes_without_token", "last_merge", "rank_by_merges"]

NO_ID = 0xFFFFFFFF
"""The id of a byte without a token: of one that no UTF-8 contains, or that is dropped."""

NEVER_IN_UTF8 = frozenset([0xC0, 0xC1, *range(0xF5, 0x100)])
"""Bytes that no UTF-8 contains."""
_SPARSE = 65536


class RankedTokens(NamedTuple):
    """Tokens numbered by rank, and everything that the numbers no longer say."""

    tokens: TokenBytes
    """by rank"""
    splits: np.ndarray
    """uint32 (2 * n,): token i is merged from ``splits[2 * i]`` and the next; itself if merging never makes it."""
    ids: np.ndarray | None
    """uint32 (n,): rank -> id; None if every id is the token's number here."""
    others: dict[int, bytes]
    """id -> bytes of the entries that encoding never gives."""
    listed: np.ndarray
    """uint32 (merges, 2): the ids of left and right, in the order of the list."""


def last_merge(
    token: bytes, rank_of: Mapping[tuple[bytes, bytes], int]
) -> tuple[int, tuple[bytes, bytes]] | None:
    """Rank and parts of the last merge of `token`; None if merging never makes it (or for one byte).

    >>> last_merge(b"abc", {(b"a", b"b"): 1, (b"ab", b"c"): 2, (b"b", b"c"): 0, (b"a", b"bc"): 3})
    (3, (b'a', b'bc'))
    """
    parts = [token[i : i + 1] for i in range(len(token))]
    found = None
    while len(parts) > 1:
        mergeable = [(rank_of[pair], i) for i, pair in enumerate(pairwise(parts)) if pair in rank_of]
        if not mergeable:
            return None
        rank, i = min(mergeable)
        found = rank, (parts[i], parts[i + 1])
        parts[i : i + 2] = [parts[i] + parts[i + 1]]
    return found


@jit()
def _find_last_merges(
    data: np.ndarray,
    starts: np.ndarray,
    byte_tokens: np.ndarray,
    sides: np.ndarray,
    made: np.ndarray,
    counts: np.ndarray,
    merges: np.ndarray,
    ranks: np.ndarray,
    parts: np.ndarray,
    scratch: PairScratch,
) -> None:
    """Fill `ranks`, int64 (n,), and `parts`, int64 (2 * n,), with the last merge of each token; -1 if there is none.

    sides: int64 (3 * merges,), left, right and result by rank; made: int64 (merges,), the results; counts: int64 (m,),
    the ranks that count. merges: an empty pair table, which is filled with (left, right) -> rank. Twin: `last_merge`.
    """
    for rank in counts:
        insert_pair(merges, sides[3 * rank], sides[3 * rank + 1], rank)
    for token in range(len(ranks)):
        ranks[token] = NOT_FOUND
        parts[2 * token] = token
        parts[2 * token + 1] = token
        if np.int64(starts[token + 1]) - np.int64(starts[token]) < 2:
            continue
        left, right = split_long_token(merges, data, starts, byte_tokens, merges, True, token, scratch, made)
        if left == NOT_FOUND:
            continue
        ranks[token] = find_pair(merges, left, right)
        if ranks[token] != NOT_FOUND:
            parts[2 * token] = left
            parts[2 * token + 1] = right


def rank_by_merges(
    name: str,
    ids: Mapping[bytes, int],
    merges: Sequence[tuple[bytes, bytes]],
    *,
    whole_spans: bool = False,
    unknown: int | None = None,
    drops: bool = False,
) -> RankedTokens:
    """Tokens (bytes -> id) in the order in which `merges` make them.

    name: the file, for messages. whole_spans: whether a span that is a token becomes it whatever merging makes
    (``ignore_merges``). unknown: the id for a byte without a token; without it, all bytes that UTF-8 contains need one,
    unless merging `drops` those that have none.
    Raises `UnsupportedVocabError` for a merge of tokens that have no id, an id that two tokens share, and a byte
    without a token.

    >>> single = {bytes([value]): value for value in range(256)}
    >>> found = rank_by_merges("x", {**single, b"abc": 256, b"ab": 257}, [(b"a", b"b"), (b"ab", b"c")])
    >>> found.ids[256:].tolist(), found.splits[512:].tolist()
    ([257, 256], [97, 98, 256, 99])
    """
    entries = sorted(ids, key=ids.__getitem__)
    numbers = np.fromiter(map(ids.__getitem__, entries), dtype=np.int64, count=len(entries))
    _check_ids(name, entries, numbers)
    needed = bytes_without_token(ids)
    missing = sorted(needed + [byte for byte in NEVER_IN_UTF8 if bytes([byte]) not in ids])
    if unknown is None and needed and not drops:
        raise UnsupportedVocabError(
            f"{name}: {len(needed)} of the single bytes that texts contain have no token (the first is "
            f"{needed[0]:#04x}), and there is no token for unknown ones"
        )
    if unknown is None and needed and whole_spans:
        _check_whole_spans(name, entries, needed)
    entries += [bytes([byte]) for byte in missing]
    numbers = np.append(
        numbers,
        [NO_ID if byte in NEVER_IN_UTF8 or unknown is None else unknown for byte in missing],
    ).astype(np.int64)
    entry_of = {token: i for i, token in enumerate(entries)}
    sides = _sides(name, entry_of, ids, merges)
    if needed and (numbers[sides[:, :2]] == unknown).any():
        raise UnsupportedVocabError(
            f"{name}: a merge joins the token for unknown bytes, id {unknown}: expected none that does"
        )
    packed = pack_tokens(entries)
    ranks, parts = _last_merges(packed, entry_of, sides)

    is_byte = np.diff(packed.starts) == 1
    single, merged = np.flatnonzero(is_byte), np.flatnonzero(ranks >= 0)
    merged = merged[np.argsort(ranks[merged], kind="stable")]
    never = np.flatnonzero((ranks < 0) & ~is_byte)
    others = {} if whole_spans else {int(numbers[i]): entries[i] for i in never}
    kept = np.concatenate([single, merged, never] if whole_spans else [single, merged])
    listed = numbers[sides[:, :2]].astype(np.uint32)

    are_ids = not missing and _in_order(numbers[single], numbers[merged])
    are_ids &= int(numbers.max(initial=0)) <= 2 * len(numbers) + _SPARSE
    number_of = np.zeros(len(entries), dtype=np.int64)
    number_of[kept] = numbers[kept] if are_ids else np.arange(len(kept))
    n = int(number_of[kept].max()) + 1
    splits = np.arange(n, dtype=np.uint32).repeat(2).reshape(n, 2)
    splits[number_of[kept]] = number_of[parts.reshape(-1, 2)[kept]]
    by_number = [b""] * n
    for i in kept.tolist():
        by_number[number_of[i]] = entries[i]
    return RankedTokens(
        pack_tokens(by_number),
        splits.reshape(-1),
        None if are_ids else numbers[kept].astype(np.uint32),
        others,
        listed,
    )


def _check_whole_spans(name: str, entries: Sequence[bytes], dropped: Sequence[int]) -> None:
    """A span is looked up before bytes are dropped from it, so none of the entries may have one of those."""
    without = bytes(dropped)
    if found := next((token for token in entries if len(token.translate(None, without)) < len(token)), None):
        raise UnsupportedVocabError(
            f"{name}: the token {show(found)} has a byte without a token, and whole spans are looked up first: "
            "expected tokens for all bytes"
        )


def bytes_without_token(ids: Mapping[bytes, int]) -> list[int]:
    """The bytes that UTF-8 contains and that have no token.

    >>> bytes_without_token({bytes([byte]): byte for byte in range(1, 0xC0)})[:2]
    [0, 194]
    """
    return [byte for byte in range(256) if bytes([byte]) not in ids and byte not in NEVER_IN_UTF8]


def _check_ids(name: str, entries: Sequence[bytes], numbers: np.ndarray) -> None:
    if len(entries) + 256 > MAX_TOKEN:
        raise UnsupportedVocabError(
            f"{name}: the vocabulary has {len(entries):,} tokens; this engine supports up to {MAX_TOKEN:,}"
        )
    twice = np.flatnonzero(np.diff(numbers) == 0)
    if len(twice):
        first, second = entries[int(twice[0])], entries[int(twice[0]) + 1]
        raise UnsupportedVocabError(
            f"{name}: the tokens {show(first)} and {show(second)} have the same id, {numbers[twice[0]]}: expected "
            "one token for each id"
        )
    if b"" in entries:
        raise UnsupportedVocabError(f"{name}: a token is empty: expected at least one byte")


def _sides(
    name: str, entry_of: Mapping[bytes, int], ids: Mapping[bytes, int], merges: Sequence[tuple[bytes, bytes]]
) -> np.ndarray:
    """Entries of left, right and result of each merge: int64 (merges, 3)."""
    if len(merges) > MAX_TOKEN:
        raise UnsupportedVocabError(
            f"{name}: {len(merges):,} merges are listed; this engine supports up to {MAX_TOKEN:,}"
        )
    found = np.empty((len(merges), 3), dtype=np.int64)
    try:
        for side, tokens in enumerate(
            ((left for left, _ in merges), (right for _, right in merges), (a + b for a, b in merges))
        ):
            found[:, side] = np.fromiter(map(entry_of.__getitem__, tokens), dtype=np.int64, count=len(merges))
    except KeyError:
        pass
    else:
        if not set(range(256)) - {token[0] for token in ids if len(token) == 1}:
            return found
    for left, right in merges:
        for part in (left, right, left + right):
            if part not in ids:
                raise UnsupportedVocabError(
                    f"{name}: the merge of {show(left)} and {show(right)} needs {show(part)}, which has no id"
                )
    return found


def _last_merges(
    packed: TokenBytes, entry_of: Mapping[bytes, int], sides: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    pair = sides[:, 0] << 32 | sides[:, 1]
    # Of a pair that is listed twice, the last place.
    _, last = np.unique(pair[::-1], return_index=True)
    table = pair_table(len(sides) + 1)
    n = len(packed.starts) - 1
    ranks, parts = np.empty(n, dtype=np.int64), np.empty(2 * n, dtype=np.int64)
    byte_tokens = np.array([entry_of[bytes([byte])] for byte in range(256)], dtype=np.uint32)
    scratch = pair_scratch(int(np.diff(packed.starts).max(initial=1)))
    _find_last_merges(
        packed.data,
        packed.starts.astype(np.uint32),
        byte_tokens,
        sides.reshape(-1),
        np.ascontiguousarray(sides[:, 2]),
        np.sort(len(sides) - 1 - last),
        table,
        ranks,
        parts,
        scratch,
    )
    return ranks, parts


def _in_order(single: np.ndarray, merged: np.ndarray) -> bool:
    """Whether ids are ranks as they are: those of bytes first, and those of merged tokens ascending."""
    return bool((np.diff(merged) > 0).all() and (not len(merged) or single.max() < merged[0]))
