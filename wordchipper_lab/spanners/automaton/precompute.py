"""``python -m wordchipper_lab.spanners.automaton.precompute``: regenerate the bundled Unicode data and cell maps.

Needs tiktoken, whose engine decides which codepoints count as unassigned.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import numpy as np

from ...vocab.open_patterns import OPEN_PATTERNS, STARCODER_WITH_DIGITS
from ...vocab.patterns import PATTERNS
from ..logos.cl100k import CL100K_TOKENS
from ..logos.longest_match import definition_sets
from ..logos.o200k import O200K_TOKENS
from ..logos.r50k import R50K_TOKENS
from .bundled_cells import BUNDLE_PATH, save_cells
from .cells import CellMap, build_cells, pattern_sets
from .pattern_syntax import parse_pattern
from .predicates import N_SCALARS, to_scalars
from .unicode_version import save_unassigned

__all__ = ["compute_cells", "compute_open_cells"]


def compute_cells() -> Iterator[CellMap]:
    """The cell map of each distinct built-in pattern and of its logos tokens, from the installed ``regex``
    package."""
    for pattern in dict.fromkeys(PATTERNS.values()):
        yield build_cells(pattern, pattern_sets(parse_pattern(pattern)))
    for definitions in (R50K_TOKENS, CL100K_TOKENS, O200K_TOKENS):
        yield build_cells("", definition_sets(definitions))


def compute_open_cells() -> Iterator[CellMap]:
    """The cell map of each open model's pattern, from the installed ``regex`` package."""
    for pattern in (*OPEN_PATTERNS.values(), STARCODER_WITH_DIGITS):
        yield build_cells(pattern, pattern_sets(parse_pattern(pattern)))


def unassigned_in_tiktoken() -> np.ndarray:
    """Codepoints that the installed tiktoken's pattern engine calls unassigned: bool (0x110000,)."""
    import tiktoken

    single_bytes = {bytes([byte]): byte for byte in range(256)}
    probe = tiktoken.Encoding("probe", pat_str=r"\p{Cn}", mergeable_ranks=single_bytes, special_tokens={})
    scalars = "".join(map(chr, to_scalars(np.arange(N_SCALARS)).tolist()))
    # Unmatched text has no tokens, so the tokens are the bytes of the matches.
    matched = bytes(probe.encode_ordinary(scalars)).decode()
    is_unassigned = np.zeros(0x110000, dtype=bool)
    is_unassigned[[ord(character) for character in matched]] = True
    return is_unassigned


if __name__ == "__main__":
    save_unassigned(unassigned_in_tiktoken())
    save_cells(chain(compute_cells(), compute_open_cells()))
    print(f"wrote {BUNDLE_PATH} ({BUNDLE_PATH.stat().st_size:,} bytes)")
