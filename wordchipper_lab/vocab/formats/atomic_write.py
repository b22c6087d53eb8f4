"""Write a file whole or not at all."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from pathlib import Path

__all__ = ["write_atomically"]


def write_atomically(path: str | os.PathLike[str], contents: bytes) -> None:
    """Replace or create the file at `path`; a reader sees the old contents or the new, never a part.

    A temporary file beside it takes the bytes, reaches the disk, and is renamed. On any ``OSError`` (a full
    disk, no permission) it is removed, a file that stood at `path` stays as it was, and the error is raised.
    """
    # A symbolic link is followed, as open() would; renaming over it would cut the link.
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise IsADirectoryError(f"{target} is a directory: expected the path of a file to write")
    temporary = target.with_name(f".{secrets.token_hex(8)}.part")
    # Not tempfile.mkstemp: that makes files private, this one gets what the umask grants, as open() does.
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with open(descriptor, "wb") as file:
            file.write(contents)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            os.chmod(temporary, stat.S_IMODE(target.stat().st_mode))
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
