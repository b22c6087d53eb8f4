"""What the long searches of a DivergenceLab have in common: a choice, a result, a rate and an estimate."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from ...lab.divergence import SearchProgress
from ..work.job import Job, Shown
from .question import Choice

__all__ = ["SearchJob"]

Made = TypeVar("Made")
Found = TypeVar("Found")


class SearchJob(Job, Generic[Made, Found]):
    """One search; ``result`` is None until it ends, and if there is none.

    make: makes what is compared, in the job, because that may take seconds.
    """

    def __init__(
        self,
        make: Callable[[], Made],
        choice: Choice,
        file: tuple[str, bytes],
        changed: Callable[[Shown], None],
    ) -> None:
        super().__init__(changed)
        self.choice, self._make, self._file = choice, make, file
        self.result: Found | None = None
        self._started = time.monotonic()
        self._is_cut = False  # a stop may come too late to change anything

    def _is_complete(self) -> bool:
        return self.result is not None and not self._is_cut

    @property
    def _seconds(self) -> str:
        return f"{time.monotonic() - self._started:.1f} s"

    def _draw(self, progress: SearchProgress, total: int) -> dict[str, Any]:
        spent, done = max(time.monotonic() - self._started, 1e-3), progress.done
        left = (total - done) * spent / done if done and spent > 0.5 else None
        shown = {"done": done, "total": total, "divergent": progress.n_divergent}
        return shown | {"rate": done / spent, "seconds_left": left, "where": progress.where}
