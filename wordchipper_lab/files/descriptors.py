"""Names of files that are already open: ``/dev/stdout``, ``/dev/fd/3`` and links to them."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path

__all__ = ["follow_links"]

_FDS = re.compile(r"/dev/fd|/proc/(?P<process>\d+)(/task/\d+)?/fd")
_MOST_LINKS = 40


def follow_links(path: str | os.PathLike[str]) -> Path | int:
    """The file that `path` refers to after all links, whether it exists or not; or the number of an open
    descriptor.

    ``/dev/stdout`` is a link to ``/proc/self/fd/1``, which in turn looks like a link to the log that a shell
    opened. Following it to the end would give the log's name instead of the descriptor, which is positioned
    after what the log already holds.

    >>> follow_links("/dev/null").name, follow_links("/dev/fd/1")
    ('null', 1)
    """
    current = os.path.abspath(path)
    for _ in range(_MOST_LINKS):
        directory, name = os.path.split(current)
        directory = os.path.realpath(directory)
        if (found := _FDS.fullmatch(directory)) and name.isascii() and name.isdigit():
            of_others = found["process"] not in (None, str(os.getpid()))
            return Path(directory, name) if of_others else int(name)
        current = os.path.join(directory, name)
        if not os.path.islink(current):
            return Path(current)
        current = os.path.join(directory, os.readlink(current))
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), os.fspath(path))
