"""What the processors that kernels are compiled for can do."""

from __future__ import annotations

__all__ = ["TARGET", "Target"]


class Target:
    """Set once, before anything is compiled."""

    has_masks_of_lanes = True
    """Whether comparisons of 64 lanes become the bits of a word at once, and bits become lanes. Where vectors are
    shorter, LLVM splits them; but for WebAssembly, which has 16 lanes, it takes them apart one by one."""

    has_prefetch = True
    """Whether there is an instruction that brings memory into the caches."""


TARGET = Target()
