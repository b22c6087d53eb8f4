"""Limits of a pattern that a visitor typed: lower than those for Python or the command line."""

from __future__ import annotations

from ..spanners import PatternLimits

__all__ = ["page_limits"]

_OF_PAGES = PatternLimits(seconds=2, characters=2000, size=100_000, variable="WORDCHIPPER_LAB_PAGE_PATTERN")


def page_limits() -> PatternLimits:
    """The limits on pages: from the environment (WORDCHIPPER_LAB_PAGE_PATTERN_SECONDS and so on), or the
    defaults.

    >>> page_limits().size
    100000
    """
    return _OF_PAGES.with_environment()
