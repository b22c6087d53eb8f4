"""Output that is complete or not there: a file takes its name only once all of it is written."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import typer

__all__ = ["open_output"]


@contextmanager
def open_output(path: Path | None) -> Iterator[BinaryIO]:
    """Stream for a command's output: ``path``, or stdout if None or "-".

    A file is written under another name beside its own and renamed at the end; an error or Ctrl-C leaves
    what was there before. If the reader of stdout has gone (``| head``), the command ends, well and quietly.
    """
    if path is not None and str(path) != "-":
        with _replacing(path) as stream:
            yield stream
        return
    try:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # Python flushes stdout once more on its way out: let that go nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(0) from None


@contextmanager
def _replacing(path: Path) -> Iterator[BinaryIO]:
    path = path.resolve()  # through a link, to the file it names
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(temporary, path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~umask)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
