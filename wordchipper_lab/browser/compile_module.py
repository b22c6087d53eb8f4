"""``python -m wordchipper_lab.browser.compile_module DIRECTORY``: the kernels as an object, and a list of them.

A process of its own, because numba reads what it compiles for from the environment, once.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from ..kernels.lowering.vectors import TARGET
from ..linking.all_entries import all_entries
from ..linking.sources import sources_of
from .kernels import choose_entries
from .module_object import wasm_object

__all__ = ["compile_module"]


def compile_module(directory: Path) -> None:
    """Write ``engine.o`` and ``engine.json``."""
    TARGET.has_masks_of_lanes = TARGET.has_prefetch = False
    chosen = choose_entries(all_entries())
    (directory / "engine.o").write_bytes(wasm_object(chosen))
    listed = {
        "sources": sources_of({entry.name.rpartition(".")[0] for entry in chosen.values()}),
        "kernels": {name: entry.letters for name, entry in chosen.items()},
    }
    (directory / "engine.json").write_text(json.dumps(listed))


if __name__ == "__main__":
    compile_module(Path(sys.argv[1]))
