"""numba at work: from a function to the dispatcher that compiles it by the policy of `jit`.

Imported when the first kernel is compiled or loaded from the cache.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

import numba
from numba import types

__all__ = ["new_dispatcher", "type_of"]

_ROOMS = ("kernels", "text", "vocab", "spanners", "encoders", "decoders", "training/fast")


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


def new_dispatcher(function: Callable[..., object], inline: bool) -> Any:
    """numba's dispatcher of a kernel."""
    policy: dict[str, Any] = {
        "nogil": True,
        "error_model": "numpy",
        "forceinline": inline,
        "_nrt": False,
        "no_cfunc_wrapper": True,  # for use as a first-class function, of which there is none
    }
    dispatcher = numba.njit(**policy)(function)
    _keep_on_disk(dispatcher)
    # What numba asks of a kernel when another one calls it.
    callee = numba.njit(**policy, no_cpython_wrapper=True)(function)
    dispatcher.get_call_template, dispatcher.get_overload = callee.get_call_template, callee.get_overload
    return dispatcher


def type_of(dispatcher: object) -> Any:
    """The numba type of a dispatcher, for functions that call it."""
    return types.Dispatcher(dispatcher)
