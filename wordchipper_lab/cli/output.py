"""Output of a command: a file that is complete or absent, or stdout."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import typer

from ..files.whole_file import check_writable, open_whole

__all__ = ["AnswerOutput", "check_can_write", "open_answer", "open_output"]


def check_can_write(path: Path) -> None:
    """Raise ``BadParameter`` if the file cannot be written, before the work rather than after it."""
    try:
        check_writable(path)
    except OSError as error:
        raise typer.BadParameter(f"'{path}': {error.strerror}", param_hint="'--output'") from None


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


@contextmanager
def open_answer() -> Iterator[AnswerOutput]:
    """Stdout for a command whose exit code is the answer: a reader that goes away does not end the command."""
    out = AnswerOutput(sys.stdout.buffer)
    yield out
    out.flush()


class AnswerOutput:
    """What is written after the reader has closed the pipe is dropped; `is_unread` says so."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.is_unread = False

    def write(self, data: bytes) -> int:
        """Write `data` unless nobody reads; returns its length in bytes."""
        if not self.is_unread:
            try:
                return self._stream.write(data)
            except BrokenPipeError:
                self._let_go()
        return len(data)

    def writelines(self, lines: Iterable[bytes]) -> None:
        """Write several stretches of bytes."""
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        """Write out what is buffered."""
        if not self.is_unread:
            try:
                self._stream.flush()
            except BrokenPipeError:
                self._let_go()

    def _let_go(self) -> None:
        """Send what is left in the buffer, and all that follows, nowhere."""
        self.is_unread = True
        stream: Any = self._stream
        nowhere = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(nowhere, stream.fileno())
        finally:
            os.close(nowhere)
