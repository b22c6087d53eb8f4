"""``counts.npz``: the spans counted so far, and the place in the corpus up to which they are counted."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ...errors import CheckpointError
from ...files.whole_file import write_atomically
from ..corpus.position import FileState, Position
from ..span_counts import SpanCounts
from .settings import check_settings, make_directory

__all__ = ["CountsFile", "SavedCounts"]


class SavedCounts(NamedTuple):
    """What was read from the file. files: those that were begun. finished: whether the corpus was at its end."""

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
        """Put these counts in the place of the earlier ones, which stay whole if there is an ``OSError``."""
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
        """The saved counts; None if there are none. Raises `CheckpointError` for a damaged file, or another run's."""
        try:
            with np.load(self.path, allow_pickle=False) as arrays:
                header = json.loads(arrays["header"].tobytes())
                check_settings(self.path, header["settings"], self._settings)
                counts = SpanCounts(arrays["data"], arrays["ends"], arrays["counts"])
                files = [FileState(*state) for state in header["files"]]
                return SavedCounts(counts, Position(**header["position"]), files, header["finished"])
        except FileNotFoundError:
            return None
        except CheckpointError:
            raise
        except (ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
            raise CheckpointError(
                f"{self.path} is damaged, or no checkpoint ({error}): delete it to begin anew"
            ) from None
