"""``merges.txt``: one line per merge, written in blocks; an incomplete end after a kill is detected and
dropped.

The first line is JSON: the settings of the merges. A line is ``left right token frequency merged affected``
and, in hexadecimal, the CRC-32 of these, because a disk may have lost a block in the middle of the last
write.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from zlib import crc32

from ...errors import CheckpointError
from ...files.naming import name_errors
from ..span_counts import SpanCounts
from ..trainer import Merge
from .settings import check_settings, make_directory

__all__ = ["MergeLog", "counts_checksum"]


def counts_checksum(counts: SpanCounts) -> int:
    """CRC-32 of counted spans: merges are valid only for these counts."""
    checksum = 0
    for array in (counts.data, counts.ends, counts.counts):
        checksum = crc32(array.tobytes(), checksum)
    return checksum


class MergeLog:
    """The file in the directory `checkpoint`; `settings` (JSON-able) are those of this run."""

    def __init__(self, checkpoint: Path, settings: Mapping[str, object]) -> None:
        make_directory(checkpoint)
        self.path = checkpoint / "merges.txt"
        self._settings = json.loads(json.dumps(settings))
        self._header: bytes | None = None
        self._valid = 0  # size in bytes of the complete lines in the file
        self._merges: list[Merge] = []
        self._read()

    def of_counts(self, counts: SpanCounts, first_id: int) -> list[Merge]:
        """The merges made from these counts, numbered from `first_id`.

        Raises `CheckpointError` if they were made from others.
        """
        checksum = counts_checksum(counts)
        if self._header is None:
            self._header = _line(json.dumps({"settings": self._settings, "counts": checksum}).encode())
        elif json.loads(self._header.rsplit(b" ", 1)[0])["counts"] != checksum:
            raise CheckpointError(
                f"{self.path} has merges of other counts: delete it, or choose another checkpoint"
            )
        for i, merge in enumerate(self._merges):
            if merge.token != first_id + i or not 0 <= max(merge.left, merge.right) < merge.token:
                raise CheckpointError(
                    f"{self.path}, line {i + 2}: {tuple(merge)} cannot be merge {i}: delete the file"
                )
        return list(self._merges)

    def append(self, merges: Sequence[Merge]) -> None:
        """Append these merges to the earlier ones, flushed to the disk."""
        if self._header is None:
            raise ValueError("call of_counts first: it sets which counts the merges belong to")
        lines = b"".join(_line(" ".join(map(str, merge)).encode()) for merge in merges)
        if not self._valid:
            lines = self._header + lines
        with name_errors(self.path):
            self._append(lines)
        self._valid += len(lines)

    def _append(self, lines: bytes) -> None:
        descriptor = os.open(self.path, os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
        with open(descriptor, "wb", buffering=0) as file:
            try:
                file.truncate(self._valid)
                file.seek(self._valid)
                written = 0
                while written < len(lines):
                    written += file.write(lines[written:])
                os.fsync(descriptor)
            except OSError:
                # an incomplete line would be recognised, but is better removed
                with contextlib.suppress(OSError):
                    file.truncate(self._valid)
                raise

    def _read(self) -> None:
        try:
            lines = self.path.read_bytes().splitlines(keepends=True)
        except FileNotFoundError:
            return
        if not lines or not (header := _contents(lines[0])):
            if len(lines) > 1:
                raise CheckpointError(
                    f"{self.path} is damaged, or not a checkpoint: delete it, or choose another checkpoint"
                )
            return  # killed while the first line was written
        check_settings(self.path, json.loads(header).get("settings"), self._settings)
        self._header, self._valid = lines[0], len(lines[0])
        for line in lines[1:]:
            if not (fields := _contents(line)):
                break
            self._merges.append(Merge(*map(int, fields.split())))
            self._valid += len(line)


def _line(contents: bytes) -> bytes:
    return b"%s %08x\n" % (contents, crc32(contents))


def _contents(line: bytes) -> bytes:
    """The contents of a complete line; nothing if it is incomplete."""
    contents, _, _ = line.rpartition(b" ")
    return contents if line == _line(contents) else b""
