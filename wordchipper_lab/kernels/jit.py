"""The one compile policy: every kernel of the package is decorated with `jit` and nothing else.

- machine code is stored on disk, so only the first process on a machine compiles. It is verified before it is
  loaded (`cache_files`), and stored only where no other user can write (`cache_places`).
- ``nogil=True``: kernels run in parallel in Python threads and keep a notebook responsive.
- never ``parallel=True``: numba's default threading layer is not safe for concurrent callers.
- ``error_model="numpy"``: no zero-division branches; kernels raise nothing and return a status.
- no reference counting: numba counts each array passed to another kernel up and down again by atomic instructions, which costs 50 ns for the six arrays of a trie walk. Without it
  bpe_backtrack went from 41 to 116 MB/s on multilingual text (r50k), and what were then all kernels compiled in 12 s
  instead of 20. A kernel that allocates by mistake does not compile.
- a kernel that another kernel calls is compiled without the wrappers that Python needs, by a twin that Python never
  sees: compiling all kernels takes 56 s of processor time instead of 70, and 6 MB on disk instead of 13. The machine
  code of the kernels themselves is the same.
- ``inline=True`` for helpers of a few instructions, some of which LLVM would leave as calls (5 to 20 % faster
  on code). For larger ones it only costs compile time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core import config

__all__ = ["jit"]

_ROOMS = ("kernels", "vocab", "spanners", "encoders", "decoders", "training/fast")

F = TypeVar("F", bound=Callable[..., object])


@lru_cache(maxsize=1)
def _engine_stamp() -> str:
    """Changes with any source file of the engine: a kernel contains the code of the kernels it calls, in any
    file."""
    package = Path(__file__).parents[1]
    sources = [file for room in _ROOMS for file in sorted((package / room).rglob("*.py"))]
    digest = hashlib.sha256()
    for file in sources:
        # not the modification time: images and archives store it in whole seconds
        content = file.read_bytes()
        digest.update(f"{file.relative_to(package)} {len(content)} ".encode() + content)
    return digest.hexdigest()


def _keep_on_disk(kernel: Any) -> None:
    """Give a kernel its cache: the verified one, or numba's own if this numba version is organised
    differently."""
    try:
        from .kernel_cache import KernelCache

        if not hasattr(kernel, "_cache"):
            raise AttributeError("_cache")
        kernel._cache = KernelCache(kernel.py_func)
    except RuntimeError:  # a function without a source file, made by exec: nothing tells when it is stale
        return
    except (ImportError, AttributeError, TypeError):
        with suppress(RuntimeError):
            kernel.enable_caching()
    _depend_on_the_whole_engine(kernel)


def _depend_on_the_whole_engine(kernel: object) -> None:
    """Make a kernel's cache file valid only with the engine that it was compiled with.

    numba checks only the file of the kernel itself. After an update of one file, kernels elsewhere would
    still run its old code (and, if the size of an array had changed, run past its end).
    """
    index = getattr(getattr(kernel, "_cache", None), "_cache_file", None)
    if hasattr(index, "_source_stamp"):  # not public: without it the cache is as good as numba makes it
        index._source_stamp = (index._source_stamp, _engine_stamp())


def jit(*, inline: bool = False, allocates: bool = False) -> Callable[[F], F]:
    """Decorator: compile a function on the first call with each combination of argument types, by the policy
    above.

    Under ``NUMBA_DISABLE_JIT=1`` it stays Python: slow, with the same results (hashes overflow deliberately).
    """
    if config.DISABLE_JIT:
        return np.errstate(over="ignore")
    policy: dict[str, Any] = {
        "nogil": True,
        "error_model": "numpy",
        "forceinline": inline,
        "_nrt": allocates,
        "no_cfunc_wrapper": True,  # for use as a first-class function, of which there is none
    }

    def compile_later(function: F) -> F:
        kernel = numba.njit(**policy)(function)
        _keep_on_disk(kernel)
        # What numba asks of a kernel when another one calls it.
        callee = numba.njit(**policy, no_cpython_wrapper=True)(function)
        kernel.get_call_template, kernel.get_overload = callee.get_call_template, callee.get_overload
        return kernel  # type: ignore[no-any-return]

    return compile_later
