"""Names of files that are open already: ``/dev/stdout``, ``/dev/fd/3`` and what they are links to."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path

__all__ = ["follow_links"]

_FDS = re.compile(r"/dev/fd|/proc/(?P<process>\d+)(/task/\d+)?/fd")
_MOST_LINKS = 40


def follow_links(path: str | os.PathLike[str]) -> Path | int:
    """The file that `path` is a name of, behind all links, whether it exists or not; or an open descriptor's number.

    ``/dev/stdout`` is a link to ``/proc/self/fd/1``, and that looks like a link to the log that a shell opened:
    followed to its end it would be the log's name, and no more the descriptor, which stands behind what the log has.

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
