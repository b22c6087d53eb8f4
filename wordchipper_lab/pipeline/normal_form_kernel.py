"""One of Unicode's normal forms of a whole text, compiled: cluster by cluster, from UTF-8 to UTF-8.

Its twin is `normal_forms.to_normal_form`, which also says where each character comes from.

Source: Unicode Standard Annex #15, "Unicode Normalization Forms".
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..kernels.address_table import array_from
from ..kernels.jit import jit
from ..kernels.tables import same_bytes
from ..kernels.unaligned import load_u64
from ..text.text_memory import unpack_text
from ..text.transcode import UTF8_ROOM, UTF8_SLACK, transcode
from ..text.utf8 import decode_char

__all__ = [
    "CONTINUES",
    "MAY_CHANGE",
    "SCRATCH",
    "TOO_LONG",
    "UNCHANGED",
    "FormTables",
    "may_change_form",
    "write_normal_form",
]

UNCHANGED, TOO_LONG = -1, -2
"""Results of `write_normal_form`."""

CONTINUES, MAY_CHANGE = 1, 2
"""Bits of `FormTables.kinds`; those from bit 8 on are the combining class."""

_MOST_CHARACTERS = 48
_LONGEST_DECOMPOSITION = 18
SCRATCH = _MOST_CHARACTERS * _LONGEST_DECOMPOSITION
"""Characters of scratch memory: a cluster of more than 48 characters is left to the twin, because sorting its marks
here could take quadratic time."""

_NOT_ASCII = np.uint64(0x8080808080808080)


class FormTables(NamedTuple):
    """What the characters of one normal form become. Codepoints beyond the end of a table have its last entry."""

    kinds: np.ndarray
    """uint16 (codepoints,): whether a character may combine with what comes before it, and whether it may change."""
    rows: np.ndarray
    """uint16 (codepoints,): the number of a codepoint's decomposition, or 0."""
    starts: np.ndarray
    """int64 (rows + 1,): where each begins in `characters`."""
    characters: np.ndarray
    """uint32"""
    pairs: np.ndarray
    """uint64, ascending: first << 32 | second of each pair that is composed; empty if none are."""
    composed: np.ndarray
    """uint32: what each pair becomes."""


@jit()
def may_change_form(address: int, layout: np.ndarray, kinds: np.ndarray) -> bool:
    """Whether the normal form of the ``str`` at `address` may be another text; layout: `text_memory.STR_LAYOUT`.

    It reads the characters where Python keeps them: three texts in four of 500 languages need no more than that.
    """
    data, length, width, _ = unpack_text(address, layout)
    if width == 1:
        return _may_change(array_from(data, length, np.uint8), kinds)
    if width == 2:
        return _may_change(array_from(data, length, np.uint16), kinds)
    return width != 4 or _may_change(array_from(data, length, np.uint32), kinds)


@jit(inline=True)
def _kind_of(codepoint, kinds):  # type: ignore[no-untyped-def]
    return np.int64(kinds[min(codepoint, len(kinds) - 1)])


@jit()
def _may_change(characters, kinds):  # type: ignore[no-untyped-def]
    last_class = np.int64(0)
    for i in range(len(characters)):
        kind = _kind_of(np.int64(characters[i]), kinds)
        combining = kind >> 8
        if kind & MAY_CHANGE != 0 or 0 < combining < last_class:
            return True
        last_class = combining
    return False


