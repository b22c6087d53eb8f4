"""stdin, stdout and stderr as commands may rely on them, whatever a caller has closed, and whoever stops reading."""

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
    """Put streams in the place of `sys.stdin`, `sys.stdout` and `sys.stderr` that are closed or raise unnamed errors.

    What reads or writes a closed one gets an ``OSError`` that says so; but messages to a closed stderr vanish. The
    reader of messages and tables may go (``| head``): the rest of them goes nowhere, and the command goes on. Streams
    that a program put there itself, a test for instance, stay.
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
    """Bring out what was printed; raises ``OSError`` if it cannot be written (a full disk, a closed stream)."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and not stream.closed:
            stream.flush()


def _occupy(descriptor: int) -> bool:
    """Whether it was closed: then the next file to be opened would get its number, and what is meant for a stream."""
    try:
        os.fstat(descriptor)
    except OSError:
        # The wrong way round: C code that reads stdin or writes to stdout fails, as it would without a stream.
        flags = (os.O_WRONLY, os.O_RDONLY, os.O_RDWR)[descriptor]
        opened = os.open(os.devnull, flags)
        if opened != descriptor:
            os.dup2(opened, descriptor)
            os.close(opened)
        os.set_inheritable(descriptor, True)  # by the processes of a cluster, which are in the same danger
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
        # A file's name that is not UTF-8 goes out as it came in.
        errors="surrogateescape" if errors == "strict" else errors,
        line_buffering=descriptor == 2 or getattr(stream, "line_buffering", False),
    )


class _Messages(io.TextIOWrapper):
    """Text for a reader who may have gone; bytes written to its ``buffer`` still raise `BrokenPipeError`."""

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
    """A stream that the caller of the program has closed."""

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
