"""Where texts come from: a text, files, streams, Parquet columns, or several of these."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np

from .parquet import iter_parquet
from .sources import Source, count_bytes, is_parquet, is_several
from ..errors import TextError
from ..text.text_bytes import as_text_bytes, encode_text
from ..text.utf8_chunks import Utf8Chunks
from ..lab.divergence.search_progress import StopCallback, never

__all__ = ["Source", "Texts", "check_source", "count_bytes", "iter_texts"]

_CHUNK = 1 << 20
_TOGETHER = 1 << 18
_PATIENCE = 0.1  # seconds: strings that come slowly are compared as they come


@dataclass(frozen=True, eq=False)
class Texts:
    """Texts laid end to end: ``data`` uint8, ``ends`` int64 (texts,), none empty; ``name_of(i)`` says which text i is.

    ``stored`` is how many bytes of the source, as it is stored, they stand for.
    """

    data: np.ndarray
    ends: np.ndarray
    name_of: Callable[[int], str]
    stored: int


def iter_texts(source: Source, column: str = "text", should_stop: StopCallback = never) -> Iterator[Texts]:
    """The texts of a source; each file and stream is one, each row of a Parquet file, each string of an iterable.

    Raises `InputError` for what is not UTF-8, with the byte, and for a Parquet file without such a column;
    `TextError` for anything that is no source.
    """
    if isinstance(source, str):
        yield _one_text(as_text_bytes(source), "")
    elif isinstance(source, Path):
        if is_parquet(source):
            for data, ends, rows, stored in iter_parquet(source, column):
                yield Texts(data, ends, lambda i, rows=rows: f"{source}, row {rows[i]}", stored)  # type: ignore[misc]
            return
        with source.open("rb") as stream:
            yield _read_stream(stream, str(source), should_stop)
    elif hasattr(source, "read"):
        name = getattr(source, "name", "")
        yield _read_stream(source, name if isinstance(name, str) else "", should_stop)
    elif is_several(source):
        yield from _iter_several(source, column, should_stop)
    else:
        raise _no_source(source)


def check_source(source: object) -> None:
    """Raise `TextError` unless it is a source, before anything is read."""
    if not (isinstance(source, str | Path) or hasattr(source, "read") or is_several(source)):
        raise _no_source(source)


def _no_source(source: object) -> TextError:
    given = type(source).__name__
    return TextError(f"expected a str, a pathlib.Path, a stream, or an iterable of these, got {given}")


def _one_text(data: np.ndarray, name: str) -> Texts:
    ends = np.array([len(data)] if len(data) else [], dtype=np.int64)
    return Texts(data, ends, lambda i: name, len(data))


def _iter_several(sources: Iterable[Source], column: str, should_stop: StopCallback) -> Iterator[Texts]:
    """Strings that follow each other are gathered: one by one, each would cost 0.1 ms."""
    waiting: list[bytes] = []
    number = 0

    def gathered() -> Texts:
        lengths = np.array([len(data) for data in waiting], dtype=np.int64)
        numbers = np.arange(number - len(waiting), number)[lengths > 0]
        data = np.frombuffer(bytearray(b"".join(waiting)), dtype=np.uint8)
        waiting.clear()
        return Texts(data, np.cumsum(lengths)[lengths > 0], lambda i: f"text {numbers[i]}", len(data))

    size = 0
    since = time.monotonic()
    for source in _to_the_end(sources):
        if isinstance(source, str):
            waiting.append(encode_text(source))
            number += 1
            size += len(waiting[-1])
            if size < _TOGETHER and time.monotonic() - since < _PATIENCE:
                continue
        if waiting:
            yield gathered()
            size = 0
        since = time.monotonic()
        if isinstance(source, Exception):
            raise source
        if not isinstance(source, str):
            number += 1
            yield from iter_texts(source, column, should_stop)
    if waiting:
        yield gathered()


def _to_the_end(sources: Iterable[Source]) -> Iterator[Source | Exception]:
    """`sources`, and behind them the exception that ended them early, so that what came before it is compared first."""
    try:
        yield from sources
    except Exception as error:
        yield error


def _read_stream(stream: IO[Any], name: str, should_stop: StopCallback) -> Texts:
    """All that is left in it; nothing if a stop was asked for on the way."""
    read = bytearray()
    while chunk := stream.read(_CHUNK):
        if should_stop():
            return _one_text(np.zeros(0, dtype=np.uint8), name)
        if isinstance(chunk, str):  # the rest at once: two chunks could part a surrogate pair
            return _one_text(as_text_bytes(chunk + stream.read()), name)
        read += chunk
    data = np.frombuffer(read, dtype=np.uint8)
    chunks = Utf8Chunks(name or "the stream")
    for offset in range(0, len(data) + 1, _CHUNK):
        chunks.decode(data[offset : offset + _CHUNK].tobytes(), final=offset + _CHUNK > len(data))
    return _one_text(data, name)
