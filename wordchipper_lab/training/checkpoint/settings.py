"""Compare the settings of a checkpoint with those of a run."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ...errors import CheckpointError

__all__ = ["check_settings", "make_directory"]

_USUAL = {"special_ids": "after_merges"}
"""What earlier versions did, and did not write down."""


def check_settings(path: Path, was: object, now: Mapping[str, object]) -> None:
    """Raise `CheckpointError` naming the first setting that differs; both are in JSON form."""
    if not isinstance(was, dict):
        raise CheckpointError(
            f"{path} is damaged, or not a checkpoint: it does not identify its run; delete it"
        )
    was = {name: value for name, value in _USUAL.items() if name in now} | was
    for name in [*now, *was]:
        if was.get(name) != now.get(name):
            raise CheckpointError(
                f"{path} is another run's: its {name.replace('_', ' ')} is {was.get(name)!r}, this run's "
                f"{now.get(name)!r}; give the same, or another checkpoint"
            )


def make_directory(path: Path) -> None:
    """Create the checkpoint's directory early, so that a failure does not show only after hours."""
    if path.exists() and not path.is_dir():
        raise CheckpointError(f"{path} is a file, but a checkpoint is a directory: choose another name")
    path.mkdir(parents=True, exist_ok=True)
