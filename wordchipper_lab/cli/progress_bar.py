"""Progress on stderr for people: silent unless stderr is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext

from .termination import ending_at_once

__all__ = ["byte_progress", "count_progress", "leave_bar", "loading", "status", "step_progress"]

QUIET_BYTES = 2_000_000
"""Smaller input finishes before a bar could be read."""


def status(message: str) -> AbstractContextManager[object]:
    """A spinner with a message."""
    if not sys.stderr.isatty():
        return nullcontext()
    from rich.console import Console

    return Console(stderr=True).status(message)


@contextmanager
def loading(message: str) -> Iterator[None]:
    """A spinner with a message while kernels are loaded or compiled; Ctrl-C and SIGTERM end it at once."""
    with ending_at_once(), status(message):
        yield


def leave_bar() -> str:
    """Text to write to stdout before a line, so that it does not begin after a bar on the same terminal."""
    return "\r\x1b[2K" if sys.stderr.isatty() and sys.stdout.isatty() else ""


@contextmanager
def byte_progress(label: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """A bar over bytes read; yields ``advance(n)``. ``total`` is None if it is unknown (a pipe)."""
    if not sys.stderr.isatty() or (total is not None and total <= QUIET_BYTES):
        yield lambda n: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TimeRemainingColumn, TransferSpeedColumn

    columns = (BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn())
    progress = Progress("{task.description}", *columns, console=Console(stderr=True), transient=True)
    task = progress.add_task(label, total=total)
    with ExitStack() as shown:
        started = False

        def advance(n: int) -> None:
            nonlocal started
            progress.advance(task, n)
            if not started and progress.tasks[0].completed > QUIET_BYTES:
                shown.enter_context(progress)
                started = True

        yield advance


@contextmanager
def count_progress(label: str) -> Iterator[Callable[[str, int, int | None], object]]:
    """Progress of any number of things; yields ``show(what, done, total)``. Silent without a terminal."""
    if not sys.stderr.isatty():
        yield lambda what, done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress("{task.description}", *columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(label, total=None)

        def show(what: str, done: int, total: int | None) -> None:
            progress.update(task, description=f"{label}: {what}", completed=done, total=total)

        yield show


@contextmanager
def step_progress() -> Iterator[Callable[[str, int, int | None], None]]:
    """Numbered steps; yields ``report(label, done, total)``. Without a terminal, a line for each step."""
    if not sys.stderr.isatty():
        yield lambda label, done, total: print(f"[{done}/{total}] {label}", file=sys.stderr)
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        SpinnerColumn,
        TextColumn,
        TimeElapsedColumn,
    )

    label = TextColumn("{task.description}", markup=False)  # a token may be "[/b]", and so may a file name
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), label)
    with Progress(SpinnerColumn(), *columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None)
        yield lambda label, done, total: progress.update(task, description=label, completed=done, total=total)
