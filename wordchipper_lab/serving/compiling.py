"""Kernels are compiled around the start of a server: what the first page needs before it, the rest behind it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from .compiled_stamp import is_compiled
from .run_as_one import when_parent_dies

__all__ = ["ENCODERS", "TABLES", "compile_first", "compiling_rest"]

T = TypeVar("T")

ENCODERS = "encoders"  # parts of first_kernels.py, which is not imported here: it takes 0.5 s and 100 MB
TABLES = "tables"
_LOOK_AGAIN = 0.05
_LEAST_PRIORITY = 19


def compile_first(terminal: Console, names: Iterable[str], meanwhile: Callable[[], T]) -> T:
    """Compile these parts of what the first page needs, each in a process; returns what is done `meanwhile`.

    A part that fails is compiled by the first page instead.
    """
    if is_compiled():
        return meanwhile()
    module = f"{__package__}.first_kernels"
    parts = [_start([sys.executable, "-m", module, name]) for name in names]
    try:
        done = meanwhile()
        columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
        with Progress(*columns, console=terminal, transient=True) as progress:
            progress.add_task("Compiling what the first page needs: about 15 s, this first time")
            while any(part.poll() is None for part in parts):
                time.sleep(_LOOK_AGAIN)
        return done
    finally:
        _end(parts)


@contextmanager
def compiling_rest(terminal: Console) -> Iterator[None]:
    """Compile every other kernel, at the lowest priority, until the block is left."""
    if is_compiled():
        yield
        return
    is_seen = terminal.is_terminal
    command = [sys.executable, "-m", "wordchipper_lab", "warmup"]
    process = _start(command, priority=_LEAST_PRIORITY, output=None if is_seen else subprocess.DEVNULL)
    try:
        yield
    finally:
        _end([process])


def _start(
    command: list[str], priority: int = 0, output: int | None = subprocess.DEVNULL
) -> subprocess.Popen[bytes]:
    """A process that ends with this one, and that a terminal's Ctrl+C does not reach."""
    prepare = when_parent_dies()

    def before_it_runs() -> None:
        os.nice(priority)
        if prepare is not None:
            prepare()

    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=output,
        preexec_fn=before_it_runs if hasattr(os, "nice") else None,
        start_new_session=True,
    )


def _end(processes: list[subprocess.Popen[bytes]]) -> None:
    for process in processes:
        if process.poll() is None:
            process.kill()
        process.wait()
