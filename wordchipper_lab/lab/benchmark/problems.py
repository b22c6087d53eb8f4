"""Contenders that fail: their error becomes a line in the results, and the others go on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ...errors import WordchipperLabError
from .progress import Stopped

__all__ = ["attempt"]

T = TypeVar("T")


def attempt(step: Callable[..., T], *arguments: Any) -> tuple[T | None, str]:
    """The result of ``step(*arguments)`` and "", or ``None`` and in one line why there is none.

    >>> attempt(int, "12"), attempt(int, "x")
    ((12, ''), (None, "ValueError: invalid literal for int() with base 10: 'x'"))
    """
    try:
        return step(*arguments), ""
    except (KeyboardInterrupt, SystemExit, Stopped):
        raise
    except BaseException as error:  # a panic in an extension written in Rust is no Exception
        text = " ".join(str(error).split())
        known = isinstance(error, WordchipperLabError) and text
        return None, text if known else f"{type(error).__name__}: {text}"
