"""Whether every kernel is compiled, by a note, so that a server need not start processes to find that out."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from pathlib import Path

import platformdirs

from ..kernels.linked.load import linked_level
from ..machine import processor_name, version_of

__all__ = ["is_compiled", "note_compiled"]

_PACKAGE = Path(__file__).parents[1]
_KEPT = 16  # notes: each environment that a user has this package in leaves one, and so does each version


def is_compiled() -> bool:
    """Whether kernels are linked, or `note_compiled` was called for these sources, on this processor.

    A kernel whose file was removed since is compiled when it is first used.
    """
    return linked_level() is not None or _path().is_file()


def note_compiled() -> None:
    """Every kernel is compiled and stored; where nothing can be written, nothing is noted."""
    path = _path()
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        for former in sorted(path.parent.iterdir(), key=_age)[_KEPT:]:
            former.unlink(missing_ok=True)


def _age(note: Path) -> float:
    return -note.stat().st_mtime


def _path() -> Path:
    return platformdirs.user_cache_path("wordchipper_lab") / "compiled" / _fingerprint()


def _fingerprint() -> str:
    """Changes with what kernels are made of: sources, numba, Python, processor. 15 ms."""
    found = hashlib.sha256(
        repr((sys.version, str(_PACKAGE), *map(version_of, ("numba", "llvmlite", "numpy")))).encode()
    )
    found.update(
        repr((processor_name(), os.environ.get("NUMBA_CPU_NAME"), os.environ.get("NUMBA_CACHE_DIR"))).encode()
    )
    for source in sorted(_PACKAGE.rglob("*.py")):
        found.update(source.read_bytes())
    return found.hexdigest()[:32]
