"""The source of a vocabulary file's bytes: a path, bytes, or an open file."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import IO, TypeAlias

from ...arguments import a_path, wrong_type
from ...errors import VocabFormatError, VocabHashError

__all__ = ["Source", "check_sha256", "read_source"]

Source: TypeAlias = str | os.PathLike[str] | bytes | bytearray | memoryview | IO[bytes] | IO[str]
"""A path (a ``str`` is always one), the contents themselves, or a file open for reading bytes or text."""


def read_source(source: Source) -> tuple[str, bytes]:
    """Name (for messages) and contents of `source`; an open file is read from its position and stays open.

    Raises `VocabFormatError` if a text file cannot be decoded, and ``OSError`` as `open` does.

    >>> read_source(b"IQ== 0")
    ('<bytes>', b'IQ== 0')
    """
    if isinstance(source, bytes | bytearray | memoryview):
        return "<bytes>", bytes(source)
    if isinstance(source, str | os.PathLike):
        return os.fspath(source), Path(a_path("source", source)).read_bytes()
    if not hasattr(source, "read"):
        raise wrong_type("source", source, "a path, the contents as bytes, or a file open for reading")
    name = str(getattr(source, "name", "<file>"))
    try:
        contents = source.read()
    except UnicodeDecodeError as error:
        raise VocabFormatError(name, None, f"expected text, got undecodable bytes ({error})") from None
    # "surrogateescape" restores bytes that this error handler let through, so that the reader reports them.
    return name, contents.encode("utf-8", "surrogateescape") if isinstance(contents, str) else bytes(contents)


def check_sha256(name: str, contents: bytes, expected: str | None) -> None:
    """Raise `VocabHashError` unless the SHA-256 of `contents` is `expected` (hex); None accepts all.

    >>> check_sha256("empty", b"", "E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855")
    """
    if expected is not None and (actual := hashlib.sha256(contents).hexdigest()) != expected.strip().lower():
        raise VocabHashError(name, expected, actual)
