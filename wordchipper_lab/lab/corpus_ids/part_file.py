"""A file that grows under a temporary name and takes its own when it is complete."""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
from pathlib import Path

__all__ = ["PartFile"]


class PartFile:
    """A file written piece by piece; until `finish` nobody sees it under its name.

    Like `write_atomically`, for files that are larger than memory should be.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
        self.stream = self._temporary.open("xb")
        self._hash = hashlib.sha256()
        self.size = 0

    def write(self, data: bytes | memoryview) -> None:
        """Append `data`."""
        self.stream.write(data)
        self._hash.update(data)
        self.size += len(data)

    @property
    def sha256(self) -> str:
        """Of all that `write` was given."""
        return self._hash.hexdigest()

    def finish(self) -> None:
        """Bring it to the disk and give it its name."""
        self.stream.flush()
        os.fsync(self.stream.fileno())
        self.stream.close()
        os.replace(self._temporary, self.path)

    def discard(self) -> None:
        """Leave nothing behind."""
        with contextlib.suppress(OSError):
            self.stream.close()
        with contextlib.suppress(OSError):
            self._temporary.unlink()
