"""Whole texts of any source, as concatenated bytes, for comparisons that need complete texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np

from ..text.text_bytes import as_text_bytes, encode_text
from ..text.utf8_chunks import Utf8Chunks
from .parquet import iter_parquet
from .sources import Source, is_parquet, iter_gathered, name_of

__all__ = ["Texts", "iter_texts"]

_CHUNK = 1 << 20
_TOGETHER = 1 << 18
_PATIENCE = 0.1  # seconds: slowly arriving strings are compared as they come


@dataclass(frozen=True, eq=False)
class Texts:
    """Concatenated texts: ``data`` uint8, ``ends`` int64 (texts,), none empty; ``name_of(i)`` names text i.

    ``stored`` is the number of bytes of the source, as stored, that they represent.
    """

    data: np.ndarray
    ends: np.ndarray
    name_of: Callable[[int], str]
    stored: int


def iter_texts(
    source: Source, column: str = "text", should_stop: Callable[[], bool] = lambda: False
) -> Iterator[Texts]:
    """The texts of a source; each file and stream is one, each row of a Parquet file, each string of an iterable.

    Raises `InputError` for text that is not UTF-8, with the byte, and for a Parquet file without such a
    column; `TextError` for anything that is not a source.
    """
    if isinstance(source, str):
        yield _one_text(as_text_bytes(source), "")
        return
    number = 0
    for leaf in iter_gathered(source, _TOGETHER, _PATIENCE):
        if isinstance(leaf, list):
            yield _gathered(leaf, number)
            number += len(leaf)
            continue
        number += 1
        if not isinstance(leaf, Path):
            yield _read_stream(leaf, name_of(leaf, ""), should_stop)
        elif is_parquet(leaf):
            for data, ends, rows, stored in iter_parquet(leaf, column):
                yield Texts(data, ends, lambda i, rows=rows, leaf=leaf: f"{leaf}, row {rows[i]}", stored)  # type: ignore[misc]
        else:
            with leaf.open("rb") as stream:
                yield _read_stream(stream, str(leaf), should_stop)


def _one_text(data: np.ndarray, name: str) -> Texts:
    ends = np.array([len(data)] if len(data) else [], dtype=np.int64)
    return Texts(data, ends, lambda i: name, len(data))


def _gathered(texts: list[str], first: int) -> Texts:
    encoded = [encode_text(text) for text in texts]
    lengths = np.array([len(data) for data in encoded], dtype=np.int64)
    numbers = np.flatnonzero(lengths) + first
    data = np.frombuffer(bytearray(b"".join(encoded)), dtype=np.uint8)
    return Texts(data, np.cumsum(lengths)[lengths > 0], lambda i: f"text {numbers[i]}", len(data))


def _read_stream(stream: IO[Any], name: str, should_stop: Callable[[], bool]) -> Texts:
    """The rest of the stream; nothing if a stop was requested meanwhile."""
    read = bytearray()
    while chunk := stream.read(_CHUNK):
        if should_stop():
            return _one_text(np.zeros(0, dtype=np.uint8), name)
        if isinstance(chunk, str):  # the rest at once, because two chunks could split a surrogate pair
            return _one_text(as_text_bytes(chunk + stream.read()), name)
        read += chunk
    data = np.frombuffer(read, dtype=np.uint8)
    chunks = Utf8Chunks(name or "the stream")
    for offset in range(0, len(data) + 1, _CHUNK):
        chunks.decode(data[offset : offset + _CHUNK].tobytes(), final=offset + _CHUNK > len(data))
    return _one_text(data, name)
