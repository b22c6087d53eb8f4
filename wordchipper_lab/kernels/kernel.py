"""`Kernel`: a function that becomes machine code when it is first called."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial, update_wrapper
from importlib import import_module
from typing import Any

__all__ = ["Kernel", "lower_later", "lowered_by"]

_pending: list[Callable[[], object]] = []


def lower_later(register: Callable[[], object]) -> None:
    """Call `register`, which tells numba how something becomes machine code, before the next kernel is compiled."""
    _pending.append(register)


def lowered_by(module: str) -> None:
    """Import `module`, which does so, before the next kernel is compiled."""
    lower_later(partial(import_module, module))


class Kernel:
    """A function under the compile policy (`jit`); kernels may call each other."""

    def __init__(self, function: Callable[..., object], inline: bool) -> None:
        update_wrapper(self, function)
        self.py_func = function
        self.inline = inline

    @cached_property
    def dispatcher(self) -> Any:
        """numba's function, which compiles."""
        from .compiler import new_dispatcher

        while _pending:
            _pending.pop(0)()
        return new_dispatcher(self.py_func, self.inline)

    def __call__(self, *arguments: object) -> Any:
        """Run it."""
        return self.dispatcher(*arguments)
