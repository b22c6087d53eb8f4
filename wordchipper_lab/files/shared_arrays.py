"""Arrays that several processes have in common: the first one writes them to files, and all map these.

A server names a directory in the environment variable `SHARED_ARRAYS`: private, new with each run, and removed with it,
so what is found there was written by this installation. Without that variable nothing is shared.
"""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

__all__ = ["SHARED_ARRAYS", "map_shared", "write_shared"]

SHARED_ARRAYS = "WORDCHIPPER_LAB_SHARED_ARRAYS"
"""Names the directory, which need not exist yet."""


def map_shared(name: str, fields: Iterable[str]) -> dict[str, np.ndarray] | None:
    """The arrays `fields` that a process wrote as `name`; None if there are none.

    They are mapped: read when they are used, and in memory once. They can be written to, because kernels are compiled
    for writable arrays; that changes them for this process only.
    """
    import numpy as np  # here, because a server that only names the directory has no other use for it

    directory = _directory(name)
    if directory is None or not directory.is_dir():
        return None
    try:
        return {field: np.asarray(np.load(_file(directory, field), mmap_mode="c")) for field in fields}
    except (OSError, ValueError, EOFError):  # the server has ended, and its files with it
        return None


def write_shared(name: str, arrays: Mapping[str, np.ndarray]) -> None:
    """Write `arrays` as `name`, all or none; nothing if they are there already, or if the disk is full."""
    import numpy as np

    directory = _directory(name)
    if directory is None:
        return
    part = directory.with_name(f".{secrets.token_hex(8)}")
    try:
        part.mkdir(parents=True)
        for field, values in arrays.items():
            np.save(_file(part, field), values, allow_pickle=False)
        part.rename(directory)
    except OSError:
        shutil.rmtree(part, ignore_errors=True)


def _directory(name: str) -> Path | None:
    shared = os.environ.get(SHARED_ARRAYS)
    return Path(shared) / name if shared else None


def _file(directory: Path, field: str) -> Path:
    return directory / f"{field}.npy"