@jit()
def write_normal_form(data: np.ndarray, tables: FormTables, scratch: np.ndarray, out: np.ndarray) -> int:
    """Write the normal form of `data`, UTF-8 in uint8 (n,), to `out`, uint8; `scratch` is uint32 (SCRATCH,).

    Returns how many bytes it has, `UNCHANGED` if it is the text itself (nothing is written then that counts), or
    `TOO_LONG` if `out` is too short for it or a cluster has too many characters.
    """
    end = len(data)
    position, start = np.int64(0), np.int64(0)
    copied, written = np.int64(0), np.int64(0)
    may_change = False
    last_class = np.int64(0)
    while True:
        codepoint, width = np.int64(0), np.int64(1)
        kind = np.int64(0)
        if position < end:
            codepoint, width = decode_char(data, position)
            kind = _kind_of(codepoint, tables.kinds)
        if kind & CONTINUES == 0:
            if may_change:
                n = _normal_cluster(data, start, position, tables, scratch)
                at = written + start - copied
                if n < 0 or at + UTF8_ROOM * n + UTF8_SLACK > len(out):
                    return TOO_LONG
                stop = transcode(scratch[:n], out, at)
                size = stop - at
                if size != position - start or not same_bytes(out, at, data, start, size):
                    for i in range(start - copied):
                        out[written + i] = data[copied + i]
                    written, copied = stop, position
            if position >= end:
                break
            start, last_class = position, np.int64(0)
            may_change = kind & MAY_CHANGE != 0
        else:
            combining = kind >> 8
            may_change |= kind & MAY_CHANGE != 0 or 0 < combining < last_class
            last_class = combining
        position += width
        if (
            codepoint < 0x80
        ):  # its ASCII neighbours are passed over, eight at a time; the last begins a cluster
            begun = position
            while position + 8 <= end and load_u64(data, position) & _NOT_ASCII == 0:
                position += 8
            if position > begun:
                start = position - 1
    if copied == 0:
        return UNCHANGED
    if written + end - copied > len(out):
        return TOO_LONG
    for i in range(end - copied):
        out[written + i] = data[copied + i]
    return written + end - copied


@jit()
def _normal_cluster(data, start, end, tables, scratch):  # type: ignore[no-untyped-def]
    """The characters of a cluster in normal form, in `scratch`; returns their number, or -1 if it is too long."""
    n, n_given = np.int64(0), np.int64(0)
    position = start
    while position < end:
        n_given += 1
        if n_given > _MOST_CHARACTERS:
            return np.int64(-1)
        codepoint, width = decode_char(data, position)
        position += width
        row = np.int64(tables.rows[min(codepoint, len(tables.rows) - 1)])
        if row == 0:
            n = _insert(codepoint, tables, scratch, n)
        else:
            for at in range(tables.starts[row], tables.starts[row + 1]):
                n = _insert(np.int64(tables.characters[at]), tables, scratch, n)
    if len(tables.pairs) == 0:
        return n
    return _compose(tables, scratch, n)


@jit(inline=True)
def _class_of(codepoint, tables):  # type: ignore[no-untyped-def]
    return _kind_of(codepoint, tables.kinds) >> 8


@jit()
def _insert(codepoint, tables, scratch, n):  # type: ignore[no-untyped-def]
    """Append a character, a mark before those at the end that have a higher class; returns the new number."""
    combining = _class_of(codepoint, tables)
    at = n
    if combining > 0:
        while at > 0 and _class_of(np.int64(scratch[at - 1]), tables) > combining:
            scratch[at] = scratch[at - 1]
            at -= 1
    scratch[at] = codepoint
    return n + 1


@jit()
def _compose(tables, scratch, n):  # type: ignore[no-untyped-def]
    """Compose what can be composed among the first `n` characters of `scratch`; returns how many are left."""
    kept, head = np.int64(0), np.int64(-1)
    last_class = np.int64(0)
    for at in range(n):
        second = np.int64(scratch[at])
        combining = _class_of(second, tables)
        if head >= 0 and (kept == head + 1 or 0 < last_class < combining):
            found = _composed(np.int64(scratch[head]), second, tables)
            if found != 0:
                scratch[head] = found
                continue
        if combining == 0:
            head = kept
        last_class = combining
        scratch[kept] = second
        kept += 1
    return kept


@jit()
def _composed(first, second, tables):  # type: ignore[no-untyped-def]
    """What a pair becomes, or 0."""
    key = np.uint64(first) << np.uint64(32) | np.uint64(second)
    low, high = np.int64(0), np.int64(len(tables.pairs))
    while low < high:
        middle = (low + high) >> 1
        if tables.pairs[middle] < key:
            low = middle + 1
        else:
            high = middle
    if low < len(tables.pairs) and tables.pairs[low] == key:
        return np.int64(tables.composed[low])
    return np.int64(0)
