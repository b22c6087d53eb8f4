"""Keep a kernel out of the kernels that call it: for a loop that needs the registers of the processor for itself."""

from __future__ import annotations

from .kernel import lowered_by

__all__ = ["keep_apart"]


def keep_apart() -> None:
    """Called at the beginning of a kernel: LLVM leaves calls of it as calls. Affects only the time.

    >>> keep_apart()
    """


lowered_by(f"{__package__}.lowering.keep_apart")
