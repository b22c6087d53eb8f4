"""Detect files that change while they are read: what was read matches neither the old nor the new
contents."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

from ..errors import InputError

__all__ = ["expect_unchanged"]


class _Stamp(NamedTuple):
    size: int
    modified_ns: int


@contextmanager
def expect_unchanged(*files: Path | IO[Any]) -> Iterator[None]:
    """Raise `InputError` at the end of the block if one of these files has changed, or if a change made the
    block fail.

    A path is watched by name, an open stream by its file, even if that is renamed. Pipes, devices and streams
    without a file are not watched. A change that leaves size and time unchanged is not detected.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp(), "log")
    >>> _ = path.write_bytes(b"three lines")
    >>> with expect_unchanged(path):
    ...     _ = path.write_bytes(b"two")
    Traceback (most recent call last):
    wordchipper_lab.errors.InputError: ...log was changed while it was read: it had 11 bytes and now has 3; ...
    """
    stamps = [_stamp(file) for file in files]
    try:
        yield
    except (InputError, OSError):
        _compare(files, stamps)
        raise
    _compare(files, stamps)


def _stamp(file: Path | IO[Any]) -> _Stamp | None:
    """State of a regular file, None for anything else; raises ``OSError`` for a missing path."""
    if isinstance(file, Path):
        about = os.stat(file)
    else:
        try:
            about = os.fstat(file.fileno())
        except (AttributeError, OSError, ValueError):  # not backed by a file
            return None
    return _Stamp(about.st_size, about.st_mtime_ns) if stat.S_ISREG(about.st_mode) else None


def _compare(files: tuple[Path | IO[Any], ...], stamps: list[_Stamp | None]) -> None:
    for file, was in zip(files, stamps, strict=True):
        if was is None:
            continue
        try:
            now = _stamp(file)
        except OSError:
            now = None
        if now == was:
            continue
        if now is None:
            found = "it no longer exists"
        elif now.size != was.size:
            found = f"it had {was.size:,} bytes and now has {now.size:,}"
        else:
            found = "something wrote to it"
        name = file if isinstance(file, Path) else getattr(file, "name", "a stream")
        shown = "stdin" if name in (0, "<stdin>") else name
        raise InputError(
            f"{shown} was changed while it was read: {found}; use a file that nothing writes to, such as a "
            "copy"
        )
