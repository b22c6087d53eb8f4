"""Compiling every kernel, and the C function of each for every combination of types that it is called with."""

from __future__ import annotations

import gc

from ..kernels.kernel import Kernel
from ..lab.where_time_goes.report import where_time_goes
from ..screens.registry import SCREENS
from ..tokenizer import Tokenizer
from ..warming import warmup
from .entries import ONLY_LINKED, Entry, entry_of

__all__ = ["all_entries"]


def all_entries() -> dict[tuple[str, str], Entry]:
    """The C functions of all kernels, by name and letters; takes as long as compiling does."""
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
    return dict(sorted(found.items()))


def _kernels() -> list[Kernel]:
    """Every kernel that has been called from Python."""
    return [one for one in gc.get_objects() if isinstance(one, Kernel) and one.dispatcher.signatures]
