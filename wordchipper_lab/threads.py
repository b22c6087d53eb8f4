"""How many threads to use, decided in one place for encoding and counting."""

from __future__ import annotations

import os

from .arguments import check_number
from .cores import count_cores
from .errors import ArgumentError, InputError, WordchipperLabError, show

__all__ = ["MOST_THREADS", "THREADS_VARIABLE", "resolve_threads"]

MOST_THREADS = 1 << 16
"""Larger numbers are a mistake: systems refuse them."""

THREADS_VARIABLE = "WORDCHIPPER_LAB_NUM_THREADS"
"""The environment variable that says how many threads to use where nothing else does."""

_EXPECTED = f"at least 1 and at most {MOST_THREADS:,}, a whole number, or None for the default"


def resolve_threads(num_threads: int | None, wrong: type[WordchipperLabError] = ArgumentError) -> int:
    """Number of threads to use: `num_threads`; if it is ``None`` that of the environment variable
    WORDCHIPPER_LAB_NUM_THREADS; without it, one per core of this process.

    Raises `wrong` for less than one, `ArgumentTypeError` for anything but a whole number, and `InputError` if
    the environment variable has another value.

    >>> resolve_threads(3)
    3
    """
    if num_threads is None:
        return _from_environment() or count_cores()
    return check_number("num_threads", num_threads, 1, MOST_THREADS, _EXPECTED, wrong)


def _from_environment() -> int | None:
    given = os.environ.get(THREADS_VARIABLE, "").strip()
    if not given:
        return None
    number = int(given) if given.isdecimal() and len(given) < 10 else 0
    if not 1 <= number <= MOST_THREADS:
        raise InputError(
            f"the environment variable {THREADS_VARIABLE} is {show(given)}: expected a whole number from 1 to "
            f"{MOST_THREADS:,}; unset it to use every core"
        )
    return number
