"""Where compiled kernels may be stored: they are executed when loaded, so no other user may be able to put
them there.

`NUMBA_CACHE_DIR` alone if it is set, otherwise in this order:

1. ``__pycache__`` beside the source, if its permissions are no wider than those of the source: anyone who can
   write there could change the source too. It may be read-only: a package installed and warmed up by root
   serves every user.
2. The user's cache directory, then a directory in the temporary one. Each must belong to this user, have mode
   0700, and be on a path along which only root and this user can rename anything. (Another user could create
   a predictable name in ``/tmp`` first.) Symbolic links are resolved once, before the check; the directory
   itself must not be a link.
"""

from __future__ import annotations

import hashlib
import os
import stat
import tempfile
import uuid
from collections.abc import Iterator
from functools import cached_property, lru_cache
from pathlib import Path
from typing import BinaryIO

__all__ = ["Place", "PlaceError", "each_place", "named_place", "places_for"]

_HAS_OWNERS = hasattr(os, "getuid")  # elsewhere (Windows) user directories are private by default
_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH


class PlaceError(OSError):
    """A directory in which kernels cannot be stored; the message says why."""


class Place:
    """A directory for compiled kernels named by `NUMBA_CACHE_DIR`: its owner vouches for it, so nothing is
    checked."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def _trusted(self) -> tuple[frozenset[int], int] | None:
        """Trusted owners of files and the write permissions allowed; None trusts all. Raises `PlaceError`."""
        return None

    def _create(self) -> None:
        self.path.mkdir(parents=True, exist_ok=True)

    def prepare(self) -> None:
        """Create the directory if it is missing; raises `OSError` if that fails or it cannot be trusted."""
        self._create()
        _ = self._trusted

    def read(self, name: str) -> bytes | None:
        """Contents of a file; None if it does not exist, or if another user could have written it."""
        try:
            with self.open(name) as file:
                return file.read()
        except OSError:
            return None

    def open(self, name: str) -> BinaryIO:
        """A file to be read; raises `OSError` as `read` returns None."""
        trusted = self._trusted
        file = open(self.path / name, "rb", opener=None if trusted is None else _open_no_link)  # noqa: SIM115  # returned
        try:
            if trusted is not None:
                _check(os.fstat(file.fileno()), *trusted, file.name)
        except BaseException:
            file.close()
            raise
        return file

    def write(self, name: str, *parts: bytes | memoryview) -> None:
        """Write a complete file or none, so that other processes never see a part. Raises `OSError`."""
        temporary = self.path / f"{name}.{uuid.uuid4().hex[:16]}.tmp"
        try:
            with open(temporary, "xb", opener=_open_for_all_to_read) as file:
                file.writelines(parts)
            os.replace(temporary, self.path / name)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise

    def remove(self, name: str) -> None:
        """Remove a file, if that is possible."""
        try:
            _ = self._trusted
            os.unlink(self.path / name)
        except OSError:
            pass


class _BesideSource(Place):
    @cached_property
    def _trusted(self) -> tuple[frozenset[int], int] | None:
        if not _HAS_OWNERS:
            return None
        source, cache = os.stat(self.path.parent), os.lstat(self.path)
        allowed = 0 if source.st_mode & stat.S_ISVTX else source.st_mode & _BY_OTHERS
        if source.st_gid != cache.st_gid:
            allowed &= ~stat.S_IWGRP
        owners = frozenset({0, os.getuid(), source.st_uid})
        _check(cache, owners, allowed, str(self.path))
        return owners, allowed

    def _create(self) -> None:
        self.path.mkdir(exist_ok=True)
        if not os.access(self.path, os.W_OK):
            raise PlaceError(f"{self.path} is read-only")


class _Private(Place):
    """A directory ``name`` in ``parent``, private to this user; ``sub`` inside it holds the kernels of one
    source directory."""

    def __init__(self, parent: Path, name: str, sub: str) -> None:
        self._own = Path(os.path.realpath(parent), name)
        super().__init__(self._own / sub)

    @cached_property
    def _trusted(self) -> tuple[frozenset[int], int] | None:
        if not _HAS_OWNERS:
            return None
        _check_private(self._own)
        return frozenset({os.getuid()}), _BY_OTHERS  # other users cannot reach the files inside

    def _create(self) -> None:
        if _HAS_OWNERS:
            _check_way(self._own)  # do not write into another user's directory either
        self._own.parent.mkdir(parents=True, exist_ok=True)
        self._own.mkdir(mode=0o700, exist_ok=True)
        _ = self._trusted
        self.path.mkdir(mode=0o700, exist_ok=True)


def places_for(source_directory: str | None) -> tuple[Place, ...]:
    """Where to look for kernels of the sources in a directory (None: typed in a session), and where to store
    them.

    Nothing is created or read yet.
    """
    return _places_for(source_directory, named_place())


def named_place() -> str:
    """What `NUMBA_CACHE_DIR` says; nothing if it is not set."""
    return os.environ.get("NUMBA_CACHE_DIR", "")


@lru_cache
def _places_for(source_directory: str | None, named: str) -> tuple[Place, ...]:
    return tuple(each_place(source_directory, named))


def each_place(source_directory: str | None, named: str) -> Iterator[Place]:
    """As `places_for`, one by one: mostly the first is enough, and the second needs another package."""
    sub = "session"
    if source_directory is not None:
        sub = (
            f"{Path(source_directory).name}_{hashlib.sha256(os.fsencode(source_directory)).hexdigest()[:32]}"
        )
    if named:
        yield Place(Path(named, sub))
        return
    if source_directory is not None:
        yield _BesideSource(Path(source_directory, "__pycache__"))
    import platformdirs  # 10 ms

    yield _Private(Path(platformdirs.user_cache_dir("wordchipper_lab")), "kernels", sub)
    try:
        name = f"wordchipper_lab-kernels-{os.getuid() if _HAS_OWNERS else 0}"
        yield _Private(Path(tempfile.gettempdir()), name, sub)
    except OSError:  # no temporary directory either
        pass


def _check_private(directory: Path) -> None:
    """Raise `PlaceError` unless only this user and root can put files into a directory."""
    own = os.lstat(directory)
    _check(own, frozenset({os.getuid()}), 0, str(directory))
    if own.st_mode & 0o077:
        raise PlaceError(f"{directory} is open to other users: its mode must be 0700")
    _check_way(directory)


def _check_way(directory: Path) -> None:
    """Raise `PlaceError` if anyone but this user and root could replace this directory by another."""
    for above in directory.parents:
        try:
            status = os.lstat(above)
        except FileNotFoundError:
            continue
        # In a sticky directory only a file's owner can rename it. A user's private group has the user's own
        # number.
        allowed = _BY_OTHERS if status.st_mode & stat.S_ISVTX else 0
        if status.st_gid == os.getuid():
            allowed |= stat.S_IWGRP
        _check(status, frozenset({0, os.getuid()}), allowed, str(above))


def _check(status: os.stat_result, owners: frozenset[int], allowed: int, path: str) -> None:
    """Raise `PlaceError` for a link, a device, an owner not among `owners`, or write permissions not in
    `allowed`."""
    if not stat.S_ISDIR(status.st_mode) and not stat.S_ISREG(status.st_mode):
        raise PlaceError(f"{path} is not a directory")
    if status.st_uid not in owners:
        raise PlaceError(f"{path} belongs to another user")
    if status.st_mode & _BY_OTHERS & ~allowed:
        raise PlaceError(f"other users may write to {path}")


def _open_no_link(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0))


def _open_for_all_to_read(path: str, flags: int) -> int:
    return os.open(path, flags, 0o644)
