"""How many cores this process may use."""

from __future__ import annotations

import os

__all__ = ["count_cores"]


def count_cores() -> int:
    """Cores, as far as the system lets this process have them."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
