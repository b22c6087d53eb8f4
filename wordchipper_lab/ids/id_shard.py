"""One shard as integers for memory mapping: ``shard-00000.bin``, and where its documents end."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np

from ..files.whole_file import write_atomically
from .document_encoder import EncodedTexts
from .part_file import PartFile

__all__ = ["IdShard"]


class IdShard:
    """Writes concatenated ids as `dtype` ("<u2" or "<u4"), and the documents' ends (in ids) as ``.ends.npy``,
    int64."""

    def __init__(self, stem: Path, dtype: str) -> None:
        self._file = PartFile(stem.with_suffix(".bin"))
        self._ends_path = stem.with_suffix(".ends.npy")
        self._dtype = dtype
        self._ends: list[np.ndarray] = []
        self._n_tokens = 0
        self._is_open = False

    def add(self, encoded: EncodedTexts) -> None:
        """Append documents, or a part of one."""
        tokens, offsets = encoded.batch.tokens, encoded.batch.offsets
        self._file.write(memoryview(tokens.astype(self._dtype)).cast("B"))
        if encoded.is_end:
            self._ends.append(offsets[1:] + self._n_tokens)
        self._n_tokens += len(tokens)
        self._is_open = not encoded.is_end

    def finish(self) -> dict[str, object]:
        """End the shard; returns the entries for its manifest. An unfinished document continues in the next
        shard."""
        if self._is_open:
            self._ends.append(np.array([self._n_tokens]))
        ends = np.concatenate([np.zeros(0, dtype=np.int64), *self._ends])
        buffer = io.BytesIO()
        np.save(buffer, ends.astype("<i8"))
        write_atomically(self._ends_path, buffer.getvalue())
        self._file.finish()
        return {"bin_bytes": self._file.size, "bin_sha256": self._file.sha256}

    def discard(self) -> None:
        """Delete the temporary files."""
        self._file.discard()
