"""What the linked libraries were made from, as a file beside them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

__all__ = ["MANIFEST", "PACKAGE", "Manifest", "hash_of_sources", "library_path", "read_manifest"]

PACKAGE = Path(__file__).parents[2]
_DATA = Path(__file__).parent / "data"
MANIFEST = _DATA / "manifest.json"


class Manifest(NamedTuple):
    """Kernels, and the hashes that must fit."""

    entries: list[tuple[str, str, int]]
    """Of each kernel and combination of types: ``module.function``, letters (`codes`), and the number in its symbol."""
    libraries: dict[str, str]
    """SHA-256 of each library, by level."""

    def has_intact(self, level: str) -> bool:
        """Whether the library of a level is there, and as it was linked."""
        try:
            content = library_path(level).read_bytes()
        except OSError:
            return False
        return hashlib.sha256(content).hexdigest() == self.libraries.get(level)


def library_path(level: str) -> Path:
    """Where the library of a level is."""
    return _DATA / f"kernels-{level}.so"


def hash_of_sources(files: Iterable[str]) -> str:
    """SHA-256 of source files, given by their paths within the package; raises ``OSError`` if one is missing."""
    digest = hashlib.sha256()
    for file in files:
        content = (PACKAGE / file).read_bytes()
        digest.update(f"{file} {len(content)} ".encode() + content)
    return digest.hexdigest()


def read_manifest() -> Manifest | None:
    """The manifest; None if there is none that is readable, or if a source is another one now."""
    try:
        found = json.loads(MANIFEST.read_bytes())
        if hash_of_sources(found["sources"]) != found["sha256"]:
            return None
        entries = [(str(name), str(letters), int(symbol)) for name, letters, symbol in found["entries"]]
        return Manifest(entries, dict(found["libraries"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
