"""How many cores this process may use."""

from __future__ import annotations

import os

__all__ = ["count_cores"]


def count_cores() -> int:
    """Number of cores that the system allows this process to use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
