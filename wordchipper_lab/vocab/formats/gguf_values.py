"""The key-value pairs at the head of a GGUF file; the tensors behind them are not read.

Source: ``docs/gguf.md`` of the repository ggml-org/ggml, versions 2 and 3. A file begins with ``GGUF``, a version, the
number of tensors, and the number of pairs; each pair is a key, a type and a value; a string and an array begin with
their lengths. Files are little-endian, or big-endian as a whole, which only the version number shows.

Nothing that a file says about its size is trusted: a length is compared with what is left of the file before anything
is made from it.
"""

from __future__ import annotations

import mmap
import os
import struct
from collections.abc import Collection, Iterator
from struct import Struct
from typing import Any

import numpy as np

from ...arguments import a_path
from ...errors import UnsupportedVocabError, VocabFormatError, show
from .source import Source, read_source

__all__ = ["MAGIC", "read_gguf_values"]

MAGIC = b"GGUF"
_VERSIONS = (2, 3)
_MOST_PAIRS = 1 << 16
_MOST_STRINGS = 1 << 21  # of one array; the largest vocabularies have 300,000 tokens and 600,000 merges
_LONGEST_KEY = (1 << 16) - 1  # of the specification
_DTYPES = {
    0: "u1",
    1: "i1",
    2: "u2",
    3: "i2",
    4: "u4",
    5: "i4",
    6: "f4",
    7: "?",
    10: "u8",
    11: "i8",
    12: "f8",
}
_STRING, _ARRAY = 8, 9


def read_gguf_values(source: Source, wanted: Collection[str]) -> tuple[str, dict[str, Any]]:
    """Name of the file, and the values of those of the keys `wanted` that it has.

    source: a path, contents, or an open file; a file on a disk is not read further than to the last pair. Values are
    ``int``, ``float``, ``bool``, ``str``, a list of ``str``, or an array (n,) of numbers. Raises `VocabFormatError` for
    a file that is damaged or no GGUF file, `UnsupportedVocabError` for another version, and ``OSError``.

    >>> one_pair = b"\\1" + bytes(7) + b"a" + b"\\4\\0\\0\\0" + b"\\7\\0\\0\\0"
    >>> read_gguf_values(b"GGUF\\3\\0\\0\\0" + bytes(8) + b"\\1" + bytes(7) + one_pair, ["a"])
    ('<bytes>', {'a': 7})
    """
    name, data = _open(source)
    return name, dict(_Reader(name, data).pairs(wanted))


