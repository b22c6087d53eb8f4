"""Operating system errors that name the file they are about."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["NamedFile", "name_errors"]


@contextmanager
def name_errors(name: str | os.PathLike[str]) -> Iterator[None]:
    """Make every ``OSError`` name `name`: a full disk names no file, and a temporary file means nothing to a
    user.

    >>> with name_errors("ids.npy"):
    ...     raise OSError(28, "No space left on device")
    Traceback (most recent call last):
    OSError: [Errno 28] No space left on device: 'ids.npy'
    """
    try:
        yield
    except OSError as error:
        if error.errno is None or error.filename == os.fspath(name):
            raise
        raise OSError(error.errno, error.strerror, os.fspath(name)) from error


class NamedFile(io.FileIO):
    """An open descriptor to write to, whose errors name the file being written."""

    def __init__(self, descriptor: int, shown: str, closefd: bool = True) -> None:
        super().__init__(descriptor, "w", closefd)
        self.shown = shown

    def write(self, data: Any) -> int:
        """See `io.FileIO.write`."""
        with name_errors(self.shown):
            return super().write(data)
