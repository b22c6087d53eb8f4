"""The file of a run: written whole, kept up to date while measuring, read again to go on."""

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
"""While measuring, the file is at most so much behind, and not written more often."""


class RunStore:
    """Where a run is kept; with ``path`` None it is not. Writing is atomic: the file is always a whole run.

    A pipe or a device is no file to go on with: it gets the run once, by the last `save`.
    """

    def __init__(self, path: str | PathLike[str] | None) -> None:
        self._path = None if path is None else Path(path)
        self._is_special = self._path is not None and is_special(self._path)
        self._written = time.monotonic()

    def open_run(self, machine: dict[str, Any], settings: dict[str, Any]) -> BenchmarkRun:
        """The run to go on with, or a new one where there is no file yet.

        Raises `InputError` where the file is no run, or one of other settings or another machine: their figures must
        not be mixed.
        """
        if self._path is None or self._is_special or not self._path.exists():
            run = BenchmarkRun(machine, settings, datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))
            if not self._is_special:
                self.save(run)
            return run
        run = BenchmarkRun.load(self._path)
        machine, settings = json.loads(json.dumps([machine, settings]))  # as they are read back
        for what, there, here in (("settings", run.settings, settings), ("machine", run.machine, machine)):
            differing = [key for key in here.keys() | there.keys() if there.get(key) != here.get(key)]
            if differing:
                key = min(differing)
                raise InputError(
                    f"{self._path} holds a run with other {what}: {key} was {there.get(key)!r}, "
                    f"now it is {here.get(key)!r}; only with the same ones it can go on: choose another file"
                )
        return run

    def save(self, run: BenchmarkRun) -> None:
        """Write the run now."""
        if self._path is not None:
            write_atomically(self._path, run.to_json().encode())
            self._written = time.monotonic()

    def save_if_due(self, run: BenchmarkRun) -> None:
        """Write the run unless that was done a moment ago."""
        if (
            self._path is not None
            and not self._is_special
            and time.monotonic() - self._written >= WRITE_SECONDS
        ):
            self.save(run)
