"""Output of a command: a file that is complete or absent, or stdout."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import typer

from ..files.whole_file import open_whole

__all__ = ["open_output"]


@contextmanager
def open_output(path: Path | None) -> Iterator[BinaryIO]:
    """Stream for a command's output: ``path`` (see `open_whole`), or stdout if None or "-".

    If the reader of stdout or of a pipe closes it (``| head``), the command ends successfully without a
    message.
    """
    try:
        if path is not None and str(path) != "-":
            with open_whole(path) as stream:
                yield stream
        else:
            yield sys.stdout.buffer
            sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise typer.Exit(0) from None
