"""Output that is complete or absent: a file gets its name only when all of it is on the disk.

A device, a pipe or an already open descriptor is not replaced: it is opened and written to, as `open` does.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import secrets
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from .descriptors import follow_links
from .naming import NamedFile, name_errors

__all__ = ["PART", "WholeFile", "check_writable", "is_special", "open_whole", "write_atomically"]

PART = ".part"
"""End of the names of temporary files; they begin with a dot."""

_UNWRITABLE_DIRECTORY = "its directory is not writable, and a temporary file is needed there"


class WholeFile:
    """A file written piece by piece through `stream`; it does not appear under its name until `finish`.

    Links are followed. A replaced file's permissions and (if the system allows it) its owner are kept; other
    hard links to it keep the old contents. Every ``OSError`` names `path`.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.fspath(path)
        self._temporary: Path | None = None
        with name_errors(path):
            self._target, self._old = _look_up(path)
            self.stream = io.BufferedWriter(NamedFile(self._open(), self.path))

    def _open(self) -> int:
        binary = getattr(os, "O_BINARY", 0)
        if isinstance(self._target, int):
            for stream in (sys.stdout, sys.stderr):  # earlier output comes first
                with contextlib.suppress(AttributeError, OSError, ValueError):
                    stream.flush()
            return os.dup(self._target)
        if self._old is not None and not stat.S_ISREG(self._old.st_mode):
            return os.open(self._target, os.O_WRONLY | binary)
        _check_replaceable(self._target, self._old)
        self._temporary = self._target.with_name(f".{secrets.token_hex(8)}{PART}")
        # Not tempfile.mkstemp, which makes files private: a new file gets what the umask allows, as with
        # open().
        mode = 0o666 if self._old is None else 0o600  # until it gets the old file's mode
        try:
            return os.open(self._temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | binary, mode)
        except PermissionError as error:
            raise PermissionError(error.errno, f"{error.strerror}: {_UNWRITABLE_DIRECTORY}") from None

    def finish(self) -> None:
        """Flush it to the disk and give it its name."""
        with name_errors(self.path):
            self.stream.flush()
            if self._temporary is not None:
                os.fsync(self.stream.fileno())
                if self._old is not None:
                    _keep_owner_and_mode(self._temporary, self._old)
            self.stream.close()
            if self._temporary is not None and isinstance(self._target, Path):
                os.replace(self._temporary, self._target)
                self._temporary = None

    def discard(self) -> None:
        """Remove the temporary file; an existing file stays unchanged. Does nothing after `finish`."""
        self.stream.raw.close()  # bypasses its buffer, which would be written first
        if self._temporary is not None:
            with contextlib.suppress(OSError):
                self._temporary.unlink()
            self._temporary = None


@contextmanager
def open_whole(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A stream that replaces or creates the file at `path` if the block succeeds, and only then.

    After an exception (a full disk, Ctrl-C) nothing of it remains. See `WholeFile`.
    """
    file = WholeFile(path)
    try:
        yield file.stream
        file.finish()
    finally:
        file.discard()


def write_atomically(path: str | os.PathLike[str], contents: bytes) -> None:
    """Replace or create the file at `path`; a reader sees the old or the new contents, never a part.

    The bytes go to a temporary file beside it, are flushed to the disk, and the file is renamed. On any
    ``OSError`` (a full disk, no permission) it is removed, an existing file at `path` stays unchanged, and
    the error is raised. A device or a pipe is written to directly. See `WholeFile`.
    """
    with open_whole(path) as stream:
        stream.write(contents)


def check_writable(path: str | os.PathLike[str]) -> None:
    """Raise the ``OSError`` that writing would raise, if it can be predicted: early, rather than after hours
    of work."""
    target, old = _look_up(path)
    if isinstance(target, int) or (old is not None and not stat.S_ISREG(old.st_mode)):
        return
    with name_errors(path):
        _check_replaceable(target, old)
        if not target.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, f"its directory '{target.parent}' does not exist")
        if not os.access(target.parent, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, _UNWRITABLE_DIRECTORY)


def is_special(path: str | os.PathLike[str]) -> bool:
    """Whether `path` exists and is not a regular file: a device, a pipe, a directory."""
    target = follow_links(path)
    if isinstance(target, int):
        return True
    try:
        return not stat.S_ISREG(os.stat(target).st_mode)
    except OSError:
        return False


def _look_up(path: str | os.PathLike[str]) -> tuple[Path | int, os.stat_result | None]:
    """The target to write and its current state; None if it does not exist."""
    target = follow_links(path)
    if isinstance(target, int):
        return target, None
    try:
        old = os.stat(target)
    except FileNotFoundError:
        return target, None
    if stat.S_ISDIR(old.st_mode):
        problem = "it is a directory: expected the path of a file to write"
        raise IsADirectoryError(errno.EISDIR, problem, os.fspath(path))
    return target, old


def _check_replaceable(target: Path, old: os.stat_result | None) -> None:
    """Refuse read-only files as `open` does, although a rename could replace them."""
    if old is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, f"{os.strerror(errno.EACCES)}: the file is read-only")


def _keep_owner_and_mode(temporary: Path, old: os.stat_result) -> None:
    if hasattr(os, "chown"):
        with contextlib.suppress(PermissionError):  # only root can give files away
            os.chown(temporary, old.st_uid, old.st_gid)
    os.chmod(temporary, stat.S_IMODE(old.st_mode) & 0o777)
