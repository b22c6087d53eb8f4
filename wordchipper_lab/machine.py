"""What this machine is and has: its processor, and the versions of what is installed."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

__all__ = ["processor_name", "version_of"]


def processor_name() -> str:
    """The processor's model; less where the system does not say."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []  # not Linux
    for line in lines:
        label, _, value = line.partition(":")
        if label.strip() == "model name":
            return value.strip()
    return platform.processor() or platform.machine()


def version_of(distribution: str) -> str:
    """The version of a distribution; nothing if it is not installed.

    >>> version_of("no-such-distribution")
    ''
    """
    try:
        return version(distribution)
    except PackageNotFoundError:
        return ""
