"""A file that grows under a temporary name, and the entries for its manifest."""

from __future__ import annotations

import hashlib
from pathlib import Path

from ..files.whole_file import WholeFile

__all__ = ["PartFile"]


class PartFile(WholeFile):
    """A `WholeFile` that computes the size and the SHA-256 of everything passed to `write`."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._hash = hashlib.sha256()
        self.size = 0

    def write(self, data: bytes | memoryview) -> None:
        """Append `data`."""
        self.stream.write(data)
        self._hash.update(data)
        self.size += len(data)

    @property
    def sha256(self) -> str:
        """SHA-256 of everything passed to `write`."""
        return self._hash.hexdigest()
