"""The hook into numba: a kernel cache whose files are verified and stored safely.

Only this module and `jit` use what numba does not publish. The rest of its cache (keys, how compiled
functions are reduced and rebuilt) is used unchanged.
"""

from __future__ import annotations

import hashlib
import inspect
import os
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from numba.core import caching

from .cache_files import KernelFiles
from .cache_places import places_for

__all__ = ["KernelCache"]


class _Locator(caching._CacheLocator):  # type: ignore[misc]
    """What numba needs to know about a function's source. `places_for` chooses the directory, not this
    class."""

    def __init__(self, function: Callable[..., object], file: str) -> None:
        self._py_file = file  # numba shows it in a warning
        self._line = function.__code__.co_firstlineno
        self.directory = os.path.dirname(os.path.abspath(file)) if os.path.isfile(file) else None
        self._stamp = _hash_file(file) if self.directory else _hash(inspect.getsource(function).encode())

    @classmethod
    def from_function(cls, function: Callable[..., object], file: str) -> _Locator | None:
        """None if the source is unknown, because nothing would then tell when the code is stale."""
        try:
            return cls(function, file)
        except OSError:
            return None

    def ensure_cache_path(self) -> None:
        """Does nothing: places are prepared when there is something to store."""

    def get_cache_path(self) -> str:
        """Where kernels may be stored, for statistics."""
        return str(places_for(self.directory)[0].path)

    def get_source_stamp(self) -> str:
        """Changes with the source file, or with the function if it was typed in a session."""
        return self._stamp

    def get_disambiguator(self) -> str:
        """Distinguishes functions of the same name."""
        return str(self._line)


class _Reduced(caching.CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Locator,)


class KernelCache(caching.FunctionCache):  # type: ignore[misc]
    """numba's cache of one function, on top of `KernelFiles`. Raises `RuntimeError` if the function's source
    is unknown."""

    _impl_class = _Reduced

    def __init__(self, function: Callable[..., object]) -> None:
        super().__init__(function)
        found = self._impl.locator
        self._cache_file = KernelFiles(
            places_for(found.directory), self._impl.filename_base, found.get_source_stamp()
        )

    def _load_overload(self, signature: object, target_context: object) -> object:
        try:
            return super()._load_overload(signature, target_context)
        except Exception:  # LLVM or numba cannot use it although it is intact: probably from another release
            self._cache_file.drop_unusable()
            return None


@lru_cache
def _hash_file(file: str) -> str:
    return _hash(Path(file).read_bytes())


def _hash(source: bytes) -> str:
    return hashlib.sha256(source).hexdigest()
