"""The one compile policy: every kernel of the package is decorated with `jit`, and nothing else.

- ``cache=True``: machine code is kept on disk, so only the first process on a machine compiles.
- ``nogil=True``: kernels run beside each other in Python threads and keep a notebook alive.
- never ``parallel=True``: numba's default threading layer is not safe for concurrent callers.
- ``error_model="numpy"``: no zero-division branches; kernels raise nothing and return a status.
- no reference counting, unless a kernel ``allocates``: numba counts each array it passes to another kernel up and
  down again by atomic instructions, 50 ns for the six arrays of a trie walk. Without, bpe_backtrack went from 41 to
  116 MB/s on multilingual text (r50k) and all kernels compile in 12 s instead of 20; and a kernel that
  allocates by mistake does not compile.
- ``inline=True`` for helpers of a few instructions: LLVM leaves some of them as calls (+ 5 to 20 % on code).
  For larger ones it only costs compile time.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import numba
import numpy as np
import platformdirs
from numba.core import config

__all__ = ["jit"]

F = TypeVar("F", bound=Callable[..., object])


def _is_writable(directory: Path) -> bool:
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=directory):
            return True
    except OSError:
        return False


def _choose_cache_directory() -> None:
    """Give numba a cache directory where its own choices (beside the source, then HOME) would fail at import."""
    if config.CACHE_DIR or _is_writable(Path(__file__).parent / "__pycache__"):
        return
    user_directory = Path(platformdirs.user_cache_dir("wordchipper_lab")) / "numba"
    if not _is_writable(user_directory):
        user_directory = (
            Path(tempfile.gettempdir())
            / f"wordchipper_lab-numba-{os.getuid() if hasattr(os, 'getuid') else 0}"
        )
    config.CACHE_DIR = str(user_directory)


_choose_cache_directory()


def jit(*, inline: bool = False, allocates: bool = False) -> Callable[[F], F]:
    """Decorator: compile a function on first call for each combination of argument types, by the policy above.

    Under ``NUMBA_DISABLE_JIT=1`` it stays Python: slow, with the same results (hashes overflow on purpose).
    """
    if config.DISABLE_JIT:
        return np.errstate(over="ignore")
    return numba.njit(  # type: ignore[no-any-return]
        cache=True, nogil=True, error_model="numpy", forceinline=inline, _nrt=allocates
    )