class _Reader:
    """Walks through the pairs of a file in memory."""

    def __init__(self, name: str, data: memoryview) -> None:
        self.name, self.data, self.at = name, data, len(MAGIC)
        if bytes(data[: len(MAGIC)]) != MAGIC:
            raise VocabFormatError(name, None, f"expected a GGUF file, got {bytes(data[:16])!r} at its start")
        version = bytes(data[4:8])
        self.order = "<"
        if int.from_bytes(version, "big") in _VERSIONS:
            self.order = ">"
        elif (found := int.from_bytes(version, "little")) not in _VERSIONS:
            raise UnsupportedVocabError(
                f"{name}: GGUF version {found} is not supported, expected 2 or 3: convert the model again"
            )
        self._u32, self._u64 = Struct(self.order + "I"), Struct(self.order + "Q")
        self.at += 4

    def pairs(self, wanted: Collection[str]) -> Iterator[tuple[str, Any]]:
        """The pairs with the keys `wanted`."""
        self._number(self._u64)  # tensors
        n_pairs = self._number(self._u64)
        if n_pairs > _MOST_PAIRS:
            raise self._fault(f"it says that it has {n_pairs:,} keys: expected up to {_MOST_PAIRS:,}")
        left = set(wanted)
        for _ in range(n_pairs):
            if not left:
                return
            key = self._text("a key", _LONGEST_KEY)
            kind = self._number(self._u32)
            if key in wanted:
                if key not in left:
                    raise self._fault(f"the key {show(key)} occurs twice")
                left.discard(key)
                yield key, self._value(key, kind)
            else:
                self._skip(key, kind)

    def _value(self, key: str, kind: int) -> Any:
        if kind == _STRING:
            return self._text(key)
        if kind == _ARRAY:
            kind, n = self._array(key)
            if kind == _STRING:
                return self._strings(key, n)
            return np.frombuffer(self._take(n * self._size(key, kind)), self._dtype(key, kind)).copy()
        return np.frombuffer(self._take(self._size(key, kind)), self._dtype(key, kind))[0].item()

    def _skip(self, key: str, kind: int) -> None:
        if kind == _STRING:
            self._take(self._number(self._u64))
        elif kind == _ARRAY:
            kind, n = self._array(key)
            if kind == _STRING:
                self._skip_strings(n)
            else:
                self._take(n * self._size(key, kind))
        else:
            self._take(self._size(key, kind))

    def _array(self, key: str) -> tuple[int, int]:
        """Type and number of the elements of an array."""
        kind, n = self._number(self._u32), self._number(self._u64)
        if kind == _ARRAY:
            raise self._fault(f"the value of {show(key)} is a list of lists: expected none in a model's file")
        least = 8 if kind == _STRING else self._size(key, kind)
        if n * least > len(self.data) - self.at:
            raise self._truncated(f"a list of {n:,} elements")
        if kind == _STRING and n > _MOST_STRINGS:
            raise self._fault(f"{show(key)} has {n:,} texts: expected up to {_MOST_STRINGS:,}")
        return kind, n

    def _strings(self, key: str, n: int) -> list[str]:
        unpack, data, at = self._u64.unpack_from, self.data, self.at
        found = []
        try:
            for _ in range(n):
                end = at + 8 + unpack(data, at)[0]
                if end > len(data):
                    raise self._truncated("a text")
                found.append(str(data[at + 8 : end], "utf-8"))
                at = end
        except UnicodeDecodeError as error:
            raise self._fault(f"element {len(found)} of {show(key)} is not UTF-8 ({error.reason})") from None
        except struct.error:  # the length itself is cut off
            raise self._truncated("a text") from None
        self.at = at
        return found

    def _skip_strings(self, n: int) -> None:
        unpack, data, at = self._u64.unpack_from, self.data, self.at
        try:
            for _ in range(n):
                at += 8 + unpack(data, at)[0]
        except (struct.error, OverflowError):  # it is cut off, or one before it led beyond the end
            raise self._truncated("a list of texts") from None
        if at > len(data):
            raise self._truncated("a list of texts")
        self.at = at

    def _text(self, what: str, longest: int | None = None) -> str:
        size = self._number(self._u64)
        if longest is not None and size > longest:
            raise self._fault(f"{what} has {size:,} bytes: expected up to {longest:,}")
        try:
            return str(self._take(size), "utf-8")
        except UnicodeDecodeError as error:
            raise self._fault(f"the text of {show(what)} is not UTF-8 ({error.reason})") from None

    def _number(self, form: Struct) -> int:
        return int(form.unpack(self._take(form.size))[0])

    def _take(self, size: int) -> memoryview:
        if size > len(self.data) - self.at:
            raise self._truncated(f"{size:,} bytes")
        self.at += size
        return self.data[self.at - size : self.at]

    def _size(self, key: str, kind: int) -> int:
        return self._dtype(key, kind).itemsize

    def _dtype(self, key: str, kind: int) -> np.dtype:
        if kind not in _DTYPES:
            raise self._fault(f"the value of {show(key)} has the type {kind}: expected one of the 13 of GGUF")
        return np.dtype(_DTYPES[kind]).newbyteorder(self.order)

    def _fault(self, problem: str) -> VocabFormatError:
        return VocabFormatError(self.name, None, problem)

    def _truncated(self, needed: str) -> VocabFormatError:
        return self._fault(
            f"{needed} should follow at byte {self.at:,}, but the file has {len(self.data):,} bytes: get it again"
        )


def _open(source: Source) -> tuple[str, memoryview]:
    """Name and contents; a file is mapped, because it may have a hundred gigabytes."""
    if not isinstance(source, str | os.PathLike):
        name, contents = read_source(source)
        return name, memoryview(contents)
    with open(a_path("source", source), "rb") as file:
        is_empty = os.fstat(file.fileno()).st_size == 0
        data = b"" if is_empty else mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        return os.fspath(source), memoryview(data)
