"""How far a corpus has been read, for checkpoints: reading can resume there, and notices a different
corpus."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

__all__ = ["FileState", "Position"]


@dataclass
class Position:
    """A position in a corpus: everything before it has been read, nothing after it.

    sources: number of texts, files and streams read to their end. place: position in the next one, in bytes
    (of UTF-8), or in rows of a Parquet file. stored: total bytes read, as stored (approximate for Parquet,
    only for progress). checksum: CRC-32 of the texts and streams read; files are identified by their
    `FileState`.
    """

    sources: int = 0
    place: int = 0
    stored: int = 0
    checksum: int = 0


class FileState(NamedTuple):
    """A file among the sources, with what shows whether it was changed. source: its number, from 0."""

    source: int
    name: str
    size: int
    modified_ns: int

    @classmethod
    def of(cls, source: int, path: Path) -> FileState:
        """The current state of the file."""
        about = os.stat(path)
        return cls(source, str(path), about.st_size, about.st_mtime_ns)
