"""Output that is complete or not there: a file takes its name only once all of it is written."""

from __future__ import annotations

import os
import secrets
import shutil
import sys
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
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    # Not tempfile: that makes files private, this one gets what the umask grants, as open() does.
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
        if path.exists():
            shutil.copymode(path, temporary)
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
