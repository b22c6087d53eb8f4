"""How many threads are asked for: one answer for encoding and for counting."""

from __future__ import annotations

from .arguments import check_number
from .cores import count_cores
from .errors import ArgumentError, WordchipperLabError

__all__ = ["MOST_THREADS", "resolve_threads"]

MOST_THREADS = 1 << 16
"""More are a mistake: systems refuse as many."""

_EXPECTED = f"at least 1 and at most {MOST_THREADS:,}, a whole number, or None for every core"


def resolve_threads(num_threads: int | None, wrong: type[WordchipperLabError] = ArgumentError) -> int:
    """How many threads to use: `num_threads`, or with ``None`` as many as this process has cores.

    Raises `wrong` for less than one, `ArgumentTypeError` for anything but a whole number.
    """
    if num_threads is None:
        return count_cores()
    return check_number("num_threads", num_threads, 1, MOST_THREADS, _EXPECTED, wrong)
