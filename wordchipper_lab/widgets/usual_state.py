"""The state of a screen that nobody has changed."""

from __future__ import annotations

from typing import Any

__all__ = ["usual_state"]


def usual_state(screen: Any) -> dict[str, Any]:
    """The public state of a screen of that class made from Python without arguments: what a link leaves out."""
    usual = screen.trait_defaults()
    return {name: usual[name] for name in screen.state}
