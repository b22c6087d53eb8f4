"""A bound on the memory of a proof, which counts what it stores in bytes."""

from __future__ import annotations

import sys
from collections.abc import Hashable

from ....environment import limit_from_environment
from ....errors import WorkLimitError

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
        self.megabytes = limit_from_environment(_VARIABLE, MOST_MEGABYTES) if megabytes is None else megabytes
        self.n_bytes = 0

    def keep(self, n_bytes: int, what: str) -> None:
        """Count `n_bytes` more; raises `WorkLimitError` naming `what` once the limit is exceeded."""
        self.n_bytes += n_bytes
        if self.n_bytes > self.megabytes * 1e6:
            raise WorkLimitError(
                f"the proof was stopped: it needs more than {self.megabytes:,.0f} MB of memory ({what}); "
                f"use smaller counts, sweep_equivalence, or raise the environment variable {_VARIABLE}"
            )


def size_of_future(future: Hashable) -> int:
    """Bytes of one machine's future: an integer, or a tuple of tuples of small ones."""
    inner = sum(map(sys.getsizeof, future)) if isinstance(future, tuple) else 0
    return sys.getsizeof(future) + inner
