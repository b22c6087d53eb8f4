"""Text from a file or stdin in chunks, with every character unchanged."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from ..files.unchanged import expect_unchanged
from .progress_bar import byte_progress

__all__ = ["iter_text", "open_binary", "open_text"]

CHUNK_BYTES = 1 << 20


@contextmanager
def open_binary(path: Path | None) -> Iterator[tuple[BinaryIO, str, int | None]]:
    """Input of a command: the stream, its name for messages, and its size in bytes (None for a pipe).

    Raises `InputError` at the end of the block if the file changed meanwhile.
    """
    if path is None or str(path) == "-":
        with expect_unchanged(sys.stdin.buffer):
            yield sys.stdin.buffer, "stdin", _file_size(sys.stdin.buffer)
        return
    with path.open("rb") as stream, expect_unchanged(stream):
        yield stream, str(path), _file_size(stream)


def _file_size(stream: BinaryIO) -> int | None:
    try:
        about = os.fstat(stream.fileno())
    except (OSError, ValueError):  # not backed by a file
        return None
    return about.st_size if stat.S_ISREG(about.st_mode) else None


@contextmanager
def open_text(path: Path | None, errors: str, label: str) -> Iterator[Iterator[str]]:
    """Input of a command as chunks of text, with a progress bar if it is long.

    A file that can be read twice is checked first, so that nothing is written if it is not UTF-8. From a
    pipe, the text before the first wrong byte may be written before that byte is read. A change of the file
    is detected at the end of the block, so an output file that is renamed at the end of its own block must
    enclose this one.
    """
    with open_binary(path) as (stream, name, size):
        if errors == "strict" and size and stream.seekable():
            start = stream.tell()
            for _ in iter_text(stream, name, errors):
                pass
            stream.seek(start)
        with byte_progress(label, size) as advance:
            yield iter_text(stream, name, errors, advance)


def iter_text(
    stream: BinaryIO, name: str, errors: str = "strict", advance: Callable[[int], object] | None = None
) -> Iterator[str]:
    """Decode UTF-8 as it is read; newlines and a byte order mark are kept.

    Calls ``advance`` with the number of bytes read. Raises `InputError` with the offset of the first wrong
    byte.

    >>> import io
    >>> list(iter_text(io.BytesIO(b"na\\xc3\\xafve\\r\\n"), "example"))
    ['naïve\\r\\n']
    """
    from ..text.utf8_chunks import Utf8Chunks  # imports NumPy, so not before it is needed

    chunks = Utf8Chunks(name, "use --errors replace to decode it as U+FFFD", errors)
    while True:
        data = stream.read(CHUNK_BYTES)
        text = chunks.decode(data, final=not data)
        if text:
            yield text
        if advance and data:
            advance(len(data))
        if not data:
            return
