"""``counts.npz``: the spans counted so far, and the position in the corpus up to which they are counted."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...corpus.position import FileState, Position
from ...errors import CheckpointError
from ...files.whole_file import write_atomically
from ..span_counts import SpanCounts
from .settings import check_settings, make_directory

__all__ = ["CountsFile", "SavedCounts"]


class SavedCounts(NamedTuple):
    """Contents of the file. files: those already begun. finished: whether the end of the corpus was
    reached."""

    counts: SpanCounts
    position: Position
    files: list[FileState]
    finished: bool


class CountsFile:
    """The file in the directory `checkpoint`; `settings` (JSON-able) are those of this run."""

    def __init__(self, checkpoint: Path, settings: Mapping[str, object]) -> None:
        make_directory(checkpoint)
        self.path = checkpoint / "counts.npz"
        self._settings = json.loads(json.dumps(settings))

    def save(
        self, counts: SpanCounts, position: Position, files: Sequence[FileState], finished: bool
    ) -> None:
        """Replace the earlier counts by these; after an ``OSError`` the earlier ones are still intact."""
        header = {
            "settings": self._settings,
            "position": asdict(position),
            "files": files,
            "finished": finished,
        }
        contents = io.BytesIO()
        text = np.frombuffer(json.dumps(header).encode(), dtype=np.uint8)
        np.savez(contents, header=text, data=counts.data, ends=counts.ends, counts=counts.counts)
        write_atomically(self.path, contents.getvalue())

    def load(self) -> SavedCounts | None:
        """The saved counts, or None. Raises `CheckpointError` for a damaged file, or that of another run."""
        try:
            contents = self.path.read_bytes()
        except FileNotFoundError:
            return None
        try:
            header, counts = _parse(contents)
            check_settings(self.path, header["settings"], self._settings)
            files = [FileState(*state) for state in header["files"]]
            return SavedCounts(counts, Position(**header["position"]), files, header["finished"])
        except CheckpointError:
            raise
        except MemoryError as error:
            raise CheckpointError(f"{self.path} is damaged, or needs more memory ({error})") from None
        # NumPy's reader, zipfile and zlib raise a dozen kinds of error, depending on which byte is wrong.
        except Exception as error:
            problem = str(error) or type(error).__name__
            raise CheckpointError(
                f"{self.path} is damaged, or not a checkpoint ({problem}): delete it to start over"
            ) from None


def _parse(contents: bytes) -> tuple[dict[str, Any], SpanCounts]:
    """Header and counts; raises anything if `CountsFile.save` did not write it. Nothing is unpickled."""
    with np.load(io.BytesIO(contents), allow_pickle=False) as arrays:
        header = json.loads(_array(arrays, "header", np.uint8).tobytes())
        data = _array(arrays, "data", np.uint8)
        ends, counts = _array(arrays, "ends", np.int64), _array(arrays, "counts", np.int64)
    if not isinstance(header, dict) or not isinstance(header["finished"], bool):
        raise ValueError("its header is invalid")
    if any(type(header["position"][name]) is not int for name in asdict(Position())):
        raise ValueError("its position is invalid")
    if len(counts) != len(ends) or (len(counts) and counts.min() < 1):
        raise ValueError("expected a count of 1 or more for each span")
    if (np.diff(ends, prepend=0) < 1).any() or (int(ends[-1]) if len(ends) else 0) != len(data):
        raise ValueError("expected ascending ends of spans, up to that of the data")
    return header, SpanCounts(data, ends, counts)


def _array(arrays: Mapping[str, np.ndarray], name: str, dtype: type) -> np.ndarray:
    array = arrays[name]
    if array.dtype != dtype or array.ndim != 1:
        raise ValueError(
            f"{name} has shape {array.shape} of {array.dtype}, expected one dimension of {dtype.__name__}"
        )
    return array
