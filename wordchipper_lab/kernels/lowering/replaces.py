"""Machine code in place of a Python function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import types
from numba.core.typing.templates import infer_global, make_intrinsic_template
from numba.extending import intrinsic

__all__ = ["replaces"]


def replaces(twin: Callable[..., object]) -> Callable[[Any], Any]:
    """Decorator for the definition of an intrinsic: kernels use it wherever they call `twin`.

    Not `overload`: without reference counting, a function of numba's cannot return an array that was not passed to it.
    """

    def register(definition: Any) -> Any:
        handle = intrinsic(definition)
        infer_global(twin, types.Function(make_intrinsic_template(handle, definition, definition.__name__)))
        return handle

    return register
