"""One thread pool a size, shared by all tokenizers of the process and made anew in a forked child."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor

__all__ = ["resolve_threads", "shared_pool"]

_lock = threading.Lock()
_pools: dict[int, ThreadPoolExecutor] = {}


def resolve_threads(num_threads: int | None) -> int:
    """How many threads to use: `num_threads`, or with ``None`` as many as this process has cores.

    Raises ``ValueError`` for less than one.
    """
    if num_threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if num_threads < 1:
        raise ValueError(f"num_threads is {num_threads}: expected at least 1, or None for every core")
    return int(num_threads)


def shared_pool(num_threads: int) -> ThreadPoolExecutor:
    """The process's pool of `num_threads` threads (made on first use: a preheated kernel starts none)."""
    with _lock:
        if num_threads not in _pools:
            _pools[num_threads] = ThreadPoolExecutor(num_threads, thread_name_prefix="wordchipper_lab")
        return _pools[num_threads]


def _forget_pools() -> None:
    # A forked child inherits the pools but not their threads: work handed to them would wait for ever.
    global _lock
    _lock = threading.Lock()
    _pools.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_pools)
