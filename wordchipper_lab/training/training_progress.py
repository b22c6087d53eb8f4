"""Progress of a training run, for callbacks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from .trainer import Merge

__all__ = ["ProgressCallback", "TrainingProgress"]


@dataclass(frozen=True)
class TrainingProgress:
    """One report; ``print`` shows it as a line.

    done and total: bytes of the corpus as stored while "counting" (total None if unknown, as for a pipe),
    merges while "merging". seconds: since the run began. merge: the last one, with `token`, its bytes.
    stopped: at the end, why there are fewer merges than requested.

    >>> print(TrainingProgress("merging", 501, 50025, 2.5, Merge(69, 120, 756, 166814, 166814, 900), b"ex"))
    merging: 1 % (501 of 50,025), last (69, 120) -> 756 b'ex', frequency 166,814; 2.5 s
    """

    phase: Literal["counting", "merging"]
    done: int
    total: int | None
    seconds: float
    merge: Merge | None = None
    token: bytes = b""
    stopped: str = ""

    def __str__(self) -> str:
        unit = " bytes" if self.phase == "counting" else ""
        part = f"{self.done:,}{unit}"
        if self.total is not None:
            part = f"{percent(self.done, self.total)} % ({self.done:,} of {self.total:,}{unit})"
        last = f", {self.last}" if self.merge is not None else ""
        why = f"; stopped early: {self.stopped}" if self.stopped else ""
        return f"{self.phase}: {part}{last}; {self.seconds:.1f} s{why}"

    @property
    def last(self) -> str:
        """The last merge in words; empty if there is none."""
        if self.merge is None:
            return ""
        left, right, token, frequency = self.merge[:4]
        return f"last ({left}, {right}) -> {token} {self.token!r}, frequency {frequency:,}"


ProgressCallback = Callable[[TrainingProgress], object]


def percent(done: int, total: int) -> int:
    """Whole percent, rounded down; 100 if there is nothing to do.

    >>> percent(501, 50025), percent(0, 0)
    (1, 100)
    """
    return 100 * done // total if total else 100
