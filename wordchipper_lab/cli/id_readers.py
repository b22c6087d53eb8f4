"""Read token ids in blocks: decimal numbers, a JSON array, a NumPy file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import BinaryIO

from ..errors import InputError

__all__ = ["IdSource", "read_ids"]

CHUNK_BYTES = 1 << 20
_MOST_DIGITS = 40


class IdSource(StrEnum):
    """Formats of ids that `decode` reads."""

    ids = "ids"
    json = "json"
    npy = "npy"


def read_ids(stream: BinaryIO, form: IdSource, advance: Callable[[int], object]) -> Iterator[list[int]]:
    """Ids in blocks as they arrive; calls ``advance`` with the number of bytes read.

    Raises `InputError` if the input is not in the stated format. Negative numbers are passed on: the
    tokenizer decides which ids exist.

    >>> import io
    >>> list(read_ids(io.BytesIO(b"24912 2375"), IdSource.ids, print))
    10
    [[24912], [2375]]
    """
    readers = {IdSource.ids: _read_words, IdSource.json: _read_json, IdSource.npy: _read_npy}
    return readers[form](stream, advance)


def _read_words(stream: BinaryIO, advance: Callable[[int], object]) -> Iterator[list[int]]:
    rest = b""
    while data := stream.read(CHUNK_BYTES):
        advance(len(data))
        data = rest + data
        words = data.split()
        # A number at the end of the block may continue in the next one.
        rest = words.pop() if words and not data[-1:].isspace() else b""
        if words:
            yield [_parse_id(word) for word in words]
    if rest:
        yield [_parse_id(rest)]


def _read_json(stream: BinaryIO, advance: Callable[[int], object]) -> Iterator[list[int]]:
    """A flat array of integers, split at its commas, because `json` would need all of it at once."""
    rest, opened, seen = b"", False, False
    while data := stream.read(CHUNK_BYTES):
        advance(len(data))
        rest += data
        if not opened and (rest := rest.lstrip()):
            if not rest.startswith(b"["):
                raise InputError(f"expected a JSON array of token ids, got {_start(rest)}")
            opened, rest = True, rest[1:]
        *items, rest = rest.split(b",")
        if items:
            seen = True
            yield [_parse_id(item.strip()) for item in items]
    if not opened or not rest.rstrip().endswith(b"]"):
        raise InputError("expected a JSON array of token ids, but its end is missing")
    last = rest.rstrip()[:-1].strip()
    if last or seen:
        yield [_parse_id(last)]


def _read_npy(stream: BinaryIO, advance: Callable[[int], object]) -> Iterator[list[int]]:
    import numpy as np
    from numpy.lib import format as npy

    try:
        version = npy.read_magic(stream)
        read_header = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
        shape, _, dtype = read_header(stream)
    except ValueError as error:
        raise InputError(f"expected a NumPy file (.npy): {error}") from None
    if len(shape) != 1 or dtype.kind not in "iu":
        raise InputError(f"expected a one-dimensional array of integers, got shape {shape} of {dtype}")
    left = shape[0] * dtype.itemsize
    while left:
        data = stream.read(min(left, CHUNK_BYTES))
        if not data or len(data) % dtype.itemsize:
            raise InputError(f"expected {shape[0]} ids, but the file ends after fewer")
        advance(len(data))
        left -= len(data)
        yield np.frombuffer(data, dtype).tolist()


def _parse_id(word: bytes) -> int:
    digits = word[1:] if word.startswith(b"-") else word
    if not digits.isdigit():  # int() would also accept 1_000 and +1
        raise InputError(f"expected a token id, got {_start(word)}")
    if len(digits) > _MOST_DIGITS:  # Python refuses to convert more than 4,300
        raise InputError(f"expected a token id, got a number of {len(digits):,} digits: {_start(word)}")
    return int(word)


def _start(data: bytes) -> str:
    return repr(data[:20].decode(errors="replace")) + ("..." if len(data) > 20 else "")
