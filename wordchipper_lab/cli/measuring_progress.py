"""What a benchmark is doing, for the commands that run one."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..lab import Progress

__all__ = ["show_measuring"]


def show_measuring(show: Callable[[str, int, int], None]) -> Callable[[Progress], None]:
    """Move the bar at every step on a terminal; elsewhere write a line when something new begins."""

    def report(progress: Progress) -> None:
        case = progress.case
        if sys.stderr.isatty() or not progress.message.startswith("timing"):
            place = f"{case.model}, {case.corpus}, {case.mode}: " if case is not None else ""
            left = f" ({progress.seconds_left:.0f} s left)" if progress.seconds_left else ""
            show(f"{place}{progress.message}{left}", progress.done, progress.total)

    return report
