"""The file of a run: written atomically, kept up to date while measuring, read again to resume."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path
from typing import Any

from ...errors import InputError
from ...files.whole_file import is_special, write_atomically
from .results import BenchmarkRun

__all__ = ["RunStore"]

WRITE_SECONDS = 2.0
"""While measuring, the file is at most this far behind, and is not written more often."""


class RunStore:
    """Where a run is stored; nowhere if ``path`` is None. Writing is atomic: the file is always a complete
    run.

    A pipe or a device cannot be resumed: the run is written to it once, by the last `save`.
    """

    def __init__(self, path: str | PathLike[str] | None) -> None:
        self._path = None if path is None else Path(path)
        self._is_special = self._path is not None and is_special(self._path)
        self._written = time.monotonic()

    def open_run(self, machine: dict[str, Any], settings: dict[str, Any]) -> BenchmarkRun:
        """The run to resume, or a new one if there is no file yet.

        Raises `InputError` if the file is not a run, or has other settings or another machine, whose figures
        must not be mixed.
        """
        if self._path is None or self._is_special or not self._path.exists():
            run = BenchmarkRun(machine, settings, datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))
            if not self._is_special:
                self.save(run)
            return run
        run = BenchmarkRun.load(self._path)
        machine, settings = json.loads(json.dumps([machine, settings]))  # as they are when read back
        for what, there, here in (("settings", run.settings, settings), ("machine", run.machine, machine)):
            differing = [key for key in here.keys() | there.keys() if there.get(key) != here.get(key)]
            if differing:
                key = min(differing)
                raise InputError(
                    f"{self._path} holds a run with other {what}: {key} was {there.get(key)!r}, now it is "
                    f"{here.get(key)!r}; a run can be resumed only with the same ones: choose another file"
                )
        return run

    def save(self, run: BenchmarkRun) -> None:
        """Write the run now."""
        if self._path is not None:
            write_atomically(self._path, run.to_json().encode())
            self._written = time.monotonic()

    def save_if_due(self, run: BenchmarkRun) -> None:
        """Write the run unless it was written a moment ago."""
        if (
            self._path is not None
            and not self._is_special
            and time.monotonic() - self._written >= WRITE_SECONDS
        ):
            self.save(run)
