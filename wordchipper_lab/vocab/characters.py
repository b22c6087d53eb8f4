"""Characters that are tokens, and beside which others they may be taken whole before any pair is merged.

Merging begins with bytes, and in a text of many-byte characters most merges only put characters together. A character
that is a token can be taken whole at once if no merge that could come before its own last one reaches across its edges:
if no token with a lower id consists of something that ends in the byte before it, followed by the character or its
first bytes; and none of the character or its last bytes, followed by something that begins with the byte behind it. As
long as such a character is not complete, its own next merge comes before any that joins it to its neighbours, and once
it is complete it waits for all that come before its last merge; so beginning with it changes nothing. This depends on
the neighbours: in o200k_base, 2,134 of the 5,115 characters of two or three bytes that are tokens may be taken whole
between any two characters of several bytes, but nearly all between most.
"""

from __future__ import annotations

import numpy as np

__all__ = ["CHARACTER_WORDS", "character_table"]

CHARACTER_WORDS = 4
"""Words per character in the table: see `VocabTables.characters`."""

_N = 1 << 16
_NONE = 1 << 32


def character_table(data: np.ndarray, starts: np.ndarray, splits: np.ndarray) -> np.ndarray:
    """The table ``VocabTables.characters`` of the vocabulary with these tables (see there): uint64 (262144,)."""
    ends = starts[1:].astype(np.int64)
    begins, sizes = starts[:-1].astype(np.int64), np.diff(starts).astype(np.int64)
    ids = np.arange(len(sizes), dtype=np.int64)
    table = np.zeros((_N, CHARACTER_WORDS), dtype=np.uint64)

    def from_start(k: int, of: np.ndarray) -> np.ndarray:
        return data[begins[of] + k]

    def from_end(k: int, of: np.ndarray) -> np.ndarray:
        return data[ends[of] - k]

    points, tokens = [], []
    for size in (2, 3):
        of = ids[sizes == size]
        read = [from_start(k, of) for k in range(size)]
        is_one = _is_character(*read)
        points.append(_code_point(*(byte[is_one] for byte in read)))
        tokens.append(of[is_one])
    point, token = np.concatenate(points), np.concatenate(tokens)
    parts = splits.reshape(-1, 2)[token].astype(np.int64)
    parts[sizes[parts] == 1] = 0
    is_made = parts[:, 0] != token
    point, token, parts = point[is_made], token[is_made], parts[is_made]
    last_merge = np.zeros(_N, dtype=np.int64)
    last_merge[point] = np.maximum(token, parts.max(axis=1, initial=0))
    table[point, 0] = token + 1

    several = ids[sizes > 1]
    several = several[(from_end(1, several) >= 0x80) | (from_start(0, several) >= 0x80)]
    before, behind = _least((64,)), _least((64,))
    before_two, behind_two = _least((1024,)), _least((4096,))
    # Something, then a lead byte; or something that ends with a continuation byte, then the first two of three bytes.
    of = several[(from_end(1, several) >= 0xC2) & _continues(from_end(2, several))]
    np.minimum.at(before, (from_end(1, of) & 63, from_end(2, of) & 63), of)
    of = several[sizes[several] > 2]
    of = of[_continues(from_end(1, of)) & _continues(from_end(3, of)) & (from_end(2, of) >= 0xC2)]
    place = (from_end(2, of).astype(np.int64) & 15) << 6 | from_end(1, of) & 63
    is_part = from_end(2, of) >= 0xE0
    np.minimum.at(before_two, (place[is_part], from_end(3, of[is_part]) & 63), of[is_part])
    _forbid(
        table, 1, last_merge, _code_point(from_end(2, of), from_end(1, of)), from_end(3, of), of, ~is_part
    )
    of = several[sizes[several] > 3]
    of = of[_is_character(*(from_end(k, of) for k in (3, 2, 1))) & _continues(from_end(4, of))]
    _forbid(table, 1, last_merge, _code_point(*(from_end(k, of) for k in (3, 2, 1))), from_end(4, of), of)
    # The same for what comes behind.
    of = several[_continues(from_start(0, several)) & (from_start(1, several) >= 0xC0)]
    np.minimum.at(behind, (from_start(0, of) & 63, from_start(1, of) & 63), of)
    of = several[sizes[several] > 2]
    of = of[_continues(from_start(1, of)) & (from_start(2, of) >= 0xC0)]
    part = of[_continues(from_start(0, of))]
    place = (from_start(0, part).astype(np.int64) & 63) << 6 | from_start(1, part) & 63
    np.minimum.at(behind_two, (place, from_start(2, part) & 63), part)
    of = of[_is_character(from_start(0, of), from_start(1, of))]
    _forbid(table, 2, last_merge, _code_point(from_start(0, of), from_start(1, of)), from_start(2, of), of)
    of = several[sizes[several] > 3]
    of = of[_is_character(*(from_start(k, of) for k in range(3))) & (from_start(3, of) >= 0xC0)]
    _forbid(table, 2, last_merge, _code_point(*(from_start(k, of) for k in range(3))), from_start(3, of), of)

    until = last_merge[point][:, None]
    is_three = point >= 0x800
    lead = np.where(is_three, 0xE0 | point >> 12, 0xC0 | point >> 6)
    table[point, 1] |= _pack(
        (before[lead & 63] < until) | ((before_two[point >> 6 & 1023] < until) & is_three[:, None])
    )
    table[point, 2] |= _pack(
        (behind[point & 63] < until) | ((behind_two[point & 4095] < until) & is_three[:, None])
    )
    return table.reshape(-1)


def _continues(byte: np.ndarray) -> np.ndarray:
    return byte & 0xC0 == 0x80


def _is_character(*read: np.ndarray) -> np.ndarray:
    if len(read) == 2:
        is_one = (read[0] >= 0xC2) & (read[0] < 0xE0)
    else:
        is_one = (read[0] & 0xF0 == 0xE0) & (
            (read[0] > 0xE0) | (read[1] >= 0xA0)
        )  # not of a point with two bytes
    for byte in read[1:]:
        is_one &= _continues(byte)
    return is_one


def _code_point(*read: np.ndarray) -> np.ndarray:
    point = read[0].astype(np.int64) & (31 if len(read) == 2 else 15)
    for byte in read[1:]:
        point = point << 6 | byte & 63
    return point


def _least(shape: tuple[int, ...]) -> np.ndarray:
    return np.full((*shape, 64), _NONE, dtype=np.int64)


def _forbid(
    table: np.ndarray,
    side: int,
    last_merge: np.ndarray,
    point: np.ndarray,
    neighbour: np.ndarray,
    token: np.ndarray,
    among: np.ndarray | None = None,
) -> None:
    """Not beside this neighbour if the two are a token before the character is."""
    is_before = token < last_merge[point]
    if among is not None:
        is_before &= among
    bits = np.uint64(1) << (neighbour[is_before] & np.uint8(63)).astype(np.uint64)
    np.bitwise_or.at(table[:, side], point[is_before], bits)


def _pack(bits: np.ndarray) -> np.ndarray:
    packed: np.ndarray = np.packbits(bits, axis=1, bitorder="little").view(np.uint64).reshape(-1)
    return packed
