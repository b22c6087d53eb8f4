"""Contenders that fail: their error becomes a line in the results, and the others continue."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from ...errors import WordchipperLabError
from .benchmark_progress import Stopped, Tracker

__all__ = ["attempt", "attempt_aside"]

T = TypeVar("T")

POLL_SECONDS = 0.05
"""How often a stop request is checked while a thread prepares something."""


def attempt(step: Callable[..., T], *arguments: Any) -> tuple[T | None, str]:
    """The result of ``step(*arguments)`` and "", or ``None`` and the reason on one line.

    >>> attempt(int, "12"), attempt(int, "x")
    ((12, ''), (None, "ValueError: invalid literal for int() with base 10: 'x'"))
    """
    try:
        return step(*arguments), ""
    except (KeyboardInterrupt, SystemExit, Stopped):
        raise
    except BaseException as error:  # a panic in an extension written in Rust is not an Exception
        text = " ".join(str(error).split())
        known = isinstance(error, WordchipperLabError) and text
        return None, text if known else f"{type(error).__name__}: {text}"


def attempt_aside(tracker: Tracker, step: Callable[..., T], *arguments: Any) -> tuple[T | None, str]:
    """As `attempt`, for a step that loads or compiles for seconds and cannot be interrupted: if the caller
    can request a stop, it runs in a separate thread, which is then abandoned. Raises `Stopped`.
    """
    if not tracker.can_stop:
        return attempt(step, *arguments)
    results: list[tuple[T | None, str]] = []

    def work() -> None:
        with suppress(Stopped):
            results.append(attempt(step, *arguments))

    thread = threading.Thread(target=work, name="benchmark preparing", daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(POLL_SECONDS)
        tracker.check_stop()
    tracker.check_stop()  # this may be what ended the thread
    return results[0]
