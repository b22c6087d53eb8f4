"""`Kernel`: a function that is machine code, linked in advance (`linked`) or compiled when it is first called.

Without numba, as in JupyterLite, a kernel that is not linked runs as Python, some hundred times slower.
"""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable
from functools import cache, cached_property, partial, update_wrapper
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from .linked.load import linked_calls

__all__ = ["Kernel", "linked_forms", "load_compiler", "lower_later", "lowered_by"]

_pending: list[Callable[[], object]] = []
_loading = threading.RLock()


def lower_later(register: Callable[[], object]) -> None:
    """Call `register`, which tells numba how something becomes machine code, before the next kernel is compiled."""
    _pending.append(register)


def lowered_by(module: str) -> None:
    """Import `module`, which does so, before the next kernel is compiled."""
    lower_later(partial(import_module, module))


def load_compiler() -> Any:
    """The module `compiler`, and numba, which then knows how everything imported so far becomes machine code."""
    with _loading:
        # No import statement, because it would depend on this module, which does not depend on it.
        compiler = import_module(f"{__package__}.compiler")
        while _pending:
            _pending.pop(0)()
        return compiler


@cache
def _can_compile() -> bool:
    if find_spec("numba") is not None:
        return True
    warnings.warn(
        "numba is not installed: what is compiled elsewhere runs as Python here, slowly", stacklevel=2
    )
    return False


def linked_forms(kernel: Callable[..., object]) -> tuple[Callable[..., Any], ...]:
    """The machine code of a kernel that is useful only if it is linked; nothing if it is not."""
    return getattr(kernel, "linked", ())  # a kernel may be a plain function: see `jit`


class Kernel:
    """A function under the compile policy (`jit`); kernels may call each other."""

    def __init__(self, function: Callable[..., object], inline: bool) -> None:
        update_wrapper(self, function)
        self.py_func = function
        self.inline = inline

    @cached_property
    def dispatcher(self) -> Any:
        """numba's function, which compiles."""
        return load_compiler().new_dispatcher(self.py_func, self.inline)

    @property
    def _numba_type_(self) -> Any:
        """For kernels that call this one, and for anybody's compiled function: numba asks for it."""
        return load_compiler().type_of(self.dispatcher)

    @cached_property
    def linked(self) -> tuple[Callable[..., Any], ...]:
        """Its machine code that was linked in advance, for each combination of types."""
        return linked_calls(f"{self.__module__}.{self.__qualname__}")

    def __call__(self, *arguments: object) -> Any:
        """Run it."""
        for call in self.linked:
            result = call(*arguments)
            if result is not NotImplemented:
                return result
        if not _can_compile():
            with np.errstate(over="ignore"):  # hashes overflow deliberately
                return self.py_func(*arguments)
        return self.dispatcher(*arguments)
