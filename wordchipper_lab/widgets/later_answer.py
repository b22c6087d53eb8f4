"""The answer to a message whose work goes on after the message was taken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["Later"]


class Later:
    """Given once, used once; whichever comes first waits for the other.

    >>> later = Later()
    >>> later.give(None, json="[]")
    >>> later.then(lambda problem, found: print(problem, found))
    None {'json': '[]'}
    """

    def __init__(self) -> None:
        self._given: tuple[str | None, dict[str, Any]] | None = None
        self._use: Callable[[str | None, dict[str, Any]], None] | None = None

    def give(self, problem: str | None = None, **found: Any) -> None:
        """The work is done: what was `found`, or the `problem` in words. A second call changes nothing."""
        if self._given is not None:
            return
        self._given = problem, found
        if self._use is not None:
            self._use(*self._given)

    def then(self, use: Callable[[str | None, dict[str, Any]], None]) -> None:
        """Call ``use(problem, found)`` as soon as both are known."""
        self._use = use
        if self._given is not None:
            use(*self._given)
