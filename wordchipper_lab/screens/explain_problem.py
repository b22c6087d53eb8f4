"""Errors in words for a page: an exception in a callback would not be seen."""

from __future__ import annotations

from collections.abc import Callable

from traitlets import TraitError

from ..errors import WordchipperLabError

__all__ = ["explain_problem", "problem_of"]


def explain_problem(error: BaseException) -> str:
    """An exception in words; an unexpected one with its type.

    >>> explain_problem(ZeroDivisionError("0/0"))
    'This should not have happened: ZeroDivisionError: 0/0'
    """
    if isinstance(error, WordchipperLabError | TraitError):
        return str(error)
    if isinstance(error, MemoryError):
        return f"This needs more memory than is available{_bound()}: try a shorter text, or a smaller corpus."
    return f"This should not have happened: {type(error).__name__}: {error}"


def problem_of(do: Callable[[], object] | None) -> str | None:
    """Call `do` and return what went wrong; None if nothing did, or there is nothing to do."""
    try:
        if do is not None:
            do()
    except Exception as error:
        return explain_problem(error)
    return None


def _bound() -> str:
    """The memory limit of this process, in words, if there is one."""
    try:
        import resource

        most, _ = resource.getrlimit(resource.RLIMIT_DATA)
    except (ImportError, AttributeError):  # Windows
        return ""
    if most in {-1, resource.RLIM_INFINITY}:
        return ""
    return f" to one visitor ({most >> 20:,} MiB; an option of the server, --visitor-memory, sets that)"
