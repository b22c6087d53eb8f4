"""What a checkpoint was made with, held against what a run is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ...errors import CheckpointError

__all__ = ["check_settings", "make_directory"]


def check_settings(path: Path, was: object, now: Mapping[str, object]) -> None:
    """Raise `CheckpointError`, naming the first that differs; both as JSON has them."""
    if not isinstance(was, dict):
        raise CheckpointError(
            f"{path} is damaged, or no checkpoint: it does not say which run it is of; delete it"
        )
    for name in [*now, *was]:
        if was.get(name) != now.get(name):
            raise CheckpointError(
                f"{path} is another run's: its {name.replace('_', ' ')} is {was.get(name)!r}, this run's "
                f"{now.get(name)!r}; give the same, or another checkpoint"
            )


def make_directory(path: Path) -> None:
    """Make the checkpoint's directory, early: that it cannot be made should not show after hours."""
    if path.exists() and not path.is_dir():
        raise CheckpointError(f"{path} is a file: a checkpoint is a directory, give another name")
    path.mkdir(parents=True, exist_ok=True)
