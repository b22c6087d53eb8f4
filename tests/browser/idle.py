"""When a page is idle: the newest question is answered, and its kernel is there."""

from __future__ import annotations

from typing import Any

from wordchipper_lab.screens.registry import SCREENS

__all__ = ["ROOT", "settle"]

ROOT = f":is({', '.join(f'.wcl-{name}' for name in SCREENS)})"

# A page whose kernel is silent has nothing to wait for, so it is not busy, but it is not idle either.
_IDLE = f"{ROOT}[aria-busy=false]:not(.wcl-is-silent)"


def settle(page: Any, seconds: float = 30) -> None:
    """Wait until the newest question is answered, even by a kernel that was silent for a while."""
    page.wait_for_selector(_IDLE, timeout=seconds * 1000)
