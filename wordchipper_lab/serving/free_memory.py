"""How much memory is left for kernels, on the machine or in the container of this process."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["free_memory"]

_ROOT = Path("/")
_UNLIMITED = 1 << 60  # cgroup v1 writes "no limit" as the largest multiple of a page


def free_memory(root: Path = _ROOT) -> int | None:
    """Bytes that new processes could use without swapping; None if the system does not say.

    The minimum of what Linux calls available and what every enclosing control group (version 1 or 2) still
    allows: the ``/proc/meminfo`` of a container describes the whole machine. `root` is the root of the file
    system.
    """
    known = [amount for amount in (_of_the_machine(root), *_of_the_groups(root)) if amount is not None]
    return max(0, min(known)) if known else None


def _of_the_machine(root: Path) -> int | None:
    fields = _read_fields(root / "proc/meminfo")
    if "MemAvailable:" in fields:
        return fields["MemAvailable:"] << 10
    try:  # macOS has neither this file nor a count of available pages: then half of all memory
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, ValueError, OSError):
        return None


def _of_the_groups(root: Path) -> list[int | None]:
    rooms = []
    for line in _read(root / "proc/self/cgroup").splitlines():
        _, controllers, path = line.split(":", 2)
        if controllers == "":
            mount, limit, usage = "sys/fs/cgroup", "memory.max", "memory.current"
            files = ("inactive_file",)
        elif "memory" in controllers.split(","):
            mount, limit, usage = "sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes"
            files = ("total_inactive_file",)
        else:
            continue
        # Seen from inside a container, its group is often mounted as the root, whatever its path says.
        inside = Path(path.lstrip("/"))
        for group in dict.fromkeys((inside, *inside.parents)):
            rooms.append(_room(root / mount / group, limit, usage, files[0]))
    return rooms


def _room(group: Path, limit: str, usage: str, cached: str) -> int | None:
    """What `group` may still use; files that the system caches for speed do not count."""
    most, used = _read(group / limit).strip(), _read(group / usage).strip()
    if not most.isdigit() or not used.isdigit() or int(most) > _UNLIMITED:
        return None
    return int(most) - int(used) + _read_fields(group / "memory.stat").get(cached, 0)


def _read_fields(path: Path) -> dict[str, int]:
    words = (line.split() for line in _read(path).splitlines())
    return {line[0]: int(line[1]) for line in words if len(line) > 1 and line[1].isdigit()}


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""
