"""One training run at a time per checkpoint."""

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
    """Create the directory `checkpoint` and keep other runs out; does nothing for None, or if a caller
    already holds it.

    Raises `CheckpointError` if another run, in this or another process, is using it.
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
