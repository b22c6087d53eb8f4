"""The fast reader of ``.tiktoken`` files: whole columns in NumPy, without a Python object for each token.

It reads well-formed files as all writers produce them - ranks ascending, one space, LF - and leaves anything
else to `parse_lines`, the obvious twin, which reads it or explains the error.
It is not a compiled kernel: a file is read once per process, and compiling would cost more than it saves.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from ..token_bytes import TokenBytes

__all__ = ["parse_bulk"]

_PAD = ord("=")
_ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_NO_VALUE = 255
_VALUES = np.full(256, _NO_VALUE, dtype=np.uint8)
_VALUES[list(_ALPHABET)] = np.arange(64)
_VALUES[_PAD] = 0
_MOST_DIGITS = 9
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)


def parse_bulk(contents: bytes, holes: Collection[int] = ()) -> TokenBytes | None:
    """As `parse_lines`, but only for well-formed files; None for others (o200k_base: 0.06 s)."""
    text = np.frombuffer(contents, dtype=np.uint8)
    spaces, ends = np.flatnonzero(text == ord(" ")), np.flatnonzero(text == ord("\n"))
    if len(ends) == len(spaces) - 1:
        ends = np.append(ends, len(text))  # the last line may end without LF
    if not len(spaces) or len(ends) != len(spaces) or ends[-1] < len(text) - 1:
        return None
    begins = np.append(0, ends[:-1] + 1)
    if (begins > spaces).any() or (spaces > ends).any():
        return None
    ranks = _parse_ranks(text, spaces + 1, ends)
    if ranks is None or (np.diff(ranks) <= 0).any() or not _are_holes(ranks, holes):
        return None
    decoded = _decode_base64(text, begins, spaces)
    if decoded is None:
        return None
    data, sizes = decoded
    # No token occurs twice, so 256 tokens of one byte are all the single bytes.
    if np.count_nonzero(sizes == 1) != 256:
        return None
    starts = np.zeros(int(ranks[-1]) + 2, dtype=np.int64)
    starts[ranks + 1] = sizes
    return TokenBytes(data, np.cumsum(starts, out=starts))


def _parse_ranks(text: np.ndarray, begins: np.ndarray, ends: np.ndarray) -> np.ndarray | None:
    """The numbers at ``text[begins:ends]``: int64 (n,)."""
    n_digits = ends - begins
    if n_digits.min() < 1 or n_digits.max() > _MOST_DIGITS:
        return None
    ranks = np.zeros(len(begins), dtype=np.int64)
    for place in range(n_digits.max()):
        fields = np.flatnonzero(n_digits > place)
        digits = text[ends[fields] - place - 1] - np.uint8(ord("0"))
        if (digits > 9).any():
            return None
        ranks[fields] += digits * np.int64(10**place)
    return ranks


def _are_holes(ranks: np.ndarray, holes: Collection[int]) -> bool:
    """Whether all ids below the highest of the ascending `ranks` that have no rank are in `holes`."""
    # The first test also keeps an absurd last rank from allocating gigabytes.
    n_missing = int(ranks[-1]) + 1 - len(ranks)
    if n_missing == 0:
        return True
    if n_missing > len(holes):
        return False
    return set(np.setdiff1d(np.arange(ranks[-1] + 1), ranks).tolist()) <= set(holes)


def _decode_base64(
    text: np.ndarray, begins: np.ndarray, ends: np.ndarray
) -> tuple[np.ndarray, np.ndarray] | None:
    """Bytes of the fields ``text[begins:ends]``, flat, and the size of each: uint8 (total,), int64 (n,).

    None unless the fields are distinct, non-empty, and exactly as an encoder writes them.
    """
    n_chars = ends - begins
    if (n_chars < 4).any() or (n_chars % 4).any():
        return None
    edges = np.zeros(len(text), dtype=np.int8)
    edges[begins] = 1
    edges[ends] = -1
    chars = text[np.cumsum(edges, dtype=np.int8, out=edges).view(np.bool_)]
    field_ends = np.cumsum(n_chars)
    pad, pad_before = chars[field_ends - 1] == _PAD, chars[field_ends - 2] == _PAD
    n_pads = pad.astype(np.int64) + pad_before
    if (pad_before > pad).any() or np.count_nonzero(chars == _PAD) != n_pads.sum():
        return None
    if not _are_distinct(chars.view(np.uint32), n_chars // 4):
        return None
    values = _VALUES[chars]
    if (values == _NO_VALUE).any():
        return None
    first, second, third, fourth = values.reshape(-1, 4).T
    triples = np.empty((len(first), 3), dtype=np.uint8)
    triples[:, 0] = first << 2 | second >> 4
    triples[:, 1] = second << 4 | third >> 2
    triples[:, 2] = third << 6 | fourth
    is_kept = np.ones(triples.size, dtype=np.bool_)
    is_kept[field_ends // 4 * 3 - 1] = ~pad
    is_kept[field_ends // 4 * 3 - 2] = ~pad_before
    data = triples.reshape(-1)[is_kept]
    # The padded bits must be zero, or the last character has meaningless bits.
    if np.count_nonzero(data) != np.count_nonzero(triples):
        return None
    return data, n_chars // 4 * 3 - n_pads


def _are_distinct(quads: np.ndarray, counts: np.ndarray) -> bool:
    """Whether no two fields have the same quads (uint32, ``counts`` for each field), as far as hashes can
    tell.

    Equal fields always have equal hashes; a collision of different fields costs only speed.
    """
    firsts = np.cumsum(counts) - counts
    hashes = counts.astype(np.uint64)
    fields = np.arange(len(counts))
    for position in range(counts.max()):
        fields = fields[counts[fields] > position]
        hashes[fields] = (hashes[fields] ^ quads[firsts[fields] + position]) * _MULTIPLIER
    hashes.sort()
    return not (hashes[1:] == hashes[:-1]).any()
