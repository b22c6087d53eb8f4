"""One run at a time in a directory: the lock is released when its process ends, however it ends."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import WordchipperLabError

__all__ = ["lock_directory"]

_NOT_HERE = {errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EINVAL, errno.EBADF}
"""Errors of file systems that cannot lock a directory, such as NFS."""


@contextmanager
def lock_directory(directory: Path, error_type: type[WordchipperLabError]) -> Iterator[None]:
    """Hold the lock of the existing `directory`; raises an `error_type` if another run or thread holds it.

    The directory itself is locked (`flock`), so a killed run leaves no file in the way of the next. Where
    this is not possible, on Windows and on some network file systems, nothing is locked.
    """
    try:
        import fcntl
    except ImportError:
        yield
        return
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise error_type(
                f"{directory} is in use by another run: wait until it ends, or choose another directory"
            ) from None
        except OSError as error:
            if error.errno not in _NOT_HERE:
                raise
        yield
    finally:
        os.close(descriptor)
