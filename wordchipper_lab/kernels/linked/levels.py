"""Which of the linked libraries this machine can run."""

from __future__ import annotations

import platform
import sys

__all__ = ["LEVELS", "usable_levels"]

_V2 = frozenset(("cx16", "lahf_lm", "popcnt", "sse4_1", "sse4_2", "ssse3"))
_V3 = _V2 | {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"}
_V4 = _V3 | {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}

LEVELS = {"x86-64-v4": _V4, "x86-64-v3": _V3, "x86-64-v2": _V2, "aarch64": frozenset[str]()}
"""Kinds of processor, the best first, with what Linux must say of one (``/proc/cpuinfo``): the levels of the x86-64
psABI, and the least that aarch64 has."""

_FIRST_PROCESSOR = 1 << 13  # bytes of the file that tell of one: a machine may have hundreds


def usable_levels() -> list[str]:
    """The levels that this machine can run, the best first; none where no library can be loaded.

    >>> set(usable_levels()) <= set(LEVELS)
    True
    """
    if not sys.platform.startswith("linux") or sys.maxsize < 1 << 32 or sys.byteorder != "little":
        return []
    machine = platform.machine()
    if machine in ("aarch64", "arm64"):
        return ["aarch64"]
    if machine not in ("x86_64", "amd64"):
        return []
    found = _processor_flags()
    return [level for level, needed in LEVELS.items() if level.startswith("x86") and needed <= found]


def _processor_flags() -> set[str]:
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
            lines = file.read(_FIRST_PROCESSOR).splitlines()
    except OSError:
        return set()
    for line in lines:
        label, _, value = line.partition(":")
        if label.strip() == "flags":
            return set(value.split())
    return set()
