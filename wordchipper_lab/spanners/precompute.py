"""``python -m wordchipper_lab.spanners.precompute``: regenerate the bundled cell maps of the built-in patterns."""

from __future__ import annotations

from collections.abc import Iterator

from ..vocab.patterns import PATTERNS
from .bundle import BUNDLE_PATH, save_cells
from .cells import CellMap, build_cells, pattern_sets
from .pattern_syntax import parse_pattern

__all__ = ["compute_cells"]


def compute_cells() -> Iterator[CellMap]:
    """Compute the cell map of each distinct built-in pattern, with the installed ``regex`` package."""
    for pattern in dict.fromkeys(PATTERNS.values()):
        yield build_cells(pattern, pattern_sets(parse_pattern(pattern)))


if __name__ == "__main__":
    save_cells(compute_cells())
    print(f"wrote {BUNDLE_PATH} ({BUNDLE_PATH.stat().st_size:,} bytes)")
