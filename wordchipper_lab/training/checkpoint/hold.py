"""One training run at a time with a checkpoint."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from ...errors import CheckpointError
from ...files.directory_lock import lock_directory
from .settings import make_directory

__all__ = ["hold_checkpoint"]

_HELD: ContextVar[frozenset[Path]] = ContextVar("checkpoints held", default=frozenset())


@contextmanager
def hold_checkpoint(checkpoint: str | os.PathLike[str] | None) -> Iterator[None]:
    """Make the directory `checkpoint` and keep other runs out; nothing for None, or where a caller holds it already.

    Raises `CheckpointError` if another run, here or in another process, is at work with it.
    """
    if checkpoint is None or (directory := Path(checkpoint).resolve()) in _HELD.get():
        yield
        return
    make_directory(directory)
    with lock_directory(directory, CheckpointError):
        before = _HELD.set(_HELD.get() | {directory})
        try:
            yield
        finally:
            _HELD.reset(before)
