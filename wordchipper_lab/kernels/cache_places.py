"""Where compiled kernels may lie: what is loaded from there is executed, so nobody else may be able to put it there.

In this order, and `NUMBA_CACHE_DIR` alone where it is set:

1. ``__pycache__`` beside the source, if it is no more open than the source: who may write there may change the
   source as well. It may be read-only: a package that root installed and warmed up serves every user.
2. The user's cache directory, then a directory in the temporary one: each this user's own, of mode 0700, on a way
   along which only root and this user can rename anything. (A predictable name in ``/tmp`` belongs to whoever came
   first.) Symbolic links are resolved once, before the check; the directory itself may be none.
"""

from __future__ import annotations

import hashlib
import os
import stat
import tempfile
import uuid
from functools import cached_property, lru_cache
from pathlib import Path

import platformdirs
from numba.core import config

__all__ = ["Place", "PlaceError", "places_for"]

_HAS_OWNERS = hasattr(os, "getuid")  # elsewhere (Windows) a user's directories are the user's own by default
_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH


class PlaceError(OSError):
    """A directory that kernels may not be kept in; the message says why."""


class Place:
    """A directory for compiled kernels, as `NUMBA_CACHE_DIR` names it: its owner vouches for it, nothing is checked."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def _trusted(self) -> tuple[frozenset[int], int] | None:
        """Whose files are believed, and which write permissions they may have; None: all. Raises `PlaceError`."""
        return None

    def _create(self) -> None:
        self.path.mkdir(parents=True, exist_ok=True)

    def prepare(self) -> None:
        """Create the directory where it is missing; raises `OSError` if it cannot be, or is not to be trusted."""
        self._create()
        _ = self._trusted

    def read(self, name: str) -> bytes | None:
        """A file's bytes; None if there is none, or one that somebody else could have written."""
        try:
            trusted = self._trusted
            with open(self.path / name, "rb", opener=None if trusted is None else _open_no_link) as file:
                if trusted is not None:
                    _check(os.fstat(file.fileno()), *trusted, file.name)
                return file.read()
        except OSError:
            return None

    def write(self, name: str, content: bytes) -> None:
        """Write a whole file or none: another process never sees half of one. Raises `OSError`."""
        temporary = self.path / f"{name}.{uuid.uuid4().hex[:16]}.tmp"
        try:
            with open(temporary, "xb", opener=_open_for_all_to_read) as file:
                file.write(content)
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
    """A directory ``name`` in ``parent``, of this user alone; ``sub``, in it, for the kernels of one directory."""

    def __init__(self, parent: Path, name: str, sub: str) -> None:
        self._own = Path(os.path.realpath(parent), name)
        super().__init__(self._own / sub)

    @cached_property
    def _trusted(self) -> tuple[frozenset[int], int] | None:
        if not _HAS_OWNERS:
            return None
        _check_private(self._own)
        return frozenset(
            {os.getuid()}
        ), _BY_OTHERS  # nobody else gets as far as the permissions of files in there

    def _create(self) -> None:
        if _HAS_OWNERS:
            _check_way(self._own)  # nothing is left in a stranger's directory either
        self._own.parent.mkdir(parents=True, exist_ok=True)
        self._own.mkdir(mode=0o700, exist_ok=True)
        _ = self._trusted
        self.path.mkdir(mode=0o700, exist_ok=True)


def places_for(source_directory: str | None) -> tuple[Place, ...]:
    """Where to look for kernels from the sources in a directory (None: typed in a session), and where to keep them.

    Nothing is created or looked at yet.
    """
    return _places_for(source_directory, config.CACHE_DIR)


@lru_cache
def _places_for(source_directory: str | None, named: str) -> tuple[Place, ...]:
    sub = "session"
    if source_directory is not None:
        sub = (
            f"{Path(source_directory).name}_{hashlib.sha256(os.fsencode(source_directory)).hexdigest()[:32]}"
        )
    if named:
        return (Place(Path(named, sub)),)
    places: list[Place] = []
    if source_directory is not None:
        places.append(_BesideSource(Path(source_directory, "__pycache__")))
    places.append(_Private(Path(platformdirs.user_cache_dir("wordchipper_lab")), "kernels", sub))
    try:
        name = f"wordchipper_lab-kernels-{os.getuid() if _HAS_OWNERS else 0}"
        places.append(_Private(Path(tempfile.gettempdir()), name, sub))
    except OSError:  # no temporary directory either
        pass
    return tuple(places)


def _check_private(directory: Path) -> None:
    """Raises `PlaceError` unless nobody but this user and root can put files into a directory."""
    own = os.lstat(directory)
    _check(own, frozenset({os.getuid()}), 0, str(directory))
    if own.st_mode & 0o077:
        raise PlaceError(f"{directory} is open to others: its mode has to be 0700")
    _check_way(directory)


def _check_way(directory: Path) -> None:
    """Raises `PlaceError` if anybody but this user and root could put another directory in this one's place."""
    for above in directory.parents:
        try:
            status = os.lstat(above)
        except FileNotFoundError:
            continue
        # In a sticky directory only a file's owner renames it. The group of one user has the user's own number.
        allowed = _BY_OTHERS if status.st_mode & stat.S_ISVTX else 0
        if status.st_gid == os.getuid():
            allowed |= stat.S_IWGRP
        _check(status, frozenset({0, os.getuid()}), allowed, str(above))


def _check(status: os.stat_result, owners: frozenset[int], allowed: int, path: str) -> None:
    """Raises `PlaceError` for a link, a device, an owner not among `owners`, or write permissions not `allowed`."""
    if not stat.S_ISDIR(status.st_mode) and not stat.S_ISREG(status.st_mode):
        raise PlaceError(f"{path} is not a directory")
    if status.st_uid not in owners:
        raise PlaceError(f"{path} belongs to another user")
    if status.st_mode & _BY_OTHERS & ~allowed:
        raise PlaceError(f"others may write to {path}")


def _open_no_link(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0))


def _open_for_all_to_read(path: str, flags: int) -> int:
    return os.open(path, flags, 0o644)
