"""What the WebAssembly module was made from, as a file."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from ..kernels.linked.manifest import PACKAGE, hash_of_sources

__all__ = ["LAYOUT", "MANIFEST", "MODULE", "TOKENIZER", "hash_of_inputs", "is_current", "own_sources"]

TOKENIZER = PACKAGE / "web" / "tokenizer"
"""The tokenizer's ES modules."""
MODULE = TOKENIZER / "engine.wasm"
LAYOUT = TOKENIZER / "layout.js"
"""Where the kernels expect what: written with the module."""
MANIFEST = Path(__file__).parent / "data" / "manifest.json"


def own_sources() -> list[str]:
    """The files of this room that decide what the module contains."""
    names = ("compile_module", "kernels", "layout_module", "module_object", "build")
    return [f"browser/{name}.py" for name in names]


def hash_of_inputs(sources: list[str]) -> str:
    """SHA-256 of the kernels' source files and of those of this room."""
    return hash_of_sources(sorted({*sources, *own_sources()}))


def is_current(manifest: dict[str, Any] | None = None) -> bool:
    """Whether the module and its layout are there as they were built, from the sources as they are now.

    >>> is_current()
    True
    """
    found = manifest or json.loads(MANIFEST.read_bytes())
    made = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in (MODULE, LAYOUT)}
    return made == found["files"] and hash_of_inputs(found["sources"]) == found["sha256"]
