"""The forms in which a corpus is given, and its size."""

from __future__ import annotations

import math
import os
import stat
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any, Literal, TypeGuard

from ..errors import TextError
from ..files.whole_file import is_special
from ..text.text_bytes import encode_text

__all__ = [
    "InputFormat",
    "Leaf",
    "Source",
    "check_source",
    "count_bytes",
    "is_parquet",
    "is_several",
    "iter_gathered",
    "iter_leaves",
    "name_of",
]

Source = str | Path | IO[Any] | Iterable["Source"]
"""A ``str`` is itself a text; a path names a file."""

Leaf = str | Path | IO[Any]
"""A source that is not an iterable of others: a text, a file, a stream."""

InputFormat = Literal["auto", "text", "parquet"]
"""Format of files; "auto" decides by their names."""


def iter_leaves(source: Source) -> Iterator[Leaf]:
    """The texts, paths and streams of a source, in order; raises `TextError` for anything else.

    A path that names a pipe is yielded as a stream: it can be read once, and has no size.

    >>> list(iter_leaves(["one", ["two", Path("three.txt")]]))[:2]
    ['one', 'two']
    """
    if isinstance(source, Path) and is_special(source):
        with source.open("rb") as stream:
            yield stream
    elif isinstance(source, str | Path) or hasattr(source, "read"):
        yield source
    elif is_several(source):
        for item in source:
            if isinstance(item, str):
                yield item
            else:
                yield from iter_leaves(item)
    else:
        raise _no_source(source)


def check_source(source: object) -> None:
    """Raise `TextError` unless it is a source, before anything is read."""
    if not (isinstance(source, str | Path) or hasattr(source, "read") or is_several(source)):
        raise _no_source(source)


def _no_source(source: object) -> TextError:
    given = type(source).__name__
    return TextError(f"expected a str, a pathlib.Path, a stream, or an iterable of these, got {given}")


def iter_gathered(
    source: Source, together: int, patience: float = math.inf
) -> Iterator[list[str] | Path | IO[Any]]:
    """The leaves of a source, with consecutive strings in lists: one by one, each would cost 0.1 ms.

    A list has about `together` characters, or what arrived within `patience` seconds. If the source raises,
    what came before is yielded first.

    >>> list(iter_gathered(["a", "b", Path("c.txt"), "d"], 100))
    [['a', 'b'], PosixPath('c.txt'), ['d']]
    """
    waiting: list[str] = []
    size, since = 0, time.monotonic()
    for leaf in _to_the_end(iter_leaves(source)):
        if isinstance(leaf, str):
            waiting.append(leaf)
            size += len(leaf)
            if size + 64 * len(waiting) < together and time.monotonic() - since < patience:
                continue
        if waiting:
            yield waiting
            waiting, size = [], 0
        since = time.monotonic()
        if isinstance(leaf, Exception):
            raise leaf
        if not isinstance(leaf, str):
            yield leaf
    if waiting:
        yield waiting


def _to_the_end(leaves: Iterator[Leaf]) -> Iterator[Leaf | Exception]:
    try:
        yield from leaves
    except Exception as error:
        yield error


def name_of(stream: object, otherwise: str) -> str:
    """The name of a stream, if it has one."""
    name = getattr(stream, "name", None)
    return name if isinstance(name, str) else otherwise


def is_several(source: object) -> TypeGuard[Iterable[Source]]:
    """Whether it is an iterable of sources: not bytes, a mapping, or an array without dimensions."""
    is_one = isinstance(source, bytes | bytearray | memoryview | Mapping) or getattr(source, "ndim", 1) == 0
    return isinstance(source, Iterable) and not is_one


def is_parquet(path: Path, input_format: InputFormat = "auto") -> bool:
    """Whether to read a file as Parquet."""
    if input_format == "auto":
        return path.suffix.lower() in (".parquet", ".pq")
    return input_format == "parquet"


def count_bytes(source: Source) -> int | None:
    """Total bytes of a source, as stored; None if it must be read to find out."""
    if isinstance(source, str):
        return len(source) if source.isascii() else len(encode_text(source))
    if isinstance(source, Path):
        return _file_size(os.stat(source))
    if hasattr(source, "fileno"):
        try:
            size = _file_size(os.fstat(source.fileno()))
            return None if size is None else max(0, size - source.tell())
        except (OSError, ValueError):  # not backed by a file
            return None
    if isinstance(source, list | tuple):
        sizes = [count_bytes(item) for item in source]
        return None if None in sizes else sum(filter(None, sizes))
    return None


def _file_size(about: os.stat_result) -> int | None:
    return about.st_size if stat.S_ISREG(about.st_mode) else None
