"""Reliable stdin, stdout and stderr for commands, even if the caller closed them or the reader stops
reading."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any, NoReturn

from ..files.naming import NamedFile

__all__ = ["flush_streams", "standard_streams"]


@contextmanager
def standard_streams() -> Iterator[None]:
    """Replace those of `sys.stdin`, `sys.stdout` and `sys.stderr` that are closed or whose errors name no
    stream.

    Reading or writing a closed one raises an ``OSError`` that says so, but messages to a closed stderr are
    dropped. If the reader of messages and tables closes the pipe (``| head``), the rest is dropped and the
    command continues. Streams that a program set itself, such as a test, are kept.
    """
    before = sys.stdin, sys.stdout, sys.stderr
    was_closed = [_occupy(descriptor) for descriptor in range(3)]
    ours: list[_Messages] = []
    if was_closed[0] and sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(_Closed("stdin")))
    if sys.stdout is sys.__stdout__ and os.name == "posix":
        sys.stdout = _messages(sys.stdout, 1, _Closed("stdout") if was_closed[1] else None)
        ours.append(sys.stdout)
    if sys.stderr is sys.__stderr__ and os.name == "posix":
        sys.stderr = _messages(sys.stderr, 2, None)
        ours.append(sys.stderr)
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
        for stream in ours:
            with suppress(OSError):
                stream.flush()
            stream.buffer.raw.close()  # type: ignore[attr-defined]  # not the descriptor


def flush_streams() -> None:
    """Write out buffered text; raises ``OSError`` if that fails (a full disk, a closed stream)."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and not stream.closed:
            stream.flush()


def _occupy(descriptor: int) -> bool:
    """Open a placeholder if it is closed, else the next file opened would get its number and the stream's
    data. Returns whether it was closed."""
    try:
        os.fstat(descriptor)
    except OSError:
        # Opened in the wrong direction: C code that reads stdin or writes to stdout fails, as it would
        # without a stream.
        flags = (os.O_WRONLY, os.O_RDONLY, os.O_RDWR)[descriptor]
        opened = os.open(os.devnull, flags)
        if opened != descriptor:
            os.dup2(opened, descriptor)
            os.close(opened)
        # inherited by the processes of a cluster, where the same could happen
        os.set_inheritable(descriptor, True)
        return True
    return False


def _messages(stream: IO[str] | None, descriptor: int, raw: io.RawIOBase | None) -> _Messages:
    if stream is not None:
        with suppress(OSError):
            stream.flush()
    raw = raw or NamedFile(descriptor, ("stdin", "stdout", "stderr")[descriptor], closefd=False)
    errors = getattr(stream, "errors", "strict")
    return _Messages(
        io.BufferedWriter(raw),
        encoding=getattr(stream, "encoding", "utf-8"),
        # A file name that is not UTF-8 is written unchanged.
        errors="surrogateescape" if errors == "strict" else errors,
        line_buffering=descriptor == 2 or getattr(stream, "line_buffering", False),
    )


class _Messages(io.TextIOWrapper):
    """Text for a reader that may stop reading; bytes written to its ``buffer`` still raise
    `BrokenPipeError`."""

    def write(self, text: str) -> int:
        with self._letting_go():
            super().write(text)
        return len(text)

    def flush(self) -> None:
        with self._letting_go():
            super().flush()

    @contextmanager
    def _letting_go(self) -> Iterator[None]:
        try:
            yield
        except BrokenPipeError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)


class _Closed(io.RawIOBase):
    """A stream closed by the caller of the program."""

    def __init__(self, name: str) -> None:
        self.name = name

    def readable(self) -> bool:
        return True

    def writable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> NoReturn:
        self._refuse()

    def write(self, data: Any) -> NoReturn:
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise OSError(errno.EBADF, "it is closed", self.name)
