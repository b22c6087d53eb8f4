"""Precomputed cell maps of the built-in patterns: loading one takes 1 ms, computing it 100 ms.

``data/cells.npz`` is made by ``python -m wordchipper_lab.spanners.automaton.precompute``; a test recomputes it with the
installed ``regex`` package, whose Unicode data may be newer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

import numpy as np

from .cells import CellMap
from .syntax_tree import CharSet

__all__ = ["BUNDLE_PATH", "load_cells", "save_cells"]

BUNDLE_PATH = Path(__file__).parent / "data" / "cells.npz"
_PARTS = ("pages", "cells", "truth", "representatives")


def _key(sets: tuple[CharSet, ...]) -> str:
    return hashlib.sha256(repr(sets).encode()).hexdigest()[:16]


@lru_cache(maxsize=64)
def load_cells(sets: tuple[CharSet, ...], path: Path = BUNDLE_PATH) -> CellMap | None:
    """The bundled cell map for exactly these sets in this order, or None."""
    with np.load(path) as bundle:
        names = [f"{_key(sets)}.{part}" for part in _PARTS]
        if not set(names) <= set(bundle.files):
            return None
        return CellMap(sets, *(bundle[name] for name in names))


def save_cells(maps: Iterable[CellMap], path: Path = BUNDLE_PATH) -> None:
    """Write cell maps to a compressed file that `load_cells` reads."""
    parts = {f"{_key(cell_map.sets)}.{part}": getattr(cell_map, part) for cell_map in maps for part in _PARTS}
    np.savez_compressed(path, **parts)
