"""``python -m wordchipper_lab.linking.compile_level LEVEL DIRECTORY``: the object files of one level.

A process for each, because numba reads the processor that it compiles for from the environment, once.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from numba import types

from .all_entries import all_entries
from .entries import Entry
from .objects import object_file
from .sources import sources_of
from .take_apart import take_apart
from .targets import TARGETS

__all__ = ["compile_level"]


def compile_level(level: str, directory: Path) -> None:
    """Write the object files of a level and of those made from the same code, and a list of what is in them."""
    found = all_entries()
    entries = list(found.values())
    take_apart.compile((types.int64,) * 4)
    (overload,) = take_apart.overloads.values()
    call = Entry("", "", overload.fndesc.llvm_func_name, overload.library)
    for name, target in TARGETS.items():
        if target.compiled_as == level:
            content = object_file(entries, call, target.triple, target.cpu, target.features)
            (directory / f"{name}.o").write_bytes(content)
    listed = {
        "sources": sources_of({name.rpartition(".")[0] for name, _ in found}),
        "entries": [(entry.name, entry.letters, number) for number, entry in enumerate(entries)],
    }
    (directory / f"{level}.json").write_text(json.dumps(listed))


if __name__ == "__main__":
    compile_level(sys.argv[1], Path(sys.argv[2]))
