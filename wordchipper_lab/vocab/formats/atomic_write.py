"""Write a file whole or not at all."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
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
    descriptor, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part")
    try:
        with open(descriptor, "wb") as file:
            file.write(contents)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, _permissions_for(target))
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _permissions_for(target: Path) -> int:
    """Those of the file that is replaced, or what a new file would get (mkstemp makes files private)."""
    with contextlib.suppress(OSError):
        return stat.S_IMODE(target.stat().st_mode)
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask
