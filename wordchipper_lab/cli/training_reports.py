"""What `train` says while it works, and when it is interrupted."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from .progress_bar import step_progress

if TYPE_CHECKING:
    from ..training import TrainingProgress

__all__ = ["reporting"]


@contextmanager
def reporting(checkpoint: Path | None) -> Iterator[Callable[[TrainingProgress], None]]:
    """Show a bar on a terminal, elsewhere a line at every percent; after Ctrl-C, say how to go on."""
    try:
        if not sys.stderr.isatty():
            yield lambda progress: print(progress, file=sys.stderr, flush=True)
        else:
            with step_progress() as show:
                yield lambda progress: show(
                    f"{progress.phase} {progress.last}", progress.done, progress.total
                )
    except KeyboardInterrupt:
        goes_on = f"run the same command to resume with {checkpoint}"
        print(
            "stopped:",
            goes_on if checkpoint else "nothing was saved, as --checkpoint was not given",
            file=sys.stderr,
        )
        raise
