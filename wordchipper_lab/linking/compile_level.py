"""``python -m wordchipper_lab.linking.compile_level LEVEL DIRECTORY``: the object files of one level.

A process for each, because numba reads the processor that it compiles for from the environment, once.
"""

from __future__ import annotations

import gc
import json
import sys
from pathlib import Path

from numba import types

from ..kernels.kernel import Kernel
from ..lab.where_time_goes.report import where_time_goes
from ..screens.registry import SCREENS
from ..tokenizer import Tokenizer
from ..warming import warmup
from .entries import ONLY_LINKED, Entry, entry_of
from .objects import object_file
from .sources import sources_of
from .take_apart import take_apart
from .targets import TARGETS

__all__ = ["compile_level"]


def compile_level(level: str, directory: Path) -> None:
    """Write the object files of a level and of those made from the same code, and a list of what is in them."""
    warmup()
    tok = Tokenizer.from_pretrained("o200k_base")
    where_time_goes(tok, "hello unwhisperable world", rounds=1)
    for screen in SCREENS.values():
        screen.load()()
    for kernel, arguments in ONLY_LINKED.items():
        kernel.dispatcher.compile(arguments)
    found: dict[tuple[str, str], Entry] = {}
    for kernel in _kernels():
        for signature in kernel.dispatcher.signatures:
            entry = entry_of(kernel, tuple(signature))
            found.setdefault((entry.name, entry.letters), entry)  # read-only arrays are compiled apart
    entries = [found[key] for key in sorted(found)]
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


def _kernels() -> list[Kernel]:
    """Every kernel that has been called from Python."""
    return [one for one in gc.get_objects() if isinstance(one, Kernel) and one.dispatcher.signatures]


if __name__ == "__main__":
    compile_level(sys.argv[1], Path(sys.argv[2]))
