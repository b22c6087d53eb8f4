"""The machine of a benchmark: enough to judge its figures, nothing that identifies the owner."""

from __future__ import annotations

import os
import platform
from typing import Any

from ... import __version__
from ...cores import count_cores
from ...kernels.linked.load import linked_level
from ...machine import processor_name, version_of
from .peers import installed_peers, peer_class

__all__ = ["describe_machine"]


def describe_machine() -> dict[str, Any]:
    """Processor, cores, system, and the relevant versions; the same in every process on one machine.

    No host name, no user name, no path.

    >>> sorted(describe_machine())  # doctest: +ELLIPSIS
    ['cores', 'cpu', 'kernels', 'memory_bytes', 'numba', 'numpy', 'os', 'peers', 'python', 'regex', 'usable_cores', ...
    """
    return {
        "cpu": processor_name(),
        "cores": os.cpu_count() or 1,
        "usable_cores": count_cores(),
        "memory_bytes": _memory_bytes(),
        "os": f"{platform.system()} {platform.release()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "wordchipper_lab": __version__,
        "kernels": f"linked for {level}" if (level := linked_level()) else "compiled by numba",
        **{name: version_of(name) for name in ("numba", "numpy", "regex")},
        "peers": {name: version_of(peer_class(name).distribution) for name in installed_peers()},
    }


def _memory_bytes() -> int | None:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return None
