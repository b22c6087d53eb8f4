"""How far a corpus is read: what a checkpoint keeps, so that reading can go on and notices another corpus."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

__all__ = ["FileState", "Position"]


@dataclass
class Position:
    """All before it is read, nothing behind it.

    sources: how many texts, files and streams are read to their end. place: how far the next one is, in bytes (of
    UTF-8), or in rows of a Parquet file. stored: bytes read in all, as they are stored (of Parquet about so many: for
    progress only). checksum: CRC-32 of what was read of texts and streams; files are known by their `FileState`.
    """

    sources: int = 0
    place: int = 0
    stored: int = 0
    checksum: int = 0


class FileState(NamedTuple):
    """A file among the sources, and what shows that it was changed. source: its number, from 0."""

    source: int
    name: str
    size: int
    modified_ns: int

    @classmethod
    def of(cls, source: int, path: Path) -> FileState:
        """How the file is now."""
        about = os.stat(path)
        return cls(source, str(path), about.st_size, about.st_mtime_ns)
