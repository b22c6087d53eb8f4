"""What a live page needs to compute for itself: the kernels as WebAssembly, the Worker that runs them, vocabularies."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import cache
from typing import Any

from ..browser.manifest import MODULE
from ..lab.merging import TOYS
from ..vocab.pretrained import pretrained_names
from .live_engine import LiveEngine, packed_files

__all__ = ["page_engine"]


def page_engine(models: Sequence[str], *, is_first: bool) -> dict[str, Any]:
    """The files of these vocabularies (names that are not pretrained ones are left out), at first with the code.

    ``parts`` names what is in ``buffers``; ``models`` are the vocabularies that these files make.

    >>> page_engine(["o200k_base", "mine"], is_first=False)["models"]
    ['o200k_base', 'o200k_harmony']
    """
    offered, files = packed_files(name for name in models if name in pretrained_names())
    parts = {name: path.read_bytes() for name, path in files.items()}
    code = {"module": MODULE.read_bytes(), "worker": _worker()} if is_first else {}
    return {
        "parts": [*code, *parts],
        "models": offered,
        "toys": list(TOYS),
        "buffers": [*code.values(), *parts.values()],
    }


@cache
def _worker() -> bytes:
    return zlib.compress(LiveEngine.worker().encode())
