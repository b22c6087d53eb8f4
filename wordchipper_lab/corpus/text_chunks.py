"""A text or a stream as chunks of ``str`` that can be converted to bytes one by one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import IO, Any
from zlib import crc32

from ..errors import TextError
from ..text.text_bytes import encode_text
from ..text.utf8_chunks import Utf8Chunks

__all__ = ["CHUNK", "drop_bytes", "iter_chunks"]

CHUNK = 1 << 20


def iter_chunks(source: str | IO[Any], name: str, size: int = CHUNK, first: int = 0) -> Iterator[str]:
    """Chunks of about `size` characters or bytes; none ends inside a surrogate pair.

    A stream may yield bytes, which are UTF-8, or text; it is at byte `first` of the input that `name` names.
    Raises `InputError` with the first byte that is not UTF-8.

    >>> import io
    >>> list(iter_chunks(io.BytesIO(b"na\\xc3\\xafve"), "example", size=3))
    ['na', 'ïve']
    """
    held = ""
    for chunk in _cut(source, size) if isinstance(source, str) else _read(source, name, size, first):
        text = held + chunk
        held = text[-1:] if "\ud800" <= text[-1:] <= "\udbff" else ""
        if text := text[: len(text) - len(held)]:
            yield text
    if held:
        yield held


def _cut(text: str, size: int) -> Iterator[str]:
    return (text[start : start + size] for start in range(0, len(text), size))


def _read(stream: IO[Any], name: str, size: int, first: int) -> Iterator[str]:
    utf8 = Utf8Chunks(name, first=first)
    while data := stream.read(size):
        if not isinstance(data, str | bytes | bytearray | memoryview):
            raise TextError(f"{name}: expected a stream of text or bytes, got {type(data).__name__} from it")
        yield data if isinstance(data, str) else utf8.decode(data)
    yield utf8.decode(b"", final=True)


def drop_bytes(chunks: Iterator[str], n: int | None, checksum: int = 0) -> tuple[int, Iterator[str], int]:
    """Skip the first `n` bytes (None: all); returns how many there were, the rest, and their CRC-32.

    >>> n, rest, _ = drop_bytes(iter(["one ", "two"]), 5)
    >>> n, list(rest)
    (5, ['wo'])
    """
    dropped = 0
    while n is None or dropped < n:
        if (chunk := next(chunks, None)) is None:
            break
        data = encode_text(chunk)
        taken = data if n is None else data[: n - dropped]
        dropped += len(taken)
        checksum = crc32(taken, checksum)
        if len(taken) < len(data):
            return dropped, chain([data[len(taken) :].decode(errors="replace")], chunks), checksum
    return dropped, chunks, checksum
