"""Texts derived from the samples, or generated: always the same, but not worth storing."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

__all__ = ["long_text", "mixed_documents", "repetitive_text"]

_LONG_BYTES = 2_000_000
_MIXED_BYTES = 1_000_000
_LEAST, _MOST = 20, 100_000
_RUN_BYTES = 2_000
"""Long enough to show quadratic behaviour, short enough for a quadratic encoder to finish."""

_REPEATED = (
    *("a", " ", "_", "=", "0", "\n", "ab", "Na", "哈", "ก", "😀", "\t "),
    *("the same words again, ", "0,", "x = x + 1\n", "AAAAaaaa", "<td></td>", "\u0301"),
)


def repetitive_text() -> str:
    """Runs of 2 kB of one letter, of spaces, of a phrase ..., three of each (about 110 kB).

    >>> "a" * 2000 in repetitive_text()
    True
    """
    runs = [unit * (_RUN_BYTES // len(unit.encode())) for unit in _REPEATED]
    return "\n".join(runs * 3)


def long_text(samples: Sequence[str]) -> str:
    """All samples one after another, repeated up to 2 MB."""
    once = "\n".join(samples) + "\n"
    return once * math.ceil(_LONG_BYTES / len(once.encode()))


def mixed_documents(samples: Sequence[str]) -> tuple[str, ...]:
    """Stretches of the samples, 1 MB in total: as many of 20 to 200 bytes as of 200 to 2,000, and so on to
    100 kB.

    Their sizes are log-uniform and chosen by a generator with a fixed seed, so they are the same every time.
    """
    chosen = random.Random(20260101)
    contents = [sample.encode() for sample in samples]
    found: list[str] = []
    n_bytes = 0
    while n_bytes < _MIXED_BYTES:
        size = int(math.exp(chosen.uniform(math.log(_LEAST), math.log(_MOST))))
        data = chosen.choice(contents)
        data *= 1 + size // len(data)  # a sample is shorter than the largest document
        start = chosen.randrange(len(data) - size)
        found.append(data[start : start + size].decode(errors="ignore"))
        n_bytes += size
    return tuple(found)
