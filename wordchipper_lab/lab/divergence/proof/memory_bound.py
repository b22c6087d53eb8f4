"""A bound on the memory of a proof, which counts what it stores in bytes."""

from __future__ import annotations

import os
import sys
from collections.abc import Hashable

from ....errors import InputError, WorkLimitError

__all__ = ["MOST_MEGABYTES", "ProofMemory", "size_of_future"]

MOST_MEGABYTES = 256
"""Proofs about the published patterns take less than 1."""

_VARIABLE = "WORDCHIPPER_LAB_PROOF_MEGABYTES"


class ProofMemory:
    """Bytes that a proof stores; megabytes: the limit (None: from the environment, or `MOST_MEGABYTES`).

    >>> memory = ProofMemory(1)
    >>> memory.keep(1000, "things")
    >>> memory.n_bytes
    1000
    """

    def __init__(self, megabytes: float | None = None) -> None:
        self.megabytes = _of_environment() if megabytes is None else megabytes
        self.n_bytes = 0

    def keep(self, n_bytes: int, what: str) -> None:
        """Count `n_bytes` more; raises `WorkLimitError` naming `what` once the limit is exceeded."""
        self.n_bytes += n_bytes
        if self.n_bytes > self.megabytes * 1e6:
            raise WorkLimitError(
                f"the proof was stopped: it needs more than {self.megabytes:,.0f} MB of memory ({what}); "
                f"use smaller counts, sweep_equivalence, or raise the environment variable {_VARIABLE}"
            )


def _of_environment() -> float:
    given = os.environ.get(_VARIABLE, "") or str(MOST_MEGABYTES)
    try:
        megabytes = float(given)
    except ValueError:
        megabytes = 0.0
    if not megabytes > 0:
        raise InputError(
            f"the environment variable {_VARIABLE} is {given!r}: expected a number above 0, or inf"
        )
    return megabytes


def size_of_future(future: Hashable) -> int:
    """Bytes of one machine's future: an integer, or a tuple of tuples of small ones."""
    inner = sum(map(sys.getsizeof, future)) if isinstance(future, tuple) else 0
    return sys.getsizeof(future) + inner
