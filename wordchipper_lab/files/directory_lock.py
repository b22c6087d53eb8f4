"""One run at a time in a directory: a lock that goes with the process that holds it, however that ends."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import WordchipperLabError

__all__ = ["lock_directory"]

_NOT_HERE = {errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EINVAL, errno.EBADF}
"""What file systems say that cannot lock a directory: NFS, for one."""


@contextmanager
def lock_directory(directory: Path, error_type: type[WordchipperLabError]) -> Iterator[None]:
    """Hold the lock of `directory`, which exists; raises an `error_type` if another run or thread has it.

    The directory itself is locked (`flock`): no file is left that a killed run's successor would stumble over. Where
    that is not possible, on Windows and on some network file systems, nothing is locked.
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
                f"{directory} is in use by another run: wait until that has ended, or give another directory"
            ) from None
        except OSError as error:
            if error.errno not in _NOT_HERE:
                raise
        yield
    finally:
        os.close(descriptor)
