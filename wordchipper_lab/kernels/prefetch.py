"""Prefetch memory before it is needed: one instruction that affects only the time."""

from __future__ import annotations

import numpy as np

from .kernel import lowered_by

__all__ = ["has_prefetch", "prefetch"]


def prefetch(array: np.ndarray, index: int) -> None:
    """Prefetch ``array[index]``; an index out of range is allowed.

    >>> prefetch(np.zeros(3), 7)
    """


def has_prefetch() -> bool:
    """Whether `prefetch` does anything: WebAssembly has no such instruction. A constant, so kernels may ask at no cost.

    >>> has_prefetch()
    True
    """
    return True


lowered_by(f"{__package__}.lowering.prefetch")
