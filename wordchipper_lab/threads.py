"""How many threads to use, decided in one place for encoding and counting."""

from __future__ import annotations

from .arguments import check_number
from .cores import count_cores
from .errors import ArgumentError, WordchipperLabError

__all__ = ["MOST_THREADS", "resolve_threads"]

MOST_THREADS = 1 << 16
"""Larger numbers are a mistake: systems refuse them."""

_EXPECTED = f"at least 1 and at most {MOST_THREADS:,}, a whole number, or None for every core"


def resolve_threads(num_threads: int | None, wrong: type[WordchipperLabError] = ArgumentError) -> int:
    """Number of threads to use: `num_threads`, or one per core of this process if it is ``None``.

    Raises `wrong` for less than one, `ArgumentTypeError` for anything but a whole number.
    """
    if num_threads is None:
        return count_cores()
    return check_number("num_threads", num_threads, 1, MOST_THREADS, _EXPECTED, wrong)
